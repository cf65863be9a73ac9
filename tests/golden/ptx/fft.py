# golden: --emit=ptx
# A thread's transform in registers: no local memory, no roots of unity that are 1.
import numpy as np
from numba import cuda
from nvmath.device import FFT

fft = FFT(
    size=4,
    precision=np.float32,
    fft_type="c2c",
    execution="Thread",
    direction="forward",
)


@cuda.jit("void(complex64[:, ::1])")
def k(x):
    mine = cuda.local.array(fft.storage_size, fft.value_type)
    me = cuda.threadIdx.x
    for i in range(fft.size):
        mine[i] = x[me, i]
    fft.execute(mine)
    for i in range(fft.size):
        x[me, i] = mine[i]

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source fft.py:17
# // arg x array complex64 ndim 2 layout C
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
# 	.param .u64 .ptr .global .align 8 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 k_param_2
# )
# {
# 	.reg .pred 	%p<14>;
# 	.reg .b32 	%r<26>;
# 	.reg .b64 	%rd<8>;
#
# 	ld.param.b64 	%rd4, [k_param_2];
# 	ld.param.b64 	%rd3, [k_param_1];
# 	ld.param.b64 	%rd5, [k_param_0];
# 	mov.u32 	%r11, %tid.x;
# 	setp.gt.u64 	%p2, %rd4, 3;
# 	cvt.u64.u32 	%rd1, %r11;
# 	setp.gt.u64 	%p3, %rd3, %rd1;
# 	and.pred 	%p1, %p3, %p2;
# 	mul.lo.s64 	%rd6, %rd4, %rd1;
# 	shl.b64 	%rd7, %rd6, 3;
# 	add.s64 	%rd2, %rd5, %rd7;
# 	setp.ne.b64 	%p10, %rd4, 0;
# 	setp.le.u64 	%p11, %rd3, %rd1;
# 	setp.lt.u64 	%p12, %rd4, 2;
# 	setp.lt.u64 	%p13, %rd4, 3;
# 	@%p1 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_8:
# 	ld.global.v2.b32 	{%r23, %r24}, [%rd2];
# 	ld.global.v2.b32 	{%r25, %r22}, [%rd2+8];
# 	ld.global.v2.b32 	{%r20, %r21}, [%rd2+16];
# 	ld.global.v2.b32 	{%r18, %r19}, [%rd2+24];
# 	bra.uni 	$L__BB0_9;
# $L__BB0_1:
# 	and.pred 	%p4, %p3, %p10;
# 	mov.b32 	%r25, 0f00000000;
# 	mov.b32 	%r23, %r25;
# 	mov.b32 	%r24, %r25;
# 	@%p4 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	ld.global.v2.b32 	{%r23, %r24}, [%rd2];
# $L__BB0_3:
# 	or.pred 	%p5, %p11, %p12;
# 	mov.b32 	%r22, %r25;
# 	@%p5 bra 	$L__BB0_5;
# 	ld.global.v2.b32 	{%r25, %r22}, [%rd2+8];
# $L__BB0_5:
# 	mov.b32 	%r18, 0f00000000;
# 	or.pred 	%p6, %p11, %p13;
# 	mov.b32 	%r20, %r18;
# 	mov.b32 	%r21, %r18;
# 	@%p6 bra 	$L__BB0_7;
# 	ld.global.v2.b32 	{%r20, %r21}, [%rd2+16];
# $L__BB0_7:
# 	mov.b32 	%r19, %r18;
# $L__BB0_9:
# 	sub.rn.f32 	%r1, %r23, %r20;
# 	sub.rn.f32 	%r2, %r24, %r21;
# 	add.rn.f32 	%r12, %r23, %r20;
# 	add.rn.f32 	%r13, %r24, %r21;
# 	sub.rn.f32 	%r3, %r25, %r18;
# 	sub.rn.f32 	%r4, %r22, %r19;
# 	add.rn.f32 	%r14, %r25, %r18;
# 	add.rn.f32 	%r15, %r22, %r19;
# 	sub.rn.f32 	%r9, %r12, %r14;
# 	sub.rn.f32 	%r10, %r13, %r15;
# 	add.rn.f32 	%r5, %r12, %r14;
# 	add.rn.f32 	%r6, %r13, %r15;
# 	add.rn.f32 	%r7, %r1, %r4;
# 	sub.rn.f32 	%r8, %r2, %r3;
# 	@%p1 bra 	$L__BB0_16;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_16:
# 	sub.rn.f32 	%r16, %r1, %r4;
# 	add.rn.f32 	%r17, %r2, %r3;
# 	st.global.v2.b32 	[%rd2], {%r5, %r6};
# 	st.global.v2.b32 	[%rd2+8], {%r7, %r8};
# 	st.global.v2.b32 	[%rd2+16], {%r9, %r10};
# 	st.global.v2.b32 	[%rd2+24], {%r16, %r17};
# 	bra.uni 	$L__BB0_17;
# $L__BB0_10:
# 	and.pred 	%p7, %p3, %p10;
# 	@%p7 bra 	$L__BB0_11;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_11:
# 	st.global.v2.b32 	[%rd2], {%r5, %r6};
# $L__BB0_12:
# 	or.pred 	%p8, %p11, %p12;
# 	@%p8 bra 	$L__BB0_14;
# 	st.global.v2.b32 	[%rd2+8], {%r7, %r8};
# $L__BB0_14:
# 	or.pred 	%p9, %p11, %p13;
# 	@%p9 bra 	$L__BB0_17;
# 	st.global.v2.b32 	[%rd2+16], {%r9, %r10};
# $L__BB0_17:
# 	ret;
#
# }
