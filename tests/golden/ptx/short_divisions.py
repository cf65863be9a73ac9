# golden: --arch=sm_90 --bounds=none --passes=-small-copies
# One test of all that is divided; no quotient is corrected where it holds.
from numba import cuda


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1])")
def turn(a, b):
    i = cuda.grid(1)
    if i < a.size:
        x = i % a.shape[2]
        y = i // a.shape[2] % a.shape[1]
        z = i // (a.shape[2] * a.shape[1])
        b[z, y, x] = a[z, y, a.shape[2] - 1 - x]


# The loads do not change where the arrays are apart: all three numbers are
# tested before the first is stored.
@cuda.jit("void(int64[:, ::1], int64[:, ::1], int64)")
def shares(a, b, n):
    i = cuda.grid(1)
    for c in range(3):
        b[i, c] = a[i, c] // n

# === --arch=sm_90 --bounds=none --passes=-small-copies
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel turn entry turn source short_divisions.py:7
# // arg a array float32 ndim 3 layout C
# // arg b array float32 ndim 3 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param a shape1 i64 offset 16 size 8
# // param a shape2 i64 offset 24 size 8
# // param b ptr ptr offset 32 size 8
# // param b shape0 i64 offset 40 size 8
# // param b shape1 i64 offset 48 size 8
# // param b shape2 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds none typing python
# // kernel shares entry shares source short_divisions.py:19
# // arg a array int64 ndim 2 layout C
# // arg b array int64 ndim 2 layout C
# // arg n scalar int64
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param a shape1 i64 offset 16 size 8
# // param b ptr ptr offset 24 size 8
# // param b shape0 i64 offset 32 size 8
# // param b shape1 i64 offset 40 size 8
# // param n value i64 offset 48 size 8
# // facts params 56 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	turn
#
# .visible .entry turn(
# 	.param .u64 .ptr .global .align 4 turn_param_0,
# 	.param .u64 turn_param_1,
# 	.param .u64 turn_param_2,
# 	.param .u64 turn_param_3,
# 	.param .u64 .ptr .global .align 4 turn_param_4,
# 	.param .u64 turn_param_5,
# 	.param .u64 turn_param_6,
# 	.param .u64 turn_param_7
# )
# {
# 	.reg .pred 	%p<12>;
# 	.reg .b32 	%r<23>;
# 	.reg .b64 	%rd<63>;
#
# 	ld.param.b64 	%rd9, [turn_param_3];
# 	ld.param.b64 	%rd8, [turn_param_2];
# 	ld.param.b64 	%rd7, [turn_param_1];
# 	mov.u32 	%r4, %ctaid.x;
# 	mov.u32 	%r5, %ntid.x;
# 	mul.wide.u32 	%rd14, %r4, %r5;
# 	mov.u32 	%r6, %tid.x;
# 	cvt.u64.u32 	%rd15, %r6;
# 	add.s64 	%rd1, %rd14, %rd15;
# 	mul.lo.s64 	%rd2, %rd9, %rd8;
# 	mul.lo.s64 	%rd16, %rd2, %rd7;
# 	setp.ge.s64 	%p1, %rd1, %rd16;
# 	@%p1 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd13, [turn_param_7];
# 	ld.param.b64 	%rd12, [turn_param_6];
# 	ld.param.b64 	%rd10, [turn_param_4];
# 	ld.param.b64 	%rd6, [turn_param_0];
# 	max.u64 	%rd3, %rd9, 1;
# 	max.u64 	%rd4, %rd8, 1;
# 	max.u64 	%rd5, %rd2, 1;
# 	or.b64 	%rd17, %rd1, %rd3;
# 	or.b64 	%rd18, %rd17, %rd4;
# 	or.b64 	%rd19, %rd18, %rd5;
# 	setp.gt.u64 	%p2, %rd19, 4294967295;
# 	@%p2 bra 	$L__BB0_3;
# 	cvt.u32.u64 	%r1, %rd8;
# 	cvt.u32.u64 	%r2, %rd9;
# 	cvt.u32.u64 	%r3, %rd2;
# 	setp.eq.b32 	%p9, %r2, 0;
# 	cvt.u32.u64 	%r7, %rd1;
# 	cvt.u32.u64 	%r8, %rd3;
# 	div.u32 	%r9, %r7, %r8;
# 	mul.lo.s32 	%r10, %r9, %r8;
# 	sub.s32 	%r11, %r7, %r10;
# 	selp.b32 	%r12, 0, %r11, %p9;
# 	cvt.u64.u32 	%rd62, %r12;
# 	selp.b32 	%r13, 0, %r9, %p9;
# 	setp.eq.b32 	%p10, %r1, 0;
# 	cvt.u32.u64 	%r14, %rd4;
# 	rem.u32 	%r15, %r13, %r14;
# 	selp.b32 	%r16, 0, %r15, %p10;
# 	cvt.u64.u32 	%rd61, %r16;
# 	setp.eq.b32 	%p11, %r3, 0;
# 	cvt.u32.u64 	%r17, %rd5;
# 	div.u32 	%r18, %r7, %r17;
# 	selp.b32 	%r19, 0, %r18, %p11;
# 	cvt.u64.u32 	%rd60, %r19;
# 	not.b64 	%rd46, %rd62;
# 	add.s64 	%rd47, %rd9, %rd46;
# 	shr.s64 	%rd48, %rd47, 63;
# 	cvt.u32.u64 	%r20, %rd48;
# 	and.b32 	%r21, %r20, %r2;
# 	mul.wide.u32 	%rd49, %r19, %r1;
# 	add.s64 	%rd50, %rd49, %rd61;
# 	mad.lo.s64 	%rd51, %rd50, %rd9, %rd47;
# 	shl.b64 	%rd52, %rd51, 2;
# 	add.s64 	%rd53, %rd6, %rd52;
# 	mul.wide.u32 	%rd54, %r21, 4;
# 	add.s64 	%rd55, %rd53, %rd54;
# 	ld.global.b32 	%r22, [%rd55];
# $L__BB0_4:
# 	mad.lo.s64 	%rd56, %rd60, %rd12, %rd61;
# 	mad.lo.s64 	%rd57, %rd56, %rd13, %rd62;
# 	shl.b64 	%rd58, %rd57, 2;
# 	add.s64 	%rd59, %rd10, %rd58;
# 	st.global.b32 	[%rd59], %r22;
# $L__BB0_5:
# 	ret;
# $L__BB0_3:
# 	ld.param.b64 	%rd11, [turn_param_5];
# 	setp.eq.b64 	%p3, %rd9, 0;
# 	div.u64 	%rd20, %rd1, %rd3;
# 	mul.lo.s64 	%rd21, %rd20, %rd3;
# 	sub.s64 	%rd22, %rd1, %rd21;
# 	selp.b64 	%rd62, 0, %rd22, %p3;
# 	selp.b64 	%rd23, 0, %rd20, %p3;
# 	setp.eq.b64 	%p4, %rd8, 0;
# 	rem.u64 	%rd24, %rd23, %rd4;
# 	selp.b64 	%rd61, 0, %rd24, %p4;
# 	setp.eq.b64 	%p5, %rd2, 0;
# 	div.s64 	%rd25, %rd1, %rd5;
# 	mul.lo.s64 	%rd26, %rd25, %rd5;
# 	sub.s64 	%rd27, %rd1, %rd26;
# 	setp.ne.b64 	%p6, %rd1, %rd26;
# 	xor.b64 	%rd28, %rd27, %rd5;
# 	setp.lt.s64 	%p7, %rd28, 0;
# 	and.pred 	%p8, %p6, %p7;
# 	selp.b64 	%rd29, -1, 0, %p8;
# 	add.s64 	%rd30, %rd25, %rd29;
# 	selp.b64 	%rd31, 0, %rd30, %p5;
# 	shr.s64 	%rd32, %rd31, 63;
# 	and.b64 	%rd33, %rd32, %rd7;
# 	add.s64 	%rd34, %rd33, %rd31;
# 	not.b64 	%rd35, %rd62;
# 	add.s64 	%rd36, %rd9, %rd35;
# 	shr.s64 	%rd37, %rd36, 63;
# 	and.b64 	%rd38, %rd37, %rd9;
# 	mad.lo.s64 	%rd39, %rd34, %rd8, %rd61;
# 	mad.lo.s64 	%rd40, %rd39, %rd9, %rd36;
# 	shl.b64 	%rd41, %rd40, 2;
# 	add.s64 	%rd42, %rd6, %rd41;
# 	shl.b64 	%rd43, %rd38, 2;
# 	add.s64 	%rd44, %rd42, %rd43;
# 	ld.global.b32 	%r22, [%rd44];
# 	and.b64 	%rd45, %rd32, %rd11;
# 	add.s64 	%rd60, %rd45, %rd31;
# 	bra.uni 	$L__BB0_4;
#
# }
# 	// .globl	shares
# .visible .entry shares(
# 	.param .u64 .ptr .global .align 8 shares_param_0,
# 	.param .u64 shares_param_1,
# 	.param .u64 shares_param_2,
# 	.param .u64 .ptr .global .align 8 shares_param_3,
# 	.param .u64 shares_param_4,
# 	.param .u64 shares_param_5,
# 	.param .u64 shares_param_6
# )
# {
# 	.reg .pred 	%p<32>;
# 	.reg .b32 	%r<21>;
# 	.reg .b64 	%rd<114>;
#
# 	ld.param.b64 	%rd16, [shares_param_6];
# 	ld.param.b64 	%rd15, [shares_param_5];
# 	ld.param.b64 	%rd14, [shares_param_3];
# 	ld.param.b64 	%rd13, [shares_param_2];
# 	ld.param.b64 	%rd12, [shares_param_0];
# 	cvta.global.u64 	%rd17, %rd12;
# 	ld.param.b64 	%rd18, [shares_param_1];
# 	mul.lo.s64 	%rd19, %rd18, %rd13;
# 	shl.b64 	%rd20, %rd19, 3;
# 	ld.param.b64 	%rd21, [shares_param_4];
# 	add.s64 	%rd22, %rd20, %rd17;
# 	cvta.global.u64 	%rd23, %rd14;
# 	setp.gt.s64 	%p1, %rd22, %rd23;
# 	mul.lo.s64 	%rd24, %rd21, %rd15;
# 	shl.b64 	%rd25, %rd24, 3;
# 	add.s64 	%rd26, %rd25, %rd23;
# 	setp.gt.s64 	%p2, %rd26, %rd17;
# 	and.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB1_6;
# 	mov.u32 	%r10, %ctaid.x;
# 	mov.u32 	%r11, %ntid.x;
# 	mul.wide.u32 	%rd62, %r10, %r11;
# 	mov.u32 	%r12, %tid.x;
# 	cvt.u64.u32 	%rd63, %r12;
# 	add.s64 	%rd64, %rd62, %rd63;
# 	mul.lo.s64 	%rd65, %rd13, %rd64;
# 	shl.b64 	%rd66, %rd65, 3;
# 	add.s64 	%rd67, %rd12, %rd66;
# 	max.u64 	%rd68, %rd16, 1;
# 	setp.eq.b64 	%p18, %rd16, -1;
# 	selp.b64 	%rd1, 1, %rd68, %p18;
# 	mul.lo.s64 	%rd69, %rd15, %rd64;
# 	shl.b64 	%rd70, %rd69, 3;
# 	add.s64 	%rd2, %rd14, %rd70;
# 	ld.global.nc.b64 	%rd3, [%rd67];
# 	ld.global.nc.b64 	%rd4, [%rd67+8];
# 	ld.global.nc.b64 	%rd5, [%rd67+16];
# 	or.b64 	%rd71, %rd3, %rd1;
# 	or.b64 	%rd72, %rd71, %rd4;
# 	or.b64 	%rd73, %rd72, %rd5;
# 	setp.gt.u64 	%p19, %rd73, 4294967295;
# 	@%p19 bra 	$L__BB1_3;
# 	setp.eq.b64 	%p30, %rd16, 0;
# 	cvt.u32.u64 	%r13, %rd3;
# 	and.b64 	%rd97, %rd3, 4294967295;
# 	cvt.u32.u64 	%r14, %rd1;
# 	div.u32 	%r15, %r13, %r14;
# 	cvt.u64.u32 	%rd98, %r15;
# 	neg.s64 	%rd99, %rd97;
# 	selp.b64 	%rd100, %rd99, %rd98, %p18;
# 	selp.b64 	%rd101, 0, %rd100, %p30;
# 	st.global.b64 	[%rd2], %rd101;
# 	cvt.u32.u64 	%r16, %rd4;
# 	and.b64 	%rd102, %rd4, 4294967295;
# 	div.u32 	%r17, %r16, %r14;
# 	cvt.u64.u32 	%rd103, %r17;
# 	neg.s64 	%rd104, %rd102;
# 	selp.b64 	%rd105, %rd104, %rd103, %p18;
# 	selp.b64 	%rd106, 0, %rd105, %p30;
# 	st.global.b64 	[%rd2+8], %rd106;
# 	cvt.u32.u64 	%r18, %rd5;
# 	div.u32 	%r19, %r18, %r14;
# 	cvt.u64.u32 	%rd110, %r19;
# $L__BB1_4:
# 	setp.eq.b64 	%p31, %rd16, 0;
# 	neg.s64 	%rd107, %rd5;
# 	selp.b64 	%rd108, %rd107, %rd110, %p18;
# 	selp.b64 	%rd109, 0, %rd108, %p31;
# 	st.global.b64 	[%rd2+16], %rd109;
# 	bra.uni 	$L__BB1_5;
# $L__BB1_6:
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd27, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd28, %r3;
# 	add.s64 	%rd29, %rd27, %rd28;
# 	mul.lo.s64 	%rd30, %rd13, %rd29;
# 	shl.b64 	%rd31, %rd30, 3;
# 	add.s64 	%rd6, %rd12, %rd31;
# 	max.u64 	%rd32, %rd16, 1;
# 	setp.eq.b64 	%p4, %rd16, -1;
# 	selp.b64 	%rd7, 1, %rd32, %p4;
# 	mul.lo.s64 	%rd33, %rd15, %rd29;
# 	shl.b64 	%rd34, %rd33, 3;
# 	add.s64 	%rd8, %rd14, %rd34;
# 	ld.global.b64 	%rd9, [%rd6];
# 	or.b64 	%rd35, %rd9, %rd7;
# 	setp.gt.u64 	%p5, %rd35, 4294967295;
# 	cvt.u32.u64 	%r20, %rd7;
# 	@%p5 bra 	$L__BB1_8;
# 	cvt.u32.u64 	%r4, %rd9;
# 	div.u32 	%r5, %r4, %r20;
# 	cvt.u64.u32 	%rd111, %r5;
# $L__BB1_9:
# 	setp.eq.b64 	%p9, %rd16, 0;
# 	neg.s64 	%rd41, %rd9;
# 	selp.b64 	%rd42, %rd41, %rd111, %p4;
# 	selp.b64 	%rd43, 0, %rd42, %p9;
# 	st.global.b64 	[%rd8], %rd43;
# 	ld.global.b64 	%rd10, [%rd6+8];
# 	or.b64 	%rd44, %rd10, %rd7;
# 	setp.gt.u64 	%p10, %rd44, 4294967295;
# 	@%p10 bra 	$L__BB1_11;
# 	cvt.u32.u64 	%r6, %rd10;
# 	div.u32 	%r7, %r6, %r20;
# 	cvt.u64.u32 	%rd112, %r7;
# $L__BB1_12:
# 	neg.s64 	%rd50, %rd10;
# 	selp.b64 	%rd51, %rd50, %rd112, %p4;
# 	selp.b64 	%rd52, 0, %rd51, %p9;
# 	st.global.b64 	[%rd8+8], %rd52;
# 	ld.global.b64 	%rd11, [%rd6+16];
# 	or.b64 	%rd53, %rd11, %rd7;
# 	setp.gt.u64 	%p14, %rd53, 4294967295;
# 	@%p14 bra 	$L__BB1_14;
# 	cvt.u32.u64 	%r8, %rd11;
# 	div.u32 	%r9, %r8, %r20;
# 	cvt.u64.u32 	%rd113, %r9;
# $L__BB1_15:
# 	neg.s64 	%rd59, %rd11;
# 	selp.b64 	%rd60, %rd59, %rd113, %p4;
# 	selp.b64 	%rd61, 0, %rd60, %p9;
# 	st.global.b64 	[%rd8+16], %rd61;
# $L__BB1_5:
# 	ret;
# $L__BB1_3:
# 	setp.eq.b64 	%p20, %rd16, 0;
# 	div.s64 	%rd74, %rd3, %rd1;
# 	mul.lo.s64 	%rd75, %rd74, %rd1;
# 	sub.s64 	%rd76, %rd3, %rd75;
# 	setp.ne.b64 	%p21, %rd3, %rd75;
# 	xor.b64 	%rd77, %rd76, %rd1;
# 	setp.lt.s64 	%p22, %rd77, 0;
# 	and.pred 	%p23, %p21, %p22;
# 	selp.b64 	%rd78, -1, 0, %p23;
# 	add.s64 	%rd79, %rd74, %rd78;
# 	neg.s64 	%rd80, %rd3;
# 	selp.b64 	%rd81, %rd80, %rd79, %p18;
# 	selp.b64 	%rd82, 0, %rd81, %p20;
# 	st.global.b64 	[%rd2], %rd82;
# 	div.s64 	%rd83, %rd4, %rd1;
# 	mul.lo.s64 	%rd84, %rd83, %rd1;
# 	sub.s64 	%rd85, %rd4, %rd84;
# 	setp.ne.b64 	%p24, %rd4, %rd84;
# 	xor.b64 	%rd86, %rd85, %rd1;
# 	setp.lt.s64 	%p25, %rd86, 0;
# 	and.pred 	%p26, %p24, %p25;
# 	selp.b64 	%rd87, -1, 0, %p26;
# 	add.s64 	%rd88, %rd83, %rd87;
# 	neg.s64 	%rd89, %rd4;
# 	selp.b64 	%rd90, %rd89, %rd88, %p18;
# 	selp.b64 	%rd91, 0, %rd90, %p20;
# 	st.global.b64 	[%rd2+8], %rd91;
# 	div.s64 	%rd92, %rd5, %rd1;
# 	mul.lo.s64 	%rd93, %rd92, %rd1;
# 	sub.s64 	%rd94, %rd5, %rd93;
# 	setp.ne.b64 	%p27, %rd5, %rd93;
# 	xor.b64 	%rd95, %rd94, %rd1;
# 	setp.lt.s64 	%p28, %rd95, 0;
# 	and.pred 	%p29, %p27, %p28;
# 	selp.b64 	%rd96, -1, 0, %p29;
# 	add.s64 	%rd110, %rd92, %rd96;
# 	bra.uni 	$L__BB1_4;
# $L__BB1_8:
# 	div.s64 	%rd36, %rd9, %rd7;
# 	mul.lo.s64 	%rd37, %rd36, %rd7;
# 	sub.s64 	%rd38, %rd9, %rd37;
# 	setp.ne.b64 	%p6, %rd9, %rd37;
# 	xor.b64 	%rd39, %rd38, %rd7;
# 	setp.lt.s64 	%p7, %rd39, 0;
# 	and.pred 	%p8, %p6, %p7;
# 	selp.b64 	%rd40, -1, 0, %p8;
# 	add.s64 	%rd111, %rd36, %rd40;
# 	bra.uni 	$L__BB1_9;
# $L__BB1_11:
# 	div.s64 	%rd45, %rd10, %rd7;
# 	mul.lo.s64 	%rd46, %rd45, %rd7;
# 	sub.s64 	%rd47, %rd10, %rd46;
# 	setp.ne.b64 	%p11, %rd10, %rd46;
# 	xor.b64 	%rd48, %rd47, %rd7;
# 	setp.lt.s64 	%p12, %rd48, 0;
# 	and.pred 	%p13, %p11, %p12;
# 	selp.b64 	%rd49, -1, 0, %p13;
# 	add.s64 	%rd112, %rd45, %rd49;
# 	bra.uni 	$L__BB1_12;
# $L__BB1_14:
# 	div.s64 	%rd54, %rd11, %rd7;
# 	mul.lo.s64 	%rd55, %rd54, %rd7;
# 	sub.s64 	%rd56, %rd11, %rd55;
# 	setp.ne.b64 	%p15, %rd11, %rd55;
# 	xor.b64 	%rd57, %rd56, %rd7;
# 	setp.lt.s64 	%p16, %rd57, 0;
# 	and.pred 	%p17, %p15, %p16;
# 	selp.b64 	%rd58, -1, 0, %p17;
# 	add.s64 	%rd113, %rd54, %rd58;
# 	bra.uni 	$L__BB1_15;
#
# }
