# golden: --emit=ptx --arch=sm_90 --bounds=none
# Sums of int32 take 33 bits. The least is chosen in 32: `left` and `above` add
# the same, `changed` as much or one less. What `score` adds is too far from it.
from numba import cuda


@cuda.jit("void(int32[::1], int32[::1], int32[::1], int32[::1], int32[::1])")
def distance(changed, left, above, same, out):
    i = cuda.threadIdx.x
    cost = 0 if same[i] == 3 else 1
    out[i] = min(changed[i] + cost, left[i] + 1, above[i] + 1)


@cuda.jit("void(int32[::1], int32[::1], int32[::1], int32[::1], int32, int32[::1])")
def alignment(diagonal, left, above, same, gap, out):
    i = cuda.threadIdx.x
    score = 2 if same[i] == 3 else -1
    out[i] = max(0, diagonal[i] + score, left[i] - gap, above[i] - gap)

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel distance entry distance source minima_of_sums.py:8
# // arg changed array int32 ndim 1 layout C
# // arg left array int32 ndim 1 layout C
# // arg above array int32 ndim 1 layout C
# // arg same array int32 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param changed ptr ptr offset 0 size 8
# // param changed shape0 i64 offset 8 size 8
# // param left ptr ptr offset 16 size 8
# // param left shape0 i64 offset 24 size 8
# // param above ptr ptr offset 32 size 8
# // param above shape0 i64 offset 40 size 8
# // param same ptr ptr offset 48 size 8
# // param same shape0 i64 offset 56 size 8
# // param out ptr ptr offset 64 size 8
# // param out shape0 i64 offset 72 size 8
# // facts params 80 shared 0 dynamic no bounds none typing python
# // kernel alignment entry alignment source minima_of_sums.py:15
# // arg diagonal array int32 ndim 1 layout C
# // arg left array int32 ndim 1 layout C
# // arg above array int32 ndim 1 layout C
# // arg same array int32 ndim 1 layout C
# // arg gap scalar int32
# // arg out array int32 ndim 1 layout C
# // param diagonal ptr ptr offset 0 size 8
# // param diagonal shape0 i64 offset 8 size 8
# // param left ptr ptr offset 16 size 8
# // param left shape0 i64 offset 24 size 8
# // param above ptr ptr offset 32 size 8
# // param above shape0 i64 offset 40 size 8
# // param same ptr ptr offset 48 size 8
# // param same shape0 i64 offset 56 size 8
# // param gap value i32 offset 64 size 4
# // param out ptr ptr offset 72 size 8
# // param out shape0 i64 offset 80 size 8
# // facts params 88 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	distance
#
# .visible .entry distance(
# 	.param .u64 .ptr .global .align 4 distance_param_0,
# 	.param .u64 distance_param_1,
# 	.param .u64 .ptr .global .align 4 distance_param_2,
# 	.param .u64 distance_param_3,
# 	.param .u64 .ptr .global .align 4 distance_param_4,
# 	.param .u64 distance_param_5,
# 	.param .u64 .ptr .global .align 4 distance_param_6,
# 	.param .u64 distance_param_7,
# 	.param .u64 .ptr .global .align 4 distance_param_8,
# 	.param .u64 distance_param_9
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<11>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd1, [distance_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd2, [distance_param_2];
# 	mul.wide.u32 	%rd3, %r1, 4;
# 	ld.param.b64 	%rd4, [distance_param_6];
# 	add.s64 	%rd5, %rd4, %rd3;
# 	ld.global.b32 	%r2, [%rd5];
# 	ld.param.b64 	%rd6, [distance_param_4];
# 	setp.ne.b32 	%p1, %r2, 3;
# 	selp.b32 	%r3, 1, 0, %p1;
# 	add.s64 	%rd7, %rd1, %rd3;
# 	ld.param.b64 	%rd8, [distance_param_8];
# 	ld.global.b32 	%r4, [%rd7];
# 	add.s32 	%r5, %r4, %r3;
# 	add.s64 	%rd9, %rd2, %rd3;
# 	ld.global.b32 	%r6, [%rd9];
# 	add.s64 	%rd10, %rd6, %rd3;
# 	ld.global.b32 	%r7, [%rd10];
# 	min.s32 	%r8, %r6, %r7;
# 	add.s32 	%r9, %r8, 1;
# 	setp.lt.s32 	%p2, %r8, %r4;
# 	selp.b32 	%r10, %r9, %r5, %p2;
# 	add.s64 	%rd11, %rd8, %rd3;
# 	st.global.b32 	[%rd11], %r10;
# 	ret;
#
# }
# 	// .globl	alignment
# .visible .entry alignment(
# 	.param .u64 .ptr .global .align 4 alignment_param_0,
# 	.param .u64 alignment_param_1,
# 	.param .u64 .ptr .global .align 4 alignment_param_2,
# 	.param .u64 alignment_param_3,
# 	.param .u64 .ptr .global .align 4 alignment_param_4,
# 	.param .u64 alignment_param_5,
# 	.param .u64 .ptr .global .align 4 alignment_param_6,
# 	.param .u64 alignment_param_7,
# 	.param .u32 alignment_param_8,
# 	.param .u64 .ptr .global .align 4 alignment_param_9,
# 	.param .u64 alignment_param_10
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<20>;
#
# 	ld.param.b64 	%rd1, [alignment_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd2, [alignment_param_2];
# 	mul.wide.u32 	%rd3, %r1, 4;
# 	ld.param.b64 	%rd4, [alignment_param_6];
# 	add.s64 	%rd5, %rd4, %rd3;
# 	ld.global.b32 	%r2, [%rd5];
# 	ld.param.b64 	%rd6, [alignment_param_4];
# 	setp.eq.b32 	%p1, %r2, 3;
# 	selp.b64 	%rd7, 2, -1, %p1;
# 	add.s64 	%rd8, %rd1, %rd3;
# 	ld.param.s32 	%rd9, [alignment_param_8];
# 	ld.global.s32 	%rd10, [%rd8];
# 	ld.param.b64 	%rd11, [alignment_param_9];
# 	add.s64 	%rd12, %rd7, %rd10;
# 	add.s64 	%rd13, %rd2, %rd3;
# 	ld.global.b32 	%r3, [%rd13];
# 	add.s64 	%rd14, %rd6, %rd3;
# 	ld.global.b32 	%r4, [%rd14];
# 	max.s32 	%r5, %r3, %r4;
# 	cvt.s64.s32 	%rd15, %r5;
# 	sub.s64 	%rd16, %rd15, %rd9;
# 	max.s64 	%rd17, %rd12, %rd16;
# 	max.s64 	%rd18, %rd17, 0;
# 	add.s64 	%rd19, %rd11, %rd3;
# 	st.global.b32 	[%rd19], %rd18;
# 	ret;
#
# }
