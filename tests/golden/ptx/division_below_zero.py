# golden: --emit=ptx --arch=sm_90 --passes=-rotating-remainders
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

# === --emit=ptx --arch=sm_90 --passes=-rotating-remainders
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
# 	.reg .b32 	%r<54>;
# 	.reg .b64 	%rd<20>;
# 	// demoted variable
# 	.shared .align 16 .b8 rolling_shared[384];
# 	mov.u32 	%r1, %tid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	setp.gt.u32 	%p1, %r2, 32;
# 	mov.b64 	%rd19, rolling_shared;
# 	@%p1 bra 	$L__BB0_3;
# 	mov.b32 	%r51, 399;
# 	mov.b32 	%r49, 0;
# 	mov.b32 	%r48, 32;
# 	mov.b32 	%r47, 1;
# 	mov.b32 	%r46, 64;
# 	mov.b32 	%r45, 2;
# 	mov.b32 	%r50, %r1;
# $L__BB0_2:
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r49, -1431655765; mov.b64 {low, %r26}, wide; }
# 	shr.u32 	%r27, %r26, 1;
# 	mul.lo.s32 	%r28, %r27, 96;
# 	sub.s32 	%r29, %r50, %r28;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r47, -1431655765; mov.b64 {low, %r30}, wide; }
# 	shr.u32 	%r31, %r30, 1;
# 	mul.lo.s32 	%r32, %r31, 96;
# 	sub.s32 	%r33, %r48, %r32;
# 	and.b32 	%r34, %r33, 65535;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r45, -1431655765; mov.b64 {low, %r35}, wide; }
# 	shr.u32 	%r36, %r35, 1;
# 	mul.lo.s32 	%r37, %r36, 96;
# 	sub.s32 	%r38, %r46, %r37;
# 	and.b32 	%r39, %r38, 65535;
# 	mul.wide.u32 	%rd12, %r29, 4;
# 	add.s64 	%rd13, %rd19, %rd12;
# 	ld.shared.b32 	%r40, [%rd13];
# 	add.s32 	%r41, %r1, %r39;
# 	mul.wide.u32 	%rd14, %r41, 4;
# 	add.s64 	%rd15, %rd19, %rd14;
# 	ld.shared.b32 	%r42, [%rd15];
# 	add.rn.f32 	%r43, %r40, %r42;
# 	add.s32 	%r44, %r1, %r34;
# 	mul.wide.u32 	%rd16, %r44, 4;
# 	add.s64 	%rd17, %rd19, %rd16;
# 	st.shared.b32 	[%rd17], %r43;
# 	bar.sync 	0;
# 	add.s32 	%r51, %r51, -1;
# 	add.s32 	%r50, %r50, 32;
# 	add.s32 	%r49, %r49, 1;
# 	add.s32 	%r48, %r48, 32;
# 	add.s32 	%r47, %r47, 1;
# 	add.s32 	%r46, %r46, 32;
# 	add.s32 	%r45, %r45, 1;
# 	setp.eq.b32 	%p4, %r51, 0;
# 	@%p4 bra 	$L__BB0_7;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_7:
# 	ld.param.b64 	%rd5, [rolling_param_1];
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.lt.u32 	%p5, %r1, 32;
# 	mul.wide.u32 	%rd18, %r1, 4;
# 	mov.b32 	%r53, 0f00000000;
# 	@%p5 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_8:
# 	add.s64 	%rd2, %rd19, %rd18;
# 	ld.shared.b32 	%r53, [%rd2];
# $L__BB0_9:
# 	setp.le.u64 	%p6, %rd5, %rd1;
# 	@%p6 bra 	$L__BB0_11;
# 	ld.param.b64 	%rd4, [rolling_param_0];
# 	add.s64 	%rd3, %rd4, %rd18;
# 	st.global.b32 	[%rd3], %r53;
# $L__BB0_11:
# 	ret;
# $L__BB0_3:
# 	mov.b32 	%r52, 1;
# 	setp.gt.u32 	%p2, %r1, 31;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_6:
# 	add.s32 	%r52, %r52, 1;
# 	bar.sync 	0;
# 	setp.eq.b32 	%p3, %r52, 400;
# 	@%p3 bra 	$L__BB0_7;
# $L__BB0_4:
# 	.pragma "nounroll";
# 	@%p2 bra 	$L__BB0_6;
# 	add.s32 	%r3, %r52, -1;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r3, -1431655765; mov.b64 {low, %r4}, wide; }
# 	shr.u32 	%r5, %r4, 1;
# 	mul.lo.s32 	%r6, %r5, 3;
# 	sub.s32 	%r7, %r3, %r6;
# 	shl.b32 	%r8, %r7, 5;
# 	or.b32 	%r9, %r8, %r1;
# 	mul.wide.u32 	%rd6, %r9, 4;
# 	add.s64 	%rd7, %rd19, %rd6;
# 	ld.shared.b32 	%r10, [%rd7];
# 	add.s32 	%r11, %r52, 1;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r11, -1431655765; mov.b64 {low, %r12}, wide; }
# 	shr.u32 	%r13, %r12, 1;
# 	mul.lo.s32 	%r14, %r13, 3;
# 	sub.s32 	%r15, %r11, %r14;
# 	shl.b32 	%r16, %r15, 5;
# 	or.b32 	%r17, %r1, %r16;
# 	mul.wide.u32 	%rd8, %r17, 4;
# 	add.s64 	%rd9, %rd19, %rd8;
# 	ld.shared.b32 	%r18, [%rd9];
# 	add.rn.f32 	%r19, %r10, %r18;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r52, -1431655765; mov.b64 {low, %r20}, wide; }
# 	shr.u32 	%r21, %r20, 1;
# 	mul.lo.s32 	%r22, %r21, 3;
# 	sub.s32 	%r23, %r52, %r22;
# 	shl.b32 	%r24, %r23, 5;
# 	or.b32 	%r25, %r1, %r24;
# 	mul.wide.u32 	%rd10, %r25, 4;
# 	add.s64 	%rd11, %rd19, %rd10;
# 	st.shared.b32 	[%rd11], %r19;
# 	bra.uni 	$L__BB0_6;
#
# }
