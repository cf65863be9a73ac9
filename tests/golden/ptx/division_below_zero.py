# golden: --emit=ptx --arch=sm_90
# The rows of a rolling table: a dividend that is negative by a known number is
# made positive first, and its remainder has no sign to be corrected.
from numba import cuda, float32


@cuda.jit("void(float32[::1])")
def rolling(x):
    rows = cuda.shared.array((3, 32), float32)
    t = cuda.threadIdx.x
    for k in range(1, 400):
        rows[k % 3, t] = rows[(k - 1) % 3, t] + rows[(k - 2) % 3, t]
        cuda.syncthreads()
    x[t] = rows[0, t]

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel rolling entry rolling source division_below_zero.py:8
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 384 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	rolling
# // rolling_shared has been demoted
#
# .visible .entry rolling(
# 	.param .u64 .ptr .global .align 4 rolling_param_0,
# 	.param .u64 rolling_param_1
# )
# {
# 	.reg .pred 	%p<7>;
# 	.reg .b32 	%r<36>;
# 	.reg .b64 	%rd<21>;
# 	// demoted variable
# 	.shared .align 16 .b8 rolling_shared[384];
# 	mov.u32 	%r1, %tid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	setp.gt.u32 	%p1, %r3, 32;
# 	mov.b64 	%rd19, rolling_shared;
# 	mul.wide.u32 	%rd20, %r1, 4;
# 	@%p1 bra 	$L__BB0_8;
# 	add.s64 	%rd1, %rd19, %rd20;
# 	mov.b32 	%r33, 256;
# 	mov.b32 	%r32, 128;
# 	mov.b32 	%r31, 0;
# 	mov.b32 	%r30, 399;
# $L__BB0_2:
# 	mov.b32 	%r2, %r31;
# 	cvt.u64.u32 	%rd13, %r2;
# 	add.s64 	%rd14, %rd1, %rd13;
# 	ld.shared.b32 	%r27, [%rd14];
# 	cvt.u64.u32 	%rd15, %r33;
# 	add.s64 	%rd16, %rd1, %rd15;
# 	ld.shared.b32 	%r28, [%rd16];
# 	add.rn.f32 	%r29, %r27, %r28;
# 	cvt.u64.u32 	%rd17, %r32;
# 	add.s64 	%rd18, %rd1, %rd17;
# 	st.shared.b32 	[%rd18], %r29;
# 	bar.sync 	0;
# 	add.s32 	%r30, %r30, -1;
# 	setp.eq.b32 	%p4, %r30, 0;
# 	mov.b32 	%r31, %r32;
# 	mov.b32 	%r32, %r33;
# 	mov.b32 	%r33, %r2;
# 	@%p4 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	ld.param.b64 	%rd6, [rolling_param_1];
# 	cvt.u64.u32 	%rd2, %r1;
# 	setp.lt.u32 	%p5, %r1, 32;
# 	mov.b32 	%r35, 0f00000000;
# 	@%p5 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_4:
# 	add.s64 	%rd3, %rd19, %rd20;
# 	ld.shared.b32 	%r35, [%rd3];
# $L__BB0_5:
# 	setp.le.u64 	%p6, %rd6, %rd2;
# 	@%p6 bra 	$L__BB0_7;
# 	ld.param.b64 	%rd5, [rolling_param_0];
# 	add.s64 	%rd4, %rd5, %rd20;
# 	st.global.b32 	[%rd4], %r35;
# $L__BB0_7:
# 	ret;
# $L__BB0_8:
# 	mov.b32 	%r34, 1;
# 	setp.gt.u32 	%p2, %r1, 31;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_11:
# 	add.s32 	%r34, %r34, 1;
# 	bar.sync 	0;
# 	setp.eq.b32 	%p3, %r34, 400;
# 	@%p3 bra 	$L__BB0_3;
# $L__BB0_9:
# 	.pragma "nounroll";
# 	@%p2 bra 	$L__BB0_11;
# 	add.s32 	%r4, %r34, -1;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r4, -1431655765; mov.b64 {low, %r5}, wide; }
# 	shr.u32 	%r6, %r5, 1;
# 	mul.lo.s32 	%r7, %r6, 3;
# 	sub.s32 	%r8, %r4, %r7;
# 	shl.b32 	%r9, %r8, 5;
# 	or.b32 	%r10, %r9, %r1;
# 	mul.wide.u32 	%rd7, %r10, 4;
# 	add.s64 	%rd8, %rd19, %rd7;
# 	ld.shared.b32 	%r11, [%rd8];
# 	add.s32 	%r12, %r34, 1;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r12, -1431655765; mov.b64 {low, %r13}, wide; }
# 	shr.u32 	%r14, %r13, 1;
# 	mul.lo.s32 	%r15, %r14, 3;
# 	sub.s32 	%r16, %r12, %r15;
# 	shl.b32 	%r17, %r16, 5;
# 	or.b32 	%r18, %r1, %r17;
# 	mul.wide.u32 	%rd9, %r18, 4;
# 	add.s64 	%rd10, %rd19, %rd9;
# 	ld.shared.b32 	%r19, [%rd10];
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r34, -1431655765; mov.b64 {low, %r20}, wide; }
# 	shr.u32 	%r21, %r20, 1;
# 	mul.lo.s32 	%r22, %r21, 3;
# 	sub.s32 	%r23, %r34, %r22;
# 	add.rn.f32 	%r24, %r11, %r19;
# 	shl.b32 	%r25, %r23, 5;
# 	or.b32 	%r26, %r1, %r25;
# 	mul.wide.u32 	%rd11, %r26, 4;
# 	add.s64 	%rd12, %rd19, %rd11;
# 	st.shared.b32 	[%rd12], %r24;
# 	bra.uni 	$L__BB0_11;
#
# }
