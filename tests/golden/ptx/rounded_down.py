# golden: --arch=sm_90 --bounds=none
"""Divisions that round down, of numbers that may be negative: none has a correction behind it."""
from numba import cuda


@cuda.jit("void(int32[::1], int32[::1], int64[::1])")
def words(a, b, out):
    i = cuda.threadIdx.x
    out[i] = max(a[i] // 3, b[i])
    out[i + 1] = a[i] // max(b[i], 1)
    out[i + 2] = a[i] % 10


@cuda.jit("void(int32[::1], int32[::1], int64[::1])")
def any_sign(a, b, out):
    i = cuda.threadIdx.x
    out[i] = a[i] // b[i]
    out[i + 1] = a[i] % b[i]


@cuda.jit("void(int64[::1], float32[::1], int64[::1])")
def long(a, x, out):
    i = cuda.threadIdx.x
    out[i] = a[i] // 10
    out[i + 1] = int(min(max(x[i], -1000.0), 1000.0)) // 30

# === --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel words entry words source rounded_down.py:7
# // arg a array int32 ndim 1 layout C
# // arg b array int32 ndim 1 layout C
# // arg out array int64 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // kernel any_sign entry any_sign source rounded_down.py:15
# // arg a array int32 ndim 1 layout C
# // arg b array int32 ndim 1 layout C
# // arg out array int64 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // kernel long entry long source rounded_down.py:22
# // arg a array int64 ndim 1 layout C
# // arg x array float32 ndim 1 layout C
# // arg out array int64 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param x ptr ptr offset 16 size 8
# // param x shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	words
#
# .visible .entry words(
# 	.param .u64 .ptr .global .align 4 words_param_0,
# 	.param .u64 words_param_1,
# 	.param .u64 .ptr .global .align 4 words_param_2,
# 	.param .u64 words_param_3,
# 	.param .u64 .ptr .global .align 8 words_param_4,
# 	.param .u64 words_param_5
# )
# {
# 	.reg .pred 	%p<11>;
# 	.reg .b32 	%r<44>;
# 	.reg .b64 	%rd<32>;
#
# 	ld.param.b64 	%rd3, [words_param_4];
# 	ld.param.b64 	%rd2, [words_param_2];
# 	ld.param.b64 	%rd1, [words_param_0];
# 	cvta.global.u64 	%rd4, %rd1;
# 	ld.param.b64 	%rd5, [words_param_1];
# 	shl.b64 	%rd6, %rd5, 2;
# 	ld.param.b64 	%rd7, [words_param_3];
# 	add.s64 	%rd8, %rd6, %rd4;
# 	cvta.global.u64 	%rd9, %rd3;
# 	ld.param.b64 	%rd10, [words_param_5];
# 	setp.le.s64 	%p1, %rd8, %rd9;
# 	shl.b64 	%rd11, %rd10, 3;
# 	add.s64 	%rd12, %rd11, %rd9;
# 	setp.le.s64 	%p2, %rd12, %rd4;
# 	or.pred 	%p3, %p1, %p2;
# 	cvta.global.u64 	%rd13, %rd2;
# 	shl.b64 	%rd14, %rd7, 2;
# 	add.s64 	%rd15, %rd14, %rd13;
# 	setp.le.s64 	%p4, %rd15, %rd9;
# 	setp.le.s64 	%p5, %rd12, %rd13;
# 	or.pred 	%p6, %p4, %p5;
# 	and.pred 	%p7, %p3, %p6;
# 	not.pred 	%p8, %p7;
# 	@%p8 bra 	$L__BB0_3;
# 	mov.u32 	%r26, %tid.x;
# 	mul.wide.u32 	%rd24, %r26, 4;
# 	add.s64 	%rd25, %rd1, %rd24;
# 	ld.global.nc.b32 	%r27, [%rd25];
# 	shr.s32 	%r28, %r27, 31;
# 	xor.b32 	%r29, %r28, %r27;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r29, -1431655765; mov.b64 {low, %r30}, wide; }
# 	shr.u32 	%r31, %r30, 1;
# 	xor.b32 	%r32, %r31, %r28;
# 	add.s64 	%rd26, %rd2, %rd24;
# 	ld.global.nc.b32 	%r33, [%rd26];
# 	max.s32 	%r34, %r32, %r33;
# 	cvt.s64.s32 	%rd27, %r34;
# 	mul.wide.u32 	%rd28, %r26, 8;
# 	add.s64 	%rd29, %rd3, %rd28;
# 	st.global.b64 	[%rd29], %rd27;
# 	max.s32 	%r35, %r33, 1;
# 	div.u32 	%r36, %r29, %r35;
# 	xor.b32 	%r37, %r36, %r28;
# 	cvt.s64.s32 	%rd30, %r37;
# 	st.global.b64 	[%rd29+8], %rd30;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r29, -858993459; mov.b64 {low, %r38}, wide; }
# 	shr.u32 	%r39, %r38, 3;
# 	mul.lo.s32 	%r40, %r39, 10;
# 	sub.s32 	%r41, %r29, %r40;
# 	sub.s32 	%r42, 9, %r41;
# 	setp.lt.s32 	%p10, %r27, 0;
# 	selp.b32 	%r43, %r42, %r41, %p10;
# 	cvt.u64.u32 	%rd31, %r43;
# 	st.global.b64 	[%rd29+16], %rd31;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	mov.u32 	%r1, %tid.x;
# 	mul.wide.u32 	%rd16, %r1, 4;
# 	add.s64 	%rd17, %rd1, %rd16;
# 	ld.global.b32 	%r2, [%rd17];
# 	shr.s32 	%r3, %r2, 31;
# 	xor.b32 	%r4, %r3, %r2;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r4, -1431655765; mov.b64 {low, %r5}, wide; }
# 	shr.u32 	%r6, %r5, 1;
# 	xor.b32 	%r7, %r6, %r3;
# 	add.s64 	%rd18, %rd2, %rd16;
# 	ld.global.b32 	%r8, [%rd18];
# 	max.s32 	%r9, %r7, %r8;
# 	cvt.s64.s32 	%rd19, %r9;
# 	mul.wide.u32 	%rd20, %r1, 8;
# 	add.s64 	%rd21, %rd3, %rd20;
# 	st.global.b64 	[%rd21], %rd19;
# 	ld.global.b32 	%r10, [%rd17];
# 	ld.global.b32 	%r11, [%rd18];
# 	max.s32 	%r12, %r11, 1;
# 	shr.s32 	%r13, %r10, 31;
# 	xor.b32 	%r14, %r13, %r10;
# 	div.u32 	%r15, %r14, %r12;
# 	xor.b32 	%r16, %r15, %r13;
# 	cvt.s64.s32 	%rd22, %r16;
# 	st.global.b64 	[%rd21+8], %rd22;
# 	ld.global.b32 	%r17, [%rd17];
# 	shr.s32 	%r18, %r17, 31;
# 	xor.b32 	%r19, %r18, %r17;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r19, -858993459; mov.b64 {low, %r20}, wide; }
# 	shr.u32 	%r21, %r20, 3;
# 	mul.lo.s32 	%r22, %r21, 10;
# 	sub.s32 	%r23, %r19, %r22;
# 	sub.s32 	%r24, 9, %r23;
# 	setp.lt.s32 	%p9, %r17, 0;
# 	selp.b32 	%r25, %r24, %r23, %p9;
# 	cvt.u64.u32 	%rd23, %r25;
# 	st.global.b64 	[%rd21+16], %rd23;
# $L__BB0_2:
# 	ret;
#
# }
# 	// .globl	any_sign
# .visible .entry any_sign(
# 	.param .u64 .ptr .global .align 4 any_sign_param_0,
# 	.param .u64 any_sign_param_1,
# 	.param .u64 .ptr .global .align 4 any_sign_param_2,
# 	.param .u64 any_sign_param_3,
# 	.param .u64 .ptr .global .align 8 any_sign_param_4,
# 	.param .u64 any_sign_param_5
# )
# {
# 	.reg .pred 	%p<27>;
# 	.reg .b32 	%r<55>;
# 	.reg .b64 	%rd<62>;
#
# 	ld.param.b64 	%rd12, [any_sign_param_4];
# 	ld.param.b64 	%rd11, [any_sign_param_2];
# 	ld.param.b64 	%rd10, [any_sign_param_0];
# 	cvta.global.u64 	%rd13, %rd10;
# 	ld.param.b64 	%rd14, [any_sign_param_1];
# 	shl.b64 	%rd15, %rd14, 2;
# 	ld.param.b64 	%rd16, [any_sign_param_3];
# 	add.s64 	%rd17, %rd15, %rd13;
# 	cvta.global.u64 	%rd18, %rd12;
# 	ld.param.b64 	%rd19, [any_sign_param_5];
# 	setp.le.s64 	%p1, %rd17, %rd18;
# 	shl.b64 	%rd20, %rd19, 3;
# 	add.s64 	%rd21, %rd20, %rd18;
# 	setp.le.s64 	%p2, %rd21, %rd13;
# 	or.pred 	%p3, %p1, %p2;
# 	cvta.global.u64 	%rd22, %rd11;
# 	shl.b64 	%rd23, %rd16, 2;
# 	add.s64 	%rd24, %rd23, %rd22;
# 	setp.le.s64 	%p4, %rd24, %rd18;
# 	setp.le.s64 	%p5, %rd21, %rd22;
# 	or.pred 	%p6, %p4, %p5;
# 	and.pred 	%p7, %p3, %p6;
# 	not.pred 	%p8, %p7;
# 	@%p8 bra 	$L__BB1_6;
# 	mov.u32 	%r1, %tid.x;
# 	mul.wide.u32 	%rd41, %r1, 4;
# 	add.s64 	%rd42, %rd10, %rd41;
# 	ld.global.nc.b32 	%r38, [%rd42];
# 	cvt.s64.s32 	%rd1, %r38;
# 	add.s64 	%rd43, %rd11, %rd41;
# 	ld.global.nc.b32 	%r2, [%rd43];
# 	add.s32 	%r39, %r2, -1;
# 	or.b32 	%r40, %r38, %r2;
# 	or.b32 	%r41, %r40, %r39;
# 	setp.lt.s32 	%p21, %r41, 0;
# 	@%p21 bra 	$L__BB1_3;
# 	cvt.u32.u64 	%r51, %rd1;
# 	div.u32 	%r52, %r51, %r2;
# 	cvt.u64.u32 	%rd56, %r52;
# 	mul.lo.s32 	%r53, %r52, %r2;
# 	sub.s32 	%r54, %r51, %r53;
# 	cvt.u64.u32 	%rd58, %r54;
# 	mul.wide.u32 	%rd57, %r1, 8;
# 	add.s64 	%rd59, %rd12, %rd57;
# 	st.global.b64 	[%rd59], %rd56;
# $L__BB1_4:
# 	st.global.b64 	[%rd59+8], %rd58;
# 	bra.uni 	$L__BB1_5;
# $L__BB1_6:
# 	mov.u32 	%r4, %tid.x;
# 	mul.wide.u32 	%rd25, %r4, 4;
# 	add.s64 	%rd3, %rd10, %rd25;
# 	ld.global.b32 	%r8, [%rd3];
# 	cvt.s64.s32 	%rd4, %r8;
# 	add.s64 	%rd5, %rd11, %rd25;
# 	ld.global.b32 	%r5, [%rd5];
# 	add.s32 	%r10, %r5, -1;
# 	or.b32 	%r11, %r8, %r5;
# 	or.b32 	%r12, %r11, %r10;
# 	setp.lt.s32 	%p9, %r12, 0;
# 	@%p9 bra 	$L__BB1_8;
# 	cvt.u32.u64 	%r21, %rd4;
# 	div.u32 	%r22, %r21, %r5;
# 	cvt.u64.u32 	%rd60, %r22;
# $L__BB1_9:
# 	mul.wide.u32 	%rd34, %r4, 8;
# 	add.s64 	%rd7, %rd12, %rd34;
# 	st.global.b64 	[%rd7], %rd60;
# 	ld.global.b32 	%r23, [%rd3];
# 	cvt.s64.s32 	%rd8, %r23;
# 	ld.global.b32 	%r6, [%rd5];
# 	add.s32 	%r24, %r6, -1;
# 	or.b32 	%r25, %r23, %r6;
# 	or.b32 	%r26, %r25, %r24;
# 	setp.lt.s32 	%p15, %r26, 0;
# 	@%p15 bra 	$L__BB1_11;
# 	cvt.u32.u64 	%r36, %rd8;
# 	rem.u32 	%r37, %r36, %r6;
# 	cvt.u64.u32 	%rd61, %r37;
# $L__BB1_12:
# 	st.global.b64 	[%rd7+8], %rd61;
# $L__BB1_5:
# 	ret;
# $L__BB1_3:
# 	max.u32 	%r3, %r2, 1;
# 	cvt.s64.s32 	%rd2, %r3;
# 	setp.eq.b32 	%p22, %r2, 0;
# 	cvt.u32.u64 	%r42, %rd1;
# 	cvt.u32.u64 	%r43, %rd2;
# 	neg.s32 	%r44, %r42;
# 	min.u32 	%r45, %r42, %r44;
# 	neg.s32 	%r46, %r43;
# 	min.u32 	%r47, %r43, %r46;
# 	div.u32 	%r48, %r45, %r47;
# 	cvt.u64.u32 	%rd44, %r48;
# 	xor.b32 	%r49, %r42, %r43;
# 	setp.lt.s32 	%p23, %r49, 0;
# 	neg.s64 	%rd45, %rd44;
# 	selp.b64 	%rd46, %rd45, %rd44, %p23;
# 	mul.lo.s64 	%rd47, %rd46, %rd2;
# 	sub.s64 	%rd48, %rd1, %rd47;
# 	setp.ne.b64 	%p24, %rd1, %rd47;
# 	xor.b64 	%rd49, %rd48, %rd2;
# 	setp.lt.s64 	%p25, %rd49, 0;
# 	and.pred 	%p26, %p24, %p25;
# 	selp.b64 	%rd50, -1, 0, %p26;
# 	add.s64 	%rd51, %rd46, %rd50;
# 	selp.b64 	%rd52, 0, %rd51, %p22;
# 	mul.wide.u32 	%rd53, %r1, 8;
# 	add.s64 	%rd59, %rd12, %rd53;
# 	st.global.b64 	[%rd59], %rd52;
# 	selp.b32 	%r50, %r3, 0, %p26;
# 	cvt.s64.s32 	%rd54, %r50;
# 	add.s64 	%rd55, %rd54, %rd48;
# 	selp.b64 	%rd58, 0, %rd55, %p22;
# 	bra.uni 	$L__BB1_4;
# $L__BB1_8:
# 	max.u32 	%r9, %r5, 1;
# 	cvt.s64.s32 	%rd6, %r9;
# 	setp.eq.b32 	%p10, %r5, 0;
# 	cvt.u32.u64 	%r13, %rd4;
# 	cvt.u32.u64 	%r14, %rd6;
# 	neg.s32 	%r15, %r13;
# 	min.u32 	%r16, %r13, %r15;
# 	neg.s32 	%r17, %r14;
# 	min.u32 	%r18, %r14, %r17;
# 	div.u32 	%r19, %r16, %r18;
# 	cvt.u64.u32 	%rd26, %r19;
# 	xor.b32 	%r20, %r13, %r14;
# 	setp.lt.s32 	%p11, %r20, 0;
# 	neg.s64 	%rd27, %rd26;
# 	selp.b64 	%rd28, %rd27, %rd26, %p11;
# 	mul.lo.s64 	%rd29, %rd28, %rd6;
# 	sub.s64 	%rd30, %rd4, %rd29;
# 	setp.ne.b64 	%p12, %rd4, %rd29;
# 	xor.b64 	%rd31, %rd30, %rd6;
# 	setp.lt.s64 	%p13, %rd31, 0;
# 	and.pred 	%p14, %p12, %p13;
# 	selp.b64 	%rd32, -1, 0, %p14;
# 	add.s64 	%rd33, %rd28, %rd32;
# 	selp.b64 	%rd60, 0, %rd33, %p10;
# 	bra.uni 	$L__BB1_9;
# $L__BB1_11:
# 	max.u32 	%r7, %r6, 1;
# 	cvt.s64.s32 	%rd9, %r7;
# 	setp.eq.b32 	%p16, %r6, 0;
# 	cvt.u32.u64 	%r27, %rd8;
# 	cvt.u32.u64 	%r28, %rd9;
# 	neg.s32 	%r29, %r27;
# 	min.u32 	%r30, %r27, %r29;
# 	neg.s32 	%r31, %r28;
# 	min.u32 	%r32, %r28, %r31;
# 	rem.u32 	%r33, %r30, %r32;
# 	cvt.u64.u32 	%rd35, %r33;
# 	setp.lt.s32 	%p17, %r27, 0;
# 	neg.s64 	%rd36, %rd35;
# 	selp.b64 	%rd37, %rd36, %rd35, %p17;
# 	cvt.u32.u64 	%r34, %rd37;
# 	setp.ne.b32 	%p18, %r34, 0;
# 	xor.b64 	%rd38, %rd37, %rd9;
# 	setp.lt.s64 	%p19, %rd38, 0;
# 	and.pred 	%p20, %p18, %p19;
# 	selp.b32 	%r35, %r7, 0, %p20;
# 	cvt.s64.s32 	%rd39, %r35;
# 	add.s64 	%rd40, %rd39, %rd37;
# 	selp.b64 	%rd61, 0, %rd40, %p16;
# 	bra.uni 	$L__BB1_12;
#
# }
# 	// .globl	long
# .visible .entry long(
# 	.param .u64 .ptr .global .align 8 long_param_0,
# 	.param .u64 long_param_1,
# 	.param .u64 .ptr .global .align 4 long_param_2,
# 	.param .u64 long_param_3,
# 	.param .u64 .ptr .global .align 8 long_param_4,
# 	.param .u64 long_param_5
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<19>;
# 	.reg .b64 	%rd<36>;
#
# 	ld.param.b64 	%rd3, [long_param_4];
# 	ld.param.b64 	%rd2, [long_param_2];
# 	ld.param.b64 	%rd1, [long_param_0];
# 	cvta.global.u64 	%rd4, %rd2;
# 	ld.param.b64 	%rd5, [long_param_3];
# 	shl.b64 	%rd6, %rd5, 2;
# 	add.s64 	%rd7, %rd6, %rd4;
# 	cvta.global.u64 	%rd8, %rd3;
# 	ld.param.b64 	%rd9, [long_param_5];
# 	setp.gt.s64 	%p1, %rd7, %rd8;
# 	shl.b64 	%rd10, %rd9, 3;
# 	add.s64 	%rd11, %rd10, %rd8;
# 	setp.gt.s64 	%p2, %rd11, %rd4;
# 	and.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB2_3;
# 	mov.u32 	%r10, %tid.x;
# 	mul.wide.u32 	%rd24, %r10, 8;
# 	add.s64 	%rd25, %rd1, %rd24;
# 	ld.global.b64 	%rd26, [%rd25];
# 	shr.s64 	%rd27, %rd26, 63;
# 	xor.b64 	%rd28, %rd27, %rd26;
# 	mul.hi.u64 	%rd29, %rd28, -3689348814741910323;
# 	shr.u64 	%rd30, %rd29, 3;
# 	xor.b64 	%rd31, %rd30, %rd27;
# 	add.s64 	%rd32, %rd3, %rd24;
# 	st.global.b64 	[%rd32], %rd31;
# 	mul.wide.u32 	%rd33, %r10, 4;
# 	add.s64 	%rd34, %rd2, %rd33;
# 	ld.global.nc.b32 	%r11, [%rd34];
# 	max.f32 	%r12, %r11, 0fC47A0000;
# 	min.f32 	%r13, %r12, 0f447A0000;
# 	cvt.rzi.s32.f32 	%r14, %r13;
# 	add.s32 	%r15, %r14, 1020;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r15, -2004318071; mov.b64 {low, %r16}, wide; }
# 	shr.u32 	%r17, %r16, 4;
# 	add.s32 	%r18, %r17, -34;
# 	cvt.s64.s32 	%rd35, %r18;
# 	st.global.b64 	[%rd32+8], %rd35;
# 	bra.uni 	$L__BB2_2;
# $L__BB2_3:
# 	mov.u32 	%r1, %tid.x;
# 	mul.wide.u32 	%rd12, %r1, 8;
# 	add.s64 	%rd13, %rd1, %rd12;
# 	ld.global.b64 	%rd14, [%rd13];
# 	shr.s64 	%rd15, %rd14, 63;
# 	xor.b64 	%rd16, %rd15, %rd14;
# 	mul.hi.u64 	%rd17, %rd16, -3689348814741910323;
# 	shr.u64 	%rd18, %rd17, 3;
# 	xor.b64 	%rd19, %rd18, %rd15;
# 	add.s64 	%rd20, %rd3, %rd12;
# 	st.global.b64 	[%rd20], %rd19;
# 	mul.wide.u32 	%rd21, %r1, 4;
# 	add.s64 	%rd22, %rd2, %rd21;
# 	ld.global.b32 	%r2, [%rd22];
# 	max.f32 	%r3, %r2, 0fC47A0000;
# 	min.f32 	%r4, %r3, 0f447A0000;
# 	cvt.rzi.s32.f32 	%r5, %r4;
# 	add.s32 	%r6, %r5, 1020;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r6, -2004318071; mov.b64 {low, %r7}, wide; }
# 	shr.u32 	%r8, %r7, 4;
# 	add.s32 	%r9, %r8, -34;
# 	cvt.s64.s32 	%rd23, %r9;
# 	st.global.b64 	[%rd20+8], %rd23;
# $L__BB2_2:
# 	ret;
#
# }
