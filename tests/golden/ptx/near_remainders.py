# golden: --arch=sm_90 --passes=-small-copies
# The neighbour on a ring is chosen, not divided for, and the search divides
# once. Whether the table has entries at all is asked before the loop.
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])")
def shift(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[(i + 1) % x.size] - x[(i - 1) % x.size]


@cuda.jit("void(int32[::1], int32[::1], int32[::1])")
def find(table, keys, places):
    i = cuda.grid(1)
    if i < keys.size:
        place = keys[i] % table.size
        while table[place] != keys[i]:
            place = (place + 1) % table.size
        places[i] = place

# === --arch=sm_90 --passes=-small-copies
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel shift entry shift source near_remainders.py:8
# // arg x array float32 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel find entry find source near_remainders.py:15
# // arg table array int32 ndim 1 layout C
# // arg keys array int32 ndim 1 layout C
# // arg places array int32 ndim 1 layout C
# // param table ptr ptr offset 0 size 8
# // param table shape0 i64 offset 8 size 8
# // param keys ptr ptr offset 16 size 8
# // param keys shape0 i64 offset 24 size 8
# // param places ptr ptr offset 32 size 8
# // param places shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	shift
#
# .visible .entry shift(
# 	.param .u64 .ptr .global .align 4 shift_param_0,
# 	.param .u64 shift_param_1,
# 	.param .u64 .ptr .global .align 4 shift_param_2,
# 	.param .u64 shift_param_3
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<21>;
#
# 	ld.param.b64 	%rd2, [shift_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd4, [shift_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd5, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd6, %r3;
# 	add.s64 	%rd7, %rd5, %rd6;
# 	min.u64 	%rd8, %rd2, %rd4;
# 	setp.gt.u64 	%p1, %rd8, %rd7;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd3, [shift_param_2];
# 	ld.param.b64 	%rd1, [shift_param_0];
# 	add.s64 	%rd9, %rd7, 1;
# 	setp.lt.u64 	%p2, %rd9, %rd2;
# 	selp.b64 	%rd10, 0, %rd2, %p2;
# 	sub.s64 	%rd11, %rd7, %rd10;
# 	shl.b64 	%rd12, %rd11, 2;
# 	add.s64 	%rd13, %rd1, %rd12;
# 	ld.global.b32 	%r4, [%rd13+4];
# 	shl.b64 	%rd14, %rd10, 2;
# 	add.s64 	%rd15, %rd13, %rd14;
# 	setp.eq.b64 	%p3, %rd7, 0;
# 	selp.b64 	%rd16, %rd2, 0, %p3;
# 	shl.b64 	%rd17, %rd16, 2;
# 	add.s64 	%rd18, %rd15, %rd17;
# 	ld.global.b32 	%r5, [%rd18+-4];
# 	sub.rn.f32 	%r6, %r4, %r5;
# 	shl.b64 	%rd19, %rd7, 2;
# 	add.s64 	%rd20, %rd3, %rd19;
# 	st.global.b32 	[%rd20], %r6;
# $L__BB0_1:
# 	ret;
#
# }
# 	// .globl	find
# .visible .entry find(
# 	.param .u64 .ptr .global .align 4 find_param_0,
# 	.param .u64 find_param_1,
# 	.param .u64 .ptr .global .align 4 find_param_2,
# 	.param .u64 find_param_3,
# 	.param .u64 .ptr .global .align 4 find_param_4,
# 	.param .u64 find_param_5
# )
# {
# 	.reg .pred 	%p<10>;
# 	.reg .b32 	%r<12>;
# 	.reg .b64 	%rd<23>;
#
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd9, [find_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd10, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd11, %r3;
# 	add.s64 	%rd1, %rd10, %rd11;
# 	setp.ge.u64 	%p1, %rd1, %rd9;
# 	@%p1 bra 	$L__BB1_9;
# 	ld.param.b64 	%rd6, [find_param_2];
# 	ld.param.b64 	%rd5, [find_param_1];
# 	shl.b64 	%rd12, %rd1, 2;
# 	add.s64 	%rd13, %rd6, %rd12;
# 	ld.global.b32 	%r4, [%rd13];
# 	setp.eq.b64 	%p2, %rd5, 0;
# 	@%p2 bra 	$L__BB1_10;
# 	ld.param.b64 	%rd4, [find_param_0];
# 	cvt.s64.s32 	%rd2, %r4;
# 	or.b64 	%rd14, %rd2, %rd5;
# 	setp.gt.u64 	%p3, %rd14, 4294967295;
# 	@%p3 bra 	$L__BB1_4;
# 	cvt.u32.u64 	%r6, %rd2;
# 	cvt.u32.u64 	%r7, %rd5;
# 	rem.u32 	%r8, %r6, %r7;
# 	cvt.u64.u32 	%rd22, %r8;
# $L__BB1_5:
# 	cvt.u32.u64 	%r11, %rd22;
# 	shl.b64 	%rd17, %rd22, 2;
# 	add.s64 	%rd18, %rd4, %rd17;
# 	ld.global.b32 	%r9, [%rd18];
# 	setp.eq.b32 	%p5, %r9, %r4;
# 	@%p5 bra 	$L__BB1_7;
# $L__BB1_6:
# 	add.s64 	%rd19, %rd22, 1;
# 	setp.lt.s64 	%p6, %rd19, %rd5;
# 	selp.b64 	%rd22, %rd19, 0, %p6;
# 	cvt.u32.u64 	%r11, %rd22;
# 	shl.b64 	%rd20, %rd22, 2;
# 	add.s64 	%rd21, %rd4, %rd20;
# 	ld.global.b32 	%r10, [%rd21];
# 	setp.ne.b32 	%p7, %r10, %r4;
# 	@%p7 bra 	$L__BB1_6;
# 	bra.uni 	$L__BB1_7;
# $L__BB1_10:
# 	setp.eq.b32 	%p8, %r4, 0;
# 	mov.b32 	%r11, 0;
# 	@%p8 bra 	$L__BB1_7;
# $L__BB1_11:
# 	bra.uni 	$L__BB1_11;
# $L__BB1_7:
# 	ld.param.b64 	%rd8, [find_param_5];
# 	setp.ge.u64 	%p9, %rd1, %rd8;
# 	@%p9 bra 	$L__BB1_9;
# 	ld.param.b64 	%rd7, [find_param_4];
# 	add.s64 	%rd3, %rd7, %rd12;
# 	st.global.b32 	[%rd3], %r11;
# $L__BB1_9:
# 	ret;
# $L__BB1_4:
# 	rem.s64 	%rd15, %rd2, %rd5;
# 	cvt.u32.u64 	%r5, %rd15;
# 	setp.lt.s32 	%p4, %r5, 0;
# 	selp.b64 	%rd16, %rd5, 0, %p4;
# 	add.s64 	%rd22, %rd16, %rd15;
# 	bra.uni 	$L__BB1_5;
#
# }
