# golden: --emit=ptx --arch=sm_90 --facts=small,apart,block=128
# The lower half of a matrix is filled and read by loops that end where a counter
# around them is. In the copy that has guards, too, they are unrolled with that
# one: were the array in memory there, it would be in both (no st.local).
from numba import cuda, float32

N = 3


@cuda.jit("void(float32[:, :, ::1], float32[:, ::1])")
def forward(a, x):
    i = cuda.grid(1)
    if i >= a.shape[0]:
        return
    low = cuda.local.array((N, N), float32)
    for j in range(N):
        for r in range(j, N):
            s = a[i, r, j]
            for k in range(j):
                s -= low[r, k] * low[j, k]
            low[r, j] = s
    for r in range(N):
        s = x[i, r]
        for k in range(r):
            s -= low[r, k]
        x[i, r] = s

# === --emit=ptx --arch=sm_90 --facts=small,apart,block=128
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel forward entry forward source triangular_arrays.py:11
# // arg a array float32 ndim 3 layout C
# // arg x array float32 ndim 2 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param a shape1 i64 offset 16 size 8
# // param a shape2 i64 offset 24 size 8
# // param x ptr ptr offset 32 size 8
# // param x shape0 i64 offset 40 size 8
# // param x shape1 i64 offset 48 size 8
# // facts params 56 shared 0 dynamic no bounds guard typing python
# // launch apart
# // launch small
# // launch block 128 1 1
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	forward
#
# .visible .entry forward(
# 	.param .u64 .ptr .global .align 4 forward_param_0,
# 	.param .u64 forward_param_1,
# 	.param .u64 forward_param_2,
# 	.param .u64 forward_param_3,
# 	.param .u64 .ptr .global .align 4 forward_param_4,
# 	.param .u64 forward_param_5,
# 	.param .u64 forward_param_6
# )
# .reqntid 128, 1, 1
# {
# 	.reg .pred 	%p<17>;
# 	.reg .b32 	%r<28>;
# 	.reg .b64 	%rd<22>;
#
# 	ld.param.b64 	%rd6, [forward_param_1];
# 	mov.u32 	%r8, %ctaid.x;
# 	mul.wide.u32 	%rd7, %r8, 128;
# 	mov.u32 	%r9, %tid.x;
# 	cvt.u64.u32 	%rd8, %r9;
# 	or.b64 	%rd9, %rd7, %rd8;
# 	setp.lt.u64 	%p1, %rd9, %rd6;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd5, [forward_param_4];
# 	ld.param.b64 	%rd4, [forward_param_0];
# 	ld.param.b32 	%r1, [forward_param_5];
# 	ld.param.b32 	%r2, [forward_param_6];
# 	ld.param.b32 	%r4, [forward_param_2];
# 	ld.param.b32 	%r3, [forward_param_3];
# 	cvt.u32.u64 	%r5, %rd9;
# 	min.u32 	%r10, %r4, %r3;
# 	setp.gt.u32 	%p2, %r10, 2;
# 	mul.lo.s32 	%r6, %r4, %r5;
# 	@%p2 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_10:
# 	add.s32 	%r14, %r6, 1;
# 	mul.wide.u32 	%rd14, %r14, %r3;
# 	shl.b64 	%rd15, %rd14, 2;
# 	add.s64 	%rd16, %rd4, %rd15;
# 	ld.global.nc.b32 	%r7, [%rd16];
# 	add.s32 	%r15, %r6, 2;
# 	mul.wide.u32 	%rd17, %r15, %r3;
# 	shl.b64 	%rd18, %rd17, 2;
# 	add.s64 	%rd19, %rd4, %rd18;
# 	ld.global.nc.b32 	%r27, [%rd19];
# 	ld.global.nc.b32 	%r16, [%rd19+4];
# 	neg.f32 	%r17, %r27;
# 	fma.rn.f32 	%r25, %r17, %r7, %r16;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_3:
# 	setp.ne.b32 	%p3, %r3, 0;
# 	setp.gt.u32 	%p4, %r4, 1;
# 	and.pred 	%p5, %p3, %p4;
# 	mov.b32 	%r27, 0f00000000;
# 	mov.b32 	%r7, %r27;
# 	@%p5 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_4:
# 	add.s32 	%r11, %r6, 1;
# 	mul.wide.u32 	%rd10, %r11, %r3;
# 	shl.b64 	%rd11, %rd10, 2;
# 	add.s64 	%rd1, %rd4, %rd11;
# 	ld.global.nc.b32 	%r7, [%rd1];
# $L__BB0_5:
# 	setp.eq.b32 	%p6, %r3, 0;
# 	setp.lt.u32 	%p7, %r4, 3;
# 	add.s32 	%r12, %r6, 2;
# 	mul.wide.u32 	%rd12, %r12, %r3;
# 	shl.b64 	%rd13, %rd12, 2;
# 	add.s64 	%rd3, %rd4, %rd13;
# 	or.pred 	%p8, %p6, %p7;
# 	@%p8 bra 	$L__BB0_7;
# 	ld.global.nc.b32 	%r27, [%rd3];
# $L__BB0_7:
# 	setp.gt.u32 	%p9, %r4, 2;
# 	setp.gt.u32 	%p10, %r3, 1;
# 	and.pred 	%p11, %p10, %p9;
# 	mov.b32 	%r26, 0f00000000;
# 	@%p11 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_8:
# 	ld.global.nc.b32 	%r26, [%rd3+4];
# $L__BB0_9:
# 	neg.f32 	%r13, %r27;
# 	fma.rn.f32 	%r25, %r13, %r7, %r26;
# $L__BB0_11:
# 	setp.gt.u32 	%p12, %r2, 2;
# 	setp.lt.u32 	%p13, %r5, %r1;
# 	and.pred 	%p14, %p13, %p12;
# 	mul.wide.u32 	%rd20, %r2, %r5;
# 	shl.b64 	%rd21, %rd20, 2;
# 	add.s64 	%rd2, %rd5, %rd21;
# 	@%p14 bra 	$L__BB0_14;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_14:
# 	ld.global.b32 	%r20, [%rd2+4];
# 	sub.rn.f32 	%r21, %r20, %r7;
# 	st.global.b32 	[%rd2+4], %r21;
# 	ld.global.b32 	%r22, [%rd2+8];
# 	sub.rn.f32 	%r23, %r22, %r27;
# 	sub.rn.f32 	%r24, %r23, %r25;
# 	st.global.b32 	[%rd2+8], %r24;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_12:
# 	setp.gt.u32 	%p15, %r2, 1;
# 	and.pred 	%p16, %p13, %p15;
# 	@%p16 bra 	$L__BB0_13;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_13:
# 	ld.global.b32 	%r18, [%rd2+4];
# 	sub.rn.f32 	%r19, %r18, %r7;
# 	st.global.b32 	[%rd2+4], %r19;
# $L__BB0_1:
# 	ret;
#
# }
