# golden: --emit=ptx
# Two transforms at once: a thread's elements are read and written whole, 8 bytes each,
# and a sum of two of them is one instruction for both transforms.
import numpy as np
from numba import cuda
from nvmath.device import FFT

fft = FFT(
    size=2,
    precision=np.float16,
    fft_type="c2c",
    execution="Thread",
    direction="forward",
)


@cuda.jit("void(float16[:, ::1])")
def k(x):
    pairs = x.view(fft.value_type)
    mine = cuda.local.array(fft.storage_size, fft.value_type)
    me = cuda.threadIdx.x
    for i in range(fft.size):
        mine[i] = pairs[me, i]
    fft.execute(mine)
    for i in range(fft.size):
        pairs[me, i] = mine[i]

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source fft_halves.py:18
# // arg x array float16 ndim 2 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param x shape1 i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds guard typing python
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
# 	.param .u64 k_param_2
# )
# {
# 	.reg .pred 	%p<9>;
# 	.reg .b16 	%rs<5>;
# 	.reg .b32 	%r<15>;
# 	.reg .b64 	%rd<20>;
#
# 	ld.param.b64 	%rd4, [k_param_0];
# 	ld.param.b64 	%rd5, [k_param_1];
# 	ld.param.b64 	%rd6, [k_param_2];
# 	cvt.u32.u64 	%r3, %rd6;
# 	shr.u64 	%rd7, %rd6, 2;
# 	and.b32 	%r4, %r3, 3;
# 	cvta.global.u64 	%rd8, %rd4;
# 	cvt.u32.u64 	%r5, %rd8;
# 	and.b32 	%r6, %r5, 7;
# 	or.b32 	%r7, %r4, %r6;
# 	setp.eq.b32 	%p3, %r7, 0;
# 	selp.b64 	%rd1, %rd7, 0, %p3;
# 	mov.u32 	%r8, %tid.x;
# 	setp.gt.u64 	%p4, %rd1, 1;
# 	cvt.u64.u32 	%rd2, %r8;
# 	setp.gt.u64 	%p5, %rd5, %rd2;
# 	and.pred 	%p1, %p3, %p5;
# 	and.pred 	%p2, %p1, %p4;
# 	setp.ne.b64 	%p8, %rd1, 0;
# 	@%p2 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_4:
# 	mul.lo.s64 	%rd12, %rd1, %rd2;
# 	shl.b64 	%rd13, %rd12, 3;
# 	add.s64 	%rd14, %rd4, %rd13;
# 	ld.global.v2.b32 	{%r13, %r14}, [%rd14];
# 	ld.global.v2.b32 	{%r11, %r12}, [%rd14+8];
# 	bra.uni 	$L__BB0_5;
# $L__BB0_1:
# 	and.pred 	%p6, %p1, %p8;
# 	mov.b16 	%rs1, 0x0000;
# 	mov.b16 	%rs2, %rs1;
# 	mov.b16 	%rs3, %rs1;
# 	mov.b16 	%rs4, %rs1;
# 	@%p6 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	mul.lo.s64 	%rd9, %rd1, %rd2;
# 	shl.b64 	%rd10, %rd9, 3;
# 	add.s64 	%rd11, %rd4, %rd10;
# 	ld.global.v4.b16 	{%rs1, %rs2, %rs3, %rs4}, [%rd11];
# $L__BB0_3:
# 	mov.b32 	%r13, {%rs1, %rs2};
# 	mov.b32 	%r14, {%rs3, %rs4};
# 	mov.b32 	%r11, 0;
# 	mov.b32 	%r12, %r11;
# $L__BB0_5:
# 	add.rn.f16x2 	%r1, %r13, %r11;
# 	add.rn.f16x2 	%r2, %r14, %r12;
# 	@%p2 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_8:
# 	sub.rn.f16x2 	%r9, %r13, %r11;
# 	sub.rn.f16x2 	%r10, %r14, %r12;
# 	mul.lo.s64 	%rd17, %rd1, %rd2;
# 	shl.b64 	%rd18, %rd17, 3;
# 	add.s64 	%rd19, %rd4, %rd18;
# 	st.global.v2.b32 	[%rd19], {%r1, %r2};
# 	st.global.v2.b32 	[%rd19+8], {%r9, %r10};
# 	bra.uni 	$L__BB0_9;
# $L__BB0_6:
# 	and.pred 	%p7, %p1, %p8;
# 	@%p7 bra 	$L__BB0_7;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_7:
# 	mul.lo.s64 	%rd15, %rd1, %rd2;
# 	shl.b64 	%rd16, %rd15, 3;
# 	add.s64 	%rd3, %rd4, %rd16;
# 	st.global.v2.b32 	[%rd3], {%r1, %r2};
# $L__BB0_9:
# 	ret;
#
# }
