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
# 	.local .align 8 .b8 	__local_depot0[32];
# 	.reg .b64 	%SP;
# 	.reg .b64 	%SPL;
# 	.reg .pred 	%p<11>;
# 	.reg .b32 	%r<30>;
# 	.reg .b64 	%rd<14>;
#
# 	mov.b64 	%SPL, __local_depot0;
# 	ld.param.b64 	%rd4, [k_param_2];
# 	ld.param.b64 	%rd3, [k_param_1];
# 	ld.param.b64 	%rd5, [k_param_0];
# 	add.u64 	%rd12, %SPL, 0;
# 	mov.u32 	%r9, %tid.x;
# 	setp.gt.u64 	%p2, %rd4, 3;
# 	cvt.u64.u32 	%rd1, %r9;
# 	setp.gt.u64 	%p3, %rd3, %rd1;
# 	and.pred 	%p1, %p3, %p2;
# 	mul.lo.s64 	%rd6, %rd4, %rd1;
# 	shl.b64 	%rd7, %rd6, 3;
# 	add.s64 	%rd11, %rd5, %rd7;
# 	setp.le.u64 	%p10, %rd3, %rd1;
# 	@%p1 bra 	$L__BB0_13;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_13:
# 	ld.global.v2.b32 	{%r27, %r26}, [%rd11];
# 	ld.global.v2.b32 	{%r25, %r24}, [%rd11+8];
# 	ld.global.v2.b32 	{%r23, %r22}, [%rd11+16];
# 	ld.global.v2.b32 	{%r21, %r20}, [%rd11+24];
# 	bra.uni 	$L__BB0_6;
# $L__BB0_1:
# 	mov.b64 	%rd9, 0;
# 	mov.b64 	%rd10, %rd9;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_4:
# 	add.s64 	%rd8, %rd12, %rd9;
# 	st.local.v2.b32 	[%rd8], {%r28, %r29};
# 	add.s64 	%rd10, %rd10, 1;
# 	add.s64 	%rd9, %rd9, 8;
# 	setp.eq.b64 	%p6, %rd9, 32;
# 	@%p6 bra 	$L__BB0_5;
# $L__BB0_2:
# 	.pragma "nounroll";
# 	setp.ge.u64 	%p4, %rd10, %rd4;
# 	mov.b32 	%r28, 0f00000000;
# 	or.pred 	%p5, %p10, %p4;
# 	mov.b32 	%r29, %r28;
# 	@%p5 bra 	$L__BB0_4;
# 	add.s64 	%rd2, %rd11, %rd9;
# 	ld.global.v2.b32 	{%r28, %r29}, [%rd2];
# 	bra.uni 	$L__BB0_4;
# $L__BB0_5:
# 	ld.local.v2.b32 	{%r27, %r26}, [%rd12];
# 	ld.local.v2.b32 	{%r25, %r24}, [%rd12+8];
# 	ld.local.v2.b32 	{%r23, %r22}, [%rd12+16];
# 	ld.local.v2.b32 	{%r21, %r20}, [%rd12+24];
# $L__BB0_6:
# 	sub.rn.f32 	%r10, %r27, %r23;
# 	sub.rn.f32 	%r11, %r26, %r22;
# 	add.rn.f32 	%r12, %r27, %r23;
# 	add.rn.f32 	%r13, %r26, %r22;
# 	sub.rn.f32 	%r14, %r25, %r21;
# 	sub.rn.f32 	%r15, %r24, %r20;
# 	add.rn.f32 	%r16, %r25, %r21;
# 	add.rn.f32 	%r17, %r24, %r20;
# 	sub.rn.f32 	%r5, %r12, %r16;
# 	sub.rn.f32 	%r6, %r13, %r17;
# 	add.rn.f32 	%r1, %r12, %r16;
# 	add.rn.f32 	%r2, %r13, %r17;
# 	sub.rn.f32 	%r7, %r10, %r15;
# 	add.rn.f32 	%r8, %r11, %r14;
# 	add.rn.f32 	%r3, %r10, %r15;
# 	sub.rn.f32 	%r4, %r11, %r14;
# 	st.local.v2.b32 	[%rd12], {%r1, %r2};
# 	st.local.v2.b32 	[%rd12+8], {%r3, %r4};
# 	st.local.v2.b32 	[%rd12+16], {%r5, %r6};
# 	st.local.v2.b32 	[%rd12+24], {%r7, %r8};
# 	@%p1 bra 	$L__BB0_11;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_11:
# 	st.global.v2.b32 	[%rd11], {%r1, %r2};
# 	st.global.v2.b32 	[%rd11+8], {%r3, %r4};
# 	st.global.v2.b32 	[%rd11+16], {%r5, %r6};
# 	st.global.v2.b32 	[%rd11+24], {%r7, %r8};
# $L__BB0_12:
# 	ret;
# $L__BB0_7:
# 	mov.b64 	%rd13, 0;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_10:
# 	add.s64 	%rd13, %rd13, 1;
# 	add.s64 	%rd12, %rd12, 8;
# 	add.s64 	%rd11, %rd11, 8;
# 	setp.eq.b64 	%p9, %rd13, 4;
# 	@%p9 bra 	$L__BB0_12;
# $L__BB0_8:
# 	.pragma "nounroll";
# 	setp.ge.u64 	%p7, %rd13, %rd4;
# 	or.pred 	%p8, %p10, %p7;
# 	@%p8 bra 	$L__BB0_10;
# 	ld.local.v2.b32 	{%r18, %r19}, [%rd12];
# 	st.global.v2.b32 	[%rd11], {%r18, %r19};
# 	bra.uni 	$L__BB0_10;
#
# }
