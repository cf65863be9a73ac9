# golden: --emit=ptx
from numba import cuda
import numpy as np


@cuda.jit("void(complex64[::1], complex128[:], int8, complex64, complex128)")
def k(x, y, n, a, b):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] * a + y[i] * b

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source complex.py:7
# // arg x array complex64 ndim 1 layout C
# // arg y array complex128 ndim 1 layout A
# // arg n scalar int8
# // arg a scalar complex64
# // arg b scalar complex128
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // param y stride0 i64 offset 32 size 8
# // param n value i8 offset 40 size 1
# // param a value c64 offset 44 size 8
# // param b value c128 offset 56 size 16
# // facts params 72 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 8 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 8 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u64 k_param_4,
# 	.param .u8 k_param_5,
# 	.param .align 4 .b8 k_param_6[8],
# 	.param .align 8 .b8 k_param_7[16]
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<15>;
# 	.reg .b64 	%rd<25>;
#
# 	ld.param.b64 	%rd12, [k_param_1];
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd13, %r3, %r4;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd14, %r5;
# 	add.s64 	%rd3, %rd13, %rd14;
# 	setp.ge.u64 	%p1, %rd3, %rd12;
# 	@%p1 bra 	$L__BB0_4;
# 	ld.param.b32 	%r2, [k_param_6+4];
# 	ld.param.b32 	%r1, [k_param_6];
# 	ld.param.b64 	%rd10, [k_param_3];
# 	ld.param.b64 	%rd8, [k_param_0];
# 	ld.param.b64 	%rd1, [k_param_7];
# 	ld.param.b64 	%rd2, [k_param_7+8];
# 	shl.b64 	%rd15, %rd3, 3;
# 	add.s64 	%rd4, %rd8, %rd15;
# 	ld.global.v2.b32 	{%r6, %r7}, [%rd4];
# 	neg.f32 	%r8, %r2;
# 	mul.rn.f32 	%r9, %r7, %r8;
# 	fma.rn.f32 	%r10, %r6, %r1, %r9;
# 	mul.rn.f32 	%r11, %r1, %r7;
# 	fma.rn.f32 	%r12, %r6, %r2, %r11;
# 	cvt.f64.f32 	%rd5, %r10;
# 	cvt.f64.f32 	%rd6, %r12;
# 	setp.lt.u64 	%p2, %rd3, %rd10;
# 	mov.b64 	%rd23, 0d0000000000000000;
# 	mov.b64 	%rd24, %rd23;
# 	@%p2 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	ld.param.b64 	%rd11, [k_param_4];
# 	ld.param.b64 	%rd9, [k_param_2];
# 	mad.lo.s64 	%rd7, %rd11, %rd3, %rd9;
# 	ld.global.b64 	%rd23, [%rd7];
# 	ld.global.b64 	%rd24, [%rd7+8];
# $L__BB0_3:
# 	neg.f64 	%rd16, %rd2;
# 	mul.rn.f64 	%rd17, %rd24, %rd16;
# 	fma.rn.f64 	%rd18, %rd23, %rd1, %rd17;
# 	mul.rn.f64 	%rd19, %rd1, %rd24;
# 	fma.rn.f64 	%rd20, %rd23, %rd2, %rd19;
# 	add.rn.f64 	%rd21, %rd18, %rd5;
# 	add.rn.f64 	%rd22, %rd20, %rd6;
# 	cvt.rn.f32.f64 	%r13, %rd21;
# 	cvt.rn.f32.f64 	%r14, %rd22;
# 	st.global.v2.b32 	[%rd4], {%r13, %r14};
# $L__BB0_4:
# 	ret;
#
# }
