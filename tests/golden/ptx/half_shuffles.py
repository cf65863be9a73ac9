# golden: --emit=ptx --arch=sm_90
# Lanes exchange 64-bit integers in two halves. Of sums that are stored as int32
# nobody asks for the upper ones, and the greatest of int32 has none (one
# shfl.sync a step); an int64 is exchanged whole (two).
from numba import cuda, int64

ALL = 0xFFFFFFFF


@cuda.jit("void(int32[::1])")
def sums(x):
    i = cuda.threadIdx.x
    total = int64(x[i])
    for step in (1, 2):
        below = cuda.shfl_up_sync(ALL, total, step)
        if cuda.laneid >= step:
            total += below
    x[i] = total


@cuda.jit("void(int32[::1], int64[::1])")
def greatest(x, y):
    i = cuda.threadIdx.x
    most = int64(x[i])
    for step in (1, 2):
        most = max(most, cuda.shfl_xor_sync(ALL, most, step))
    y[i] = most


@cuda.jit("void(int32[::1], int64[::1])")
def whole(x, y):
    i = cuda.threadIdx.x
    total = int64(x[i])
    for step in (1, 2):
        total += cuda.shfl_xor_sync(ALL, total, step)
    y[i] = total


# Lanes of both branches meet.
@cuda.jit("void(int32[::1], int64[::1])")
def apart(x, y):
    i = cuda.threadIdx.x
    if x[i] > 0:
        x[i] = cuda.shfl_xor_sync(ALL, y[i], 1)
    else:
        y[i] = cuda.shfl_xor_sync(ALL, y[i], 1)

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel sums entry sums source half_shuffles.py:11
# // arg x array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // kernel greatest entry greatest source half_shuffles.py:22
# // arg x array int32 ndim 1 layout C
# // arg y array int64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel whole entry whole source half_shuffles.py:31
# // arg x array int32 ndim 1 layout C
# // arg y array int64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel apart entry apart source half_shuffles.py:41
# // arg x array int32 ndim 1 layout C
# // arg y array int64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	sums
#
# .visible .entry sums(
# 	.param .u64 .ptr .global .align 4 sums_param_0,
# 	.param .u64 sums_param_1
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<10>;
# 	.reg .b64 	%rd<7>;
#
# 	ld.param.b64 	%rd3, [sums_param_1];
# 	ld.param.b64 	%rd4, [sums_param_0];
# 	mov.u32 	%r2, %tid.x;
# 	cvt.u64.u32 	%rd1, %r2;
# 	setp.le.u64 	%p1, %rd3, %rd1;
# 	mul.wide.u32 	%rd5, %r2, 4;
# 	add.s64 	%rd2, %rd4, %rd5;
# 	mov.b64 	%rd6, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.s32 	%rd6, [%rd2];
# $L__BB0_2:
# 	cvt.u32.u64 	%r3, %rd6;
# 	mov.u32 	%r4, %laneid;
# 	shfl.sync.up.b32 	%r5, %r3, 1, 0, -1;
# 	setp.eq.b32 	%p2, %r4, 0;
# 	selp.b32 	%r6, 0, %r5, %p2;
# 	add.s32 	%r7, %r6, %r3;
# 	shfl.sync.up.b32 	%r8, %r7, 2, 0, -1;
# 	@%p1 bra 	$L__BB0_4;
# 	setp.lt.u32 	%p3, %r4, 2;
# 	selp.b32 	%r9, 0, %r8, %p3;
# 	add.s32 	%r1, %r9, %r7;
# 	st.global.b32 	[%rd2], %r1;
# $L__BB0_4:
# 	ret;
#
# }
# 	// .globl	greatest
# .visible .entry greatest(
# 	.param .u64 .ptr .global .align 4 greatest_param_0,
# 	.param .u64 greatest_param_1,
# 	.param .u64 .ptr .global .align 8 greatest_param_2,
# 	.param .u64 greatest_param_3
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd6, [greatest_param_3];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd8, [greatest_param_1];
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd8, %rd1;
# 	mov.b64 	%rd11, 0;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.param.b64 	%rd7, [greatest_param_0];
# 	mul.wide.u32 	%rd9, %r1, 4;
# 	add.s64 	%rd2, %rd7, %rd9;
# 	ld.global.s32 	%rd11, [%rd2];
# $L__BB1_2:
# 	cvt.u32.u64 	%r2, %rd11;
# 	shfl.sync.bfly.b32 	%r3, %r2, 1, 31, -1;
# 	max.s32 	%r4, %r2, %r3;
# 	shfl.sync.bfly.b32 	%r5, %r4, 2, 31, -1;
# 	setp.le.u64 	%p2, %rd6, %rd1;
# 	@%p2 bra 	$L__BB1_4;
# 	ld.param.b64 	%rd5, [greatest_param_2];
# 	max.s32 	%r6, %r4, %r5;
# 	cvt.s64.s32 	%rd3, %r6;
# 	mul.wide.u32 	%rd10, %r1, 8;
# 	add.s64 	%rd4, %rd5, %rd10;
# 	st.global.b64 	[%rd4], %rd3;
# $L__BB1_4:
# 	ret;
#
# }
# 	// .globl	whole
# .visible .entry whole(
# 	.param .u64 .ptr .global .align 4 whole_param_0,
# 	.param .u64 whole_param_1,
# 	.param .u64 .ptr .global .align 8 whole_param_2,
# 	.param .u64 whole_param_3
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<21>;
#
# 	ld.param.b64 	%rd5, [whole_param_3];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd7, [whole_param_1];
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd7, %rd1;
# 	mov.b64 	%rd20, 0;
# 	@%p1 bra 	$L__BB2_2;
# 	ld.param.b64 	%rd6, [whole_param_0];
# 	mul.wide.u32 	%rd8, %r1, 4;
# 	add.s64 	%rd2, %rd6, %rd8;
# 	ld.global.s32 	%rd20, [%rd2];
# $L__BB2_2:
# 	cvt.u32.u64 	%r4, %rd20;
# 	shfl.sync.bfly.b32 	%r5, %r4, 1, 31, -1;
# 	shr.s32 	%r6, %r5, 31;
# 	cvt.u64.u32 	%rd9, %r5;
# 	cvt.u64.u32 	%rd10, %r6;
# 	shl.b64 	%rd11, %rd10, 32;
# 	add.s64 	%rd12, %rd20, %rd9;
# 	add.s64 	%rd3, %rd12, %rd11;
# 	cvt.u32.u64 	%r7, %rd12;
# 	shfl.sync.bfly.b32 	%r2, %r7, 2, 31, -1;
# 	mov.b64 	{_, %r8}, %rd3;
# 	shfl.sync.bfly.b32 	%r3, %r8, 2, 31, -1;
# 	setp.le.u64 	%p2, %rd5, %rd1;
# 	@%p2 bra 	$L__BB2_4;
# 	ld.param.b64 	%rd4, [whole_param_2];
# 	cvt.u64.u32 	%rd13, %r2;
# 	add.s64 	%rd14, %rd3, %rd13;
# 	cvt.u64.u32 	%rd15, %r3;
# 	shl.b64 	%rd16, %rd15, 32;
# 	add.s64 	%rd17, %rd14, %rd16;
# 	mul.wide.u32 	%rd18, %r1, 8;
# 	add.s64 	%rd19, %rd4, %rd18;
# 	st.global.b64 	[%rd19], %rd17;
# $L__BB2_4:
# 	ret;
#
# }
# 	// .globl	apart
# .visible .entry apart(
# 	.param .u64 .ptr .global .align 4 apart_param_0,
# 	.param .u64 apart_param_1,
# 	.param .u64 .ptr .global .align 8 apart_param_2,
# 	.param .u64 apart_param_3
# )
# {
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<11>;
# 	.reg .b64 	%rd<18>;
#
# 	ld.param.b64 	%rd8, [apart_param_3];
# 	ld.param.b64 	%rd7, [apart_param_2];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd9, [apart_param_1];
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.gt.u64 	%p1, %rd9, %rd1;
# 	@%p1 bra 	$L__BB3_5;
# 	bra.uni 	$L__BB3_1;
# $L__BB3_5:
# 	ld.param.b64 	%rd6, [apart_param_0];
# 	mul.wide.u32 	%rd10, %r1, 4;
# 	add.s64 	%rd4, %rd6, %rd10;
# 	ld.global.b32 	%r2, [%rd4];
# 	setp.gt.s32 	%p2, %r2, 0;
# 	@%p2 bra 	$L__BB3_6;
# 	bra.uni 	$L__BB3_1;
# $L__BB3_6:
# 	setp.gt.u64 	%p5, %rd8, %rd1;
# 	mov.b64 	%rd16, 0;
# 	@%p5 bra 	$L__BB3_7;
# 	bra.uni 	$L__BB3_8;
# $L__BB3_7:
# 	mul.wide.u32 	%rd15, %r1, 8;
# 	add.s64 	%rd2, %rd7, %rd15;
# 	ld.global.b64 	%rd16, [%rd2];
# $L__BB3_8:
# 	cvt.u32.u64 	%r7, %rd16;
# 	shfl.sync.bfly.b32 	%r8, %r7, 1, 31, -1;
# 	mov.b64 	{_, %r9}, %rd16;
# 	shfl.sync.bfly.b32 	%r10, %r9, 1, 31, -1;
# 	st.global.b32 	[%rd4], %r8;
# 	bra.uni 	$L__BB3_9;
# $L__BB3_1:
# 	setp.gt.u64 	%p3, %rd8, %rd1;
# 	mul.wide.u32 	%rd11, %r1, 8;
# 	add.s64 	%rd3, %rd7, %rd11;
# 	mov.b64 	%rd17, 0;
# 	@%p3 bra 	$L__BB3_2;
# 	bra.uni 	$L__BB3_3;
# $L__BB3_2:
# 	ld.global.b64 	%rd17, [%rd3];
# $L__BB3_3:
# 	setp.le.u64 	%p4, %rd8, %rd1;
# 	cvt.u32.u64 	%r3, %rd17;
# 	shfl.sync.bfly.b32 	%r4, %r3, 1, 31, -1;
# 	mov.b64 	{_, %r5}, %rd17;
# 	shfl.sync.bfly.b32 	%r6, %r5, 1, 31, -1;
# 	@%p4 bra 	$L__BB3_9;
# 	cvt.u64.u32 	%rd12, %r6;
# 	shl.b64 	%rd13, %rd12, 32;
# 	cvt.u64.u32 	%rd14, %r4;
# 	or.b64 	%rd5, %rd13, %rd14;
# 	st.global.b64 	[%rd3], %rd5;
# $L__BB3_9:
# 	ret;
#
# }
