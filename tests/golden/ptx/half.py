# golden: --emit=ptx
from numba import cuda, float16, bfloat16
import numpy as np


@cuda.jit("void(float16[::1], bfloat16[::1], float16, bfloat16)")
def k(x, y, a, b):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = x[i] * a + 1
        y[i] = y[i] * b + 1
        cuda.atomic.add(x, i, a)

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source half.py:7
# // arg x array float16 ndim 1 layout C
# // arg y array bfloat16 ndim 1 layout C
# // arg a scalar float16
# // arg b scalar bfloat16
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // param a value f16 offset 32 size 2
# // param b value bf16 offset 34 size 2
# // facts params 36 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 2 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 2 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .align 2 .b8 k_param_4[2],
# 	.param .align 2 .b8 k_param_5[2]
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b16 	%rs<9>;
# 	.reg .b32 	%r<18>;
# 	.reg .b64 	%rd<11>;
#
# 	ld.param.b64 	%rd6, [k_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd7, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd8, %r3;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	setp.ge.u64 	%p1, %rd1, %rd6;
# 	@%p1 bra 	$L__BB0_4;
# 	ld.param.b16 	%rs1, [k_param_4];
# 	ld.param.b64 	%rd5, [k_param_3];
# 	ld.param.b64 	%rd3, [k_param_0];
# 	shl.b64 	%rd9, %rd1, 1;
# 	add.s64 	%rd2, %rd3, %rd9;
# 	ld.global.b16 	%rs3, [%rd2];
# 	mov.b16 	%rs4, 0x3C00;
# 	fma.rn.f16 	%rs5, %rs3, %rs1, %rs4;
# 	st.global.b16 	[%rd2], %rs5;
# 	setp.lt.u64 	%p2, %rd1, %rd5;
# 	@%p2 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	ld.param.b16 	%rs2, [k_param_5];
# 	ld.param.b64 	%rd4, [k_param_2];
# 	add.s64 	%rd10, %rd4, %rd9;
# 	ld.global.b16 	%r4, [%rd10];
# 	shl.b32 	%r5, %r4, 16;
# 	cvt.u32.u16 	%r6, %rs2;
# 	shl.b32 	%r7, %r6, 16;
# 	mul.rn.f32 	%r8, %r7, %r5;
# 	setp.nan.f32 	%p3, %r8, %r8;
# 	bfe.u32 	%r9, %r8, 16, 1;
# 	add.s32 	%r10, %r8, %r9;
# 	add.s32 	%r11, %r10, 32767;
# 	and.b32 	%r12, %r11, -65536;
# 	add.rn.f32 	%r13, %r12, 0f3F800000;
# 	selp.f32 	%r14, 0f7FFF0000, %r13, %p3;
# 	bfe.u32 	%r15, %r14, 16, 1;
# 	add.s32 	%r16, %r14, %r15;
# 	add.s32 	%r17, %r16, 32767;
# 	{ .reg .b16 tmp; mov.b32 {tmp, %rs6}, %r17; }
# 	setp.nan.f32 	%p4, %r14, %r14;
# 	selp.b16 	%rs7, 0x7FFF, %rs6, %p4;
# 	st.global.b16 	[%rd10], %rs7;
# $L__BB0_3:
# 	atom.global.add.noftz.f16 	%rs8, [%rd2], %rs1;
# $L__BB0_4:
# 	ret;
#
# }
