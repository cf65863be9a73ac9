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
# 	.reg .pred 	%p<9>;
# 	.reg .b32 	%r<16>;
# 	.reg .b64 	%rd<69>;
#
# 	ld.param.b64 	%rd9, [turn_param_3];
# 	ld.param.b64 	%rd8, [turn_param_2];
# 	ld.param.b64 	%rd7, [turn_param_1];
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd14, %r3, %r4;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd15, %r5;
# 	add.s64 	%rd1, %rd14, %rd15;
# 	mul.lo.s64 	%rd2, %rd9, %rd8;
# 	mul.lo.s64 	%rd16, %rd2, %rd7;
# 	setp.ge.s64 	%p1, %rd1, %rd16;
# 	@%p1 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd13, [turn_param_7];
# 	ld.param.b64 	%rd12, [turn_param_6];
# 	ld.param.b64 	%rd10, [turn_param_4];
# 	ld.param.b64 	%rd6, [turn_param_0];
# 	add.s64 	%rd17, %rd9, -1;
# 	add.s64 	%rd18, %rd8, -1;
# 	add.s64 	%rd19, %rd2, -1;
# 	or.b64 	%rd20, %rd1, %rd9;
# 	or.b64 	%rd21, %rd20, %rd17;
# 	or.b64 	%rd22, %rd21, %rd8;
# 	or.b64 	%rd23, %rd22, %rd18;
# 	or.b64 	%rd24, %rd23, %rd2;
# 	or.b64 	%rd25, %rd24, %rd19;
# 	setp.gt.u64 	%p2, %rd25, 4294967295;
# 	@%p2 bra 	$L__BB0_3;
# 	cvt.u32.u64 	%r1, %rd8;
# 	cvt.u32.u64 	%r2, %rd9;
# 	cvt.u32.u64 	%r6, %rd1;
# 	div.u32 	%r7, %r6, %r2;
# 	mul.lo.s32 	%r8, %r7, %r2;
# 	sub.s32 	%r9, %r6, %r8;
# 	cvt.u64.u32 	%rd68, %r9;
# 	rem.u32 	%r10, %r7, %r1;
# 	cvt.u64.u32 	%rd67, %r10;
# 	cvt.u32.u64 	%r11, %rd2;
# 	div.u32 	%r12, %r6, %r11;
# 	cvt.u64.u32 	%rd66, %r12;
# 	not.b64 	%rd52, %rd68;
# 	add.s64 	%rd53, %rd9, %rd52;
# 	shr.s64 	%rd54, %rd53, 63;
# 	cvt.u32.u64 	%r13, %rd54;
# 	and.b32 	%r14, %r13, %r2;
# 	mul.wide.u32 	%rd55, %r12, %r1;
# 	add.s64 	%rd56, %rd55, %rd67;
# 	mad.lo.s64 	%rd57, %rd56, %rd9, %rd53;
# 	shl.b64 	%rd58, %rd57, 2;
# 	add.s64 	%rd59, %rd6, %rd58;
# 	mul.wide.u32 	%rd60, %r14, 4;
# 	add.s64 	%rd61, %rd59, %rd60;
# 	ld.global.b32 	%r15, [%rd61];
# $L__BB0_4:
# 	mad.lo.s64 	%rd62, %rd66, %rd12, %rd67;
# 	mad.lo.s64 	%rd63, %rd62, %rd13, %rd68;
# 	shl.b64 	%rd64, %rd63, 2;
# 	add.s64 	%rd65, %rd10, %rd64;
# 	st.global.b32 	[%rd65], %r15;
# $L__BB0_5:
# 	ret;
# $L__BB0_3:
# 	ld.param.b64 	%rd11, [turn_param_5];
# 	max.u64 	%rd3, %rd9, 1;
# 	max.u64 	%rd4, %rd8, 1;
# 	max.u64 	%rd5, %rd2, 1;
# 	setp.eq.b64 	%p3, %rd9, 0;
# 	div.u64 	%rd26, %rd1, %rd3;
# 	mul.lo.s64 	%rd27, %rd26, %rd3;
# 	sub.s64 	%rd28, %rd1, %rd27;
# 	selp.b64 	%rd68, 0, %rd28, %p3;
# 	selp.b64 	%rd29, 0, %rd26, %p3;
# 	setp.eq.b64 	%p4, %rd8, 0;
# 	rem.u64 	%rd30, %rd29, %rd4;
# 	selp.b64 	%rd67, 0, %rd30, %p4;
# 	setp.eq.b64 	%p5, %rd2, 0;
# 	div.s64 	%rd31, %rd1, %rd5;
# 	mul.lo.s64 	%rd32, %rd31, %rd5;
# 	sub.s64 	%rd33, %rd1, %rd32;
# 	setp.ne.b64 	%p6, %rd1, %rd32;
# 	xor.b64 	%rd34, %rd33, %rd5;
# 	setp.lt.s64 	%p7, %rd34, 0;
# 	and.pred 	%p8, %p6, %p7;
# 	selp.b64 	%rd35, -1, 0, %p8;
# 	add.s64 	%rd36, %rd31, %rd35;
# 	selp.b64 	%rd37, 0, %rd36, %p5;
# 	shr.s64 	%rd38, %rd37, 63;
# 	and.b64 	%rd39, %rd38, %rd7;
# 	add.s64 	%rd40, %rd39, %rd37;
# 	not.b64 	%rd41, %rd68;
# 	add.s64 	%rd42, %rd9, %rd41;
# 	shr.s64 	%rd43, %rd42, 63;
# 	and.b64 	%rd44, %rd43, %rd9;
# 	mad.lo.s64 	%rd45, %rd40, %rd8, %rd67;
# 	mad.lo.s64 	%rd46, %rd45, %rd9, %rd42;
# 	shl.b64 	%rd47, %rd46, 2;
# 	add.s64 	%rd48, %rd6, %rd47;
# 	shl.b64 	%rd49, %rd44, 2;
# 	add.s64 	%rd50, %rd48, %rd49;
# 	ld.global.b32 	%r15, [%rd50];
# 	and.b64 	%rd51, %rd38, %rd11;
# 	add.s64 	%rd66, %rd51, %rd37;
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
# 	ld.param.b64 	%rd17, [shares_param_6];
# 	ld.param.b64 	%rd16, [shares_param_5];
# 	ld.param.b64 	%rd15, [shares_param_3];
# 	ld.param.b64 	%rd14, [shares_param_2];
# 	ld.param.b64 	%rd13, [shares_param_0];
# 	cvta.global.u64 	%rd18, %rd13;
# 	ld.param.b64 	%rd19, [shares_param_1];
# 	mul.lo.s64 	%rd20, %rd19, %rd14;
# 	shl.b64 	%rd21, %rd20, 3;
# 	ld.param.b64 	%rd22, [shares_param_4];
# 	add.s64 	%rd23, %rd21, %rd18;
# 	cvta.global.u64 	%rd24, %rd15;
# 	setp.gt.s64 	%p1, %rd23, %rd24;
# 	mul.lo.s64 	%rd25, %rd22, %rd16;
# 	shl.b64 	%rd26, %rd25, 3;
# 	add.s64 	%rd27, %rd26, %rd24;
# 	setp.gt.s64 	%p2, %rd27, %rd18;
# 	and.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB1_6;
# 	mov.u32 	%r10, %ctaid.x;
# 	mov.u32 	%r11, %ntid.x;
# 	mul.wide.u32 	%rd63, %r10, %r11;
# 	mov.u32 	%r12, %tid.x;
# 	cvt.u64.u32 	%rd64, %r12;
# 	add.s64 	%rd65, %rd63, %rd64;
# 	mul.lo.s64 	%rd66, %rd14, %rd65;
# 	shl.b64 	%rd67, %rd66, 3;
# 	add.s64 	%rd1, %rd13, %rd67;
# 	max.u64 	%rd68, %rd17, 1;
# 	setp.eq.b64 	%p18, %rd17, -1;
# 	selp.b64 	%rd2, 1, %rd68, %p18;
# 	mul.lo.s64 	%rd69, %rd16, %rd65;
# 	shl.b64 	%rd70, %rd69, 3;
# 	add.s64 	%rd3, %rd15, %rd70;
# 	ld.global.nc.b64 	%rd4, [%rd1];
# 	ld.global.nc.b64 	%rd5, [%rd1+8];
# 	ld.global.nc.b64 	%rd6, [%rd1+16];
# 	or.b64 	%rd71, %rd4, %rd2;
# 	or.b64 	%rd72, %rd71, %rd5;
# 	or.b64 	%rd73, %rd72, %rd6;
# 	setp.gt.u64 	%p19, %rd73, 4294967295;
# 	@%p19 bra 	$L__BB1_3;
# 	setp.eq.b64 	%p30, %rd17, 0;
# 	cvt.u32.u64 	%r13, %rd4;
# 	and.b64 	%rd97, %rd4, 4294967295;
# 	cvt.u32.u64 	%r14, %rd2;
# 	div.u32 	%r15, %r13, %r14;
# 	cvt.u64.u32 	%rd98, %r15;
# 	neg.s64 	%rd99, %rd97;
# 	selp.b64 	%rd100, %rd99, %rd98, %p18;
# 	selp.b64 	%rd101, 0, %rd100, %p30;
# 	st.global.b64 	[%rd3], %rd101;
# 	ld.global.nc.b32 	%r16, [%rd1+8];
# 	cvt.u64.u32 	%rd102, %r16;
# 	div.u32 	%r17, %r16, %r14;
# 	cvt.u64.u32 	%rd103, %r17;
# 	neg.s64 	%rd104, %rd102;
# 	selp.b64 	%rd105, %rd104, %rd103, %p18;
# 	selp.b64 	%rd106, 0, %rd105, %p30;
# 	st.global.b64 	[%rd3+8], %rd106;
# 	ld.global.nc.b32 	%r18, [%rd1+16];
# 	div.u32 	%r19, %r18, %r14;
# 	cvt.u64.u32 	%rd110, %r19;
# $L__BB1_4:
# 	setp.eq.b64 	%p31, %rd17, 0;
# 	neg.s64 	%rd107, %rd6;
# 	selp.b64 	%rd108, %rd107, %rd110, %p18;
# 	selp.b64 	%rd109, 0, %rd108, %p31;
# 	st.global.b64 	[%rd3+16], %rd109;
# 	bra.uni 	$L__BB1_5;
# $L__BB1_6:
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd28, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd29, %r3;
# 	add.s64 	%rd30, %rd28, %rd29;
# 	mul.lo.s64 	%rd31, %rd14, %rd30;
# 	shl.b64 	%rd32, %rd31, 3;
# 	add.s64 	%rd7, %rd13, %rd32;
# 	max.u64 	%rd33, %rd17, 1;
# 	setp.eq.b64 	%p4, %rd17, -1;
# 	selp.b64 	%rd8, 1, %rd33, %p4;
# 	mul.lo.s64 	%rd34, %rd16, %rd30;
# 	shl.b64 	%rd35, %rd34, 3;
# 	add.s64 	%rd9, %rd15, %rd35;
# 	ld.global.b64 	%rd10, [%rd7];
# 	or.b64 	%rd36, %rd10, %rd8;
# 	setp.gt.u64 	%p5, %rd36, 4294967295;
# 	cvt.u32.u64 	%r20, %rd8;
# 	@%p5 bra 	$L__BB1_8;
# 	cvt.u32.u64 	%r4, %rd10;
# 	div.u32 	%r5, %r4, %r20;
# 	cvt.u64.u32 	%rd111, %r5;
# $L__BB1_9:
# 	setp.eq.b64 	%p9, %rd17, 0;
# 	neg.s64 	%rd42, %rd10;
# 	selp.b64 	%rd43, %rd42, %rd111, %p4;
# 	selp.b64 	%rd44, 0, %rd43, %p9;
# 	st.global.b64 	[%rd9], %rd44;
# 	ld.global.b64 	%rd11, [%rd7+8];
# 	or.b64 	%rd45, %rd11, %rd8;
# 	setp.gt.u64 	%p10, %rd45, 4294967295;
# 	@%p10 bra 	$L__BB1_11;
# 	cvt.u32.u64 	%r6, %rd11;
# 	div.u32 	%r7, %r6, %r20;
# 	cvt.u64.u32 	%rd112, %r7;
# $L__BB1_12:
# 	neg.s64 	%rd51, %rd11;
# 	selp.b64 	%rd52, %rd51, %rd112, %p4;
# 	selp.b64 	%rd53, 0, %rd52, %p9;
# 	st.global.b64 	[%rd9+8], %rd53;
# 	ld.global.b64 	%rd12, [%rd7+16];
# 	or.b64 	%rd54, %rd12, %rd8;
# 	setp.gt.u64 	%p14, %rd54, 4294967295;
# 	@%p14 bra 	$L__BB1_14;
# 	cvt.u32.u64 	%r8, %rd12;
# 	div.u32 	%r9, %r8, %r20;
# 	cvt.u64.u32 	%rd113, %r9;
# $L__BB1_15:
# 	neg.s64 	%rd60, %rd12;
# 	selp.b64 	%rd61, %rd60, %rd113, %p4;
# 	selp.b64 	%rd62, 0, %rd61, %p9;
# 	st.global.b64 	[%rd9+16], %rd62;
# $L__BB1_5:
# 	ret;
# $L__BB1_3:
# 	setp.eq.b64 	%p20, %rd17, 0;
# 	div.s64 	%rd74, %rd4, %rd2;
# 	mul.lo.s64 	%rd75, %rd74, %rd2;
# 	sub.s64 	%rd76, %rd4, %rd75;
# 	setp.ne.b64 	%p21, %rd4, %rd75;
# 	xor.b64 	%rd77, %rd76, %rd2;
# 	setp.lt.s64 	%p22, %rd77, 0;
# 	and.pred 	%p23, %p21, %p22;
# 	selp.b64 	%rd78, -1, 0, %p23;
# 	add.s64 	%rd79, %rd74, %rd78;
# 	neg.s64 	%rd80, %rd4;
# 	selp.b64 	%rd81, %rd80, %rd79, %p18;
# 	selp.b64 	%rd82, 0, %rd81, %p20;
# 	st.global.b64 	[%rd3], %rd82;
# 	div.s64 	%rd83, %rd5, %rd2;
# 	mul.lo.s64 	%rd84, %rd83, %rd2;
# 	sub.s64 	%rd85, %rd5, %rd84;
# 	setp.ne.b64 	%p24, %rd5, %rd84;
# 	xor.b64 	%rd86, %rd85, %rd2;
# 	setp.lt.s64 	%p25, %rd86, 0;
# 	and.pred 	%p26, %p24, %p25;
# 	selp.b64 	%rd87, -1, 0, %p26;
# 	add.s64 	%rd88, %rd83, %rd87;
# 	neg.s64 	%rd89, %rd5;
# 	selp.b64 	%rd90, %rd89, %rd88, %p18;
# 	selp.b64 	%rd91, 0, %rd90, %p20;
# 	st.global.b64 	[%rd3+8], %rd91;
# 	div.s64 	%rd92, %rd6, %rd2;
# 	mul.lo.s64 	%rd93, %rd92, %rd2;
# 	sub.s64 	%rd94, %rd6, %rd93;
# 	setp.ne.b64 	%p27, %rd6, %rd93;
# 	xor.b64 	%rd95, %rd94, %rd2;
# 	setp.lt.s64 	%p28, %rd95, 0;
# 	and.pred 	%p29, %p27, %p28;
# 	selp.b64 	%rd96, -1, 0, %p29;
# 	add.s64 	%rd110, %rd92, %rd96;
# 	bra.uni 	$L__BB1_4;
# $L__BB1_8:
# 	div.s64 	%rd37, %rd10, %rd8;
# 	mul.lo.s64 	%rd38, %rd37, %rd8;
# 	sub.s64 	%rd39, %rd10, %rd38;
# 	setp.ne.b64 	%p6, %rd10, %rd38;
# 	xor.b64 	%rd40, %rd39, %rd8;
# 	setp.lt.s64 	%p7, %rd40, 0;
# 	and.pred 	%p8, %p6, %p7;
# 	selp.b64 	%rd41, -1, 0, %p8;
# 	add.s64 	%rd111, %rd37, %rd41;
# 	bra.uni 	$L__BB1_9;
# $L__BB1_11:
# 	div.s64 	%rd46, %rd11, %rd8;
# 	mul.lo.s64 	%rd47, %rd46, %rd8;
# 	sub.s64 	%rd48, %rd11, %rd47;
# 	setp.ne.b64 	%p11, %rd11, %rd47;
# 	xor.b64 	%rd49, %rd48, %rd8;
# 	setp.lt.s64 	%p12, %rd49, 0;
# 	and.pred 	%p13, %p11, %p12;
# 	selp.b64 	%rd50, -1, 0, %p13;
# 	add.s64 	%rd112, %rd46, %rd50;
# 	bra.uni 	$L__BB1_12;
# $L__BB1_14:
# 	div.s64 	%rd55, %rd12, %rd8;
# 	mul.lo.s64 	%rd56, %rd55, %rd8;
# 	sub.s64 	%rd57, %rd12, %rd56;
# 	setp.ne.b64 	%p15, %rd12, %rd56;
# 	xor.b64 	%rd58, %rd57, %rd8;
# 	setp.lt.s64 	%p16, %rd58, 0;
# 	and.pred 	%p17, %p15, %p16;
# 	selp.b64 	%rd59, -1, 0, %p17;
# 	add.s64 	%rd113, %rd55, %rd59;
# 	bra.uni 	$L__BB1_15;
#
# }
