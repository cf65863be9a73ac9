# golden: -arch=sm_90
from numba import cuda


@cuda.jit("void(float32[:, ::1], int32, float32[:, ::1])")
def around(height, radius, out):
    """Places go round in 32 bits, and four of a row are one round."""
    x, y = cuda.grid(2)
    rows, cols = height.shape
    if x >= cols or y >= rows:
        return
    total = height[y, x]
    for dy in range(-radius, radius + 1):
        yy = min(max(y + dy, 0), rows - 1)
        for dx in range(-radius, radius + 1):
            xx = x + dx
            if xx < 0:
                xx = xx + cols
            elif xx >= cols:
                xx = xx - cols
            total += height[yy, xx]
    out[y, x] = total

# === -arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel around entry around source windows.py:6
# // arg height array float32 ndim 2 layout C
# // arg radius scalar int32
# // arg out array float32 ndim 2 layout C
# // param height ptr ptr offset 0 size 8
# // param height shape0 i64 offset 8 size 8
# // param height shape1 i64 offset 16 size 8
# // param radius value i32 offset 24 size 4
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // param out shape1 i64 offset 48 size 8
# // facts params 56 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	around
#
# .visible .entry around(
# 	.param .u64 .ptr .global .align 4 around_param_0,
# 	.param .u64 around_param_1,
# 	.param .u64 around_param_2,
# 	.param .u32 around_param_3,
# 	.param .u64 .ptr .global .align 4 around_param_4,
# 	.param .u64 around_param_5,
# 	.param .u64 around_param_6
# )
# {
# 	.reg .pred 	%p<37>;
# 	.reg .b32 	%r<83>;
# 	.reg .b64 	%rd<60>;
#
# 	ld.param.b64 	%rd17, [around_param_6];
# 	ld.param.b64 	%rd16, [around_param_5];
# 	ld.param.b32 	%r32, [around_param_3];
# 	ld.param.b64 	%rd14, [around_param_2];
# 	ld.param.b64 	%rd13, [around_param_0];
# 	ld.param.b64 	%rd18, [around_param_1];
# 	or.b64 	%rd19, %rd14, %rd18;
# 	cvt.s64.s32 	%rd1, %r32;
# 	add.s32 	%r33, %r32, 536870912;
# 	setp.gt.u32 	%p2, %r33, 1073741823;
# 	or.b64 	%rd20, %rd19, %rd16;
# 	or.b64 	%rd21, %rd20, %rd17;
# 	setp.gt.u64 	%p3, %rd21, 536870911;
# 	mov.u32 	%r34, %ctaid.x;
# 	mov.u32 	%r35, %ntid.x;
# 	mul.wide.u32 	%rd22, %r34, %r35;
# 	mov.u32 	%r36, %tid.x;
# 	cvt.u64.u32 	%rd23, %r36;
# 	add.s64 	%rd2, %rd22, %rd23;
# 	mov.u32 	%r37, %ctaid.y;
# 	mov.u32 	%r38, %ntid.y;
# 	mov.u32 	%r39, %tid.y;
# 	mad.lo.s32 	%r40, %r37, %r38, %r39;
# 	cvt.u64.u32 	%rd3, %r40;
# 	setp.ge.u64 	%p4, %rd2, %rd14;
# 	setp.le.u64 	%p5, %rd18, %rd3;
# 	or.pred 	%p1, %p4, %p5;
# 	or.pred 	%p6, %p2, %p3;
# 	@%p6 bra 	$L__BB0_38;
# 	@%p1 bra 	$L__BB0_9;
# 	cvt.u32.u64 	%r1, %rd17;
# 	cvt.u32.u64 	%r2, %rd18;
# 	cvt.u32.u64 	%r3, %rd14;
# 	cvt.u32.u64 	%r4, %rd16;
# 	cvt.u32.u64 	%r5, %rd2;
# 	and.b32 	%r6, %r4, 536870911;
# 	mul.wide.u32 	%rd37, %r3, %r40;
# 	add.s64 	%rd38, %rd37, %rd2;
# 	shl.b64 	%rd39, %rd38, 2;
# 	add.s64 	%rd40, %rd13, %rd39;
# 	ld.global.b32 	%r16, [%rd40];
# 	neg.s32 	%r7, %r32;
# 	add.s32 	%r8, %r3, %r5;
# 	setp.ge.s32 	%p16, %r8, %r32;
# 	sub.s32 	%r44, %r5, %r3;
# 	add.s32 	%r45, %r44, %r32;
# 	setp.lt.s32 	%p17, %r45, %r3;
# 	and.pred 	%p18, %p17, %p16;
# 	@%p18 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_10:
# 	setp.lt.s32 	%p24, %r32, 0;
# 	@%p24 bra 	$L__BB0_33;
# 	add.s32 	%r10, %r2, -1;
# 	shl.b32 	%r54, %r32, 1;
# 	and.b32 	%r11, %r54, 2;
# 	setp.lt.u32 	%p27, %r32, 2;
# 	mov.b32 	%r70, %r7;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_30:
# 	add.s32 	%r70, %r12, 1;
# 	cvt.u32.u64 	%r69, %rd1;
# 	setp.eq.b32 	%p33, %r12, %r69;
# 	@%p33 bra 	$L__BB0_33;
# $L__BB0_12:
# 	mov.b32 	%r12, %r70;
# 	add.s32 	%r55, %r12, %r40;
# 	max.s32 	%r56, %r55, 0;
# 	min.s32 	%r57, %r56, %r10;
# 	mul.wide.u32 	%rd44, %r57, %r3;
# 	shl.b64 	%rd45, %rd44, 2;
# 	add.s64 	%rd4, %rd13, %rd45;
# 	mov.b32 	%r71, 0;
# 	mov.b32 	%r15, %r7;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_15:
# 	add.s32 	%r72, %r8, %r15;
# $L__BB0_16:
# 	mul.wide.s32 	%rd46, %r72, 4;
# 	add.s64 	%rd47, %rd4, %rd46;
# 	ld.global.b32 	%r59, [%rd47];
# 	add.rn.f32 	%r16, %r16, %r59;
# 	add.s32 	%r15, %r15, 1;
# 	add.s32 	%r14, %r71, 1;
# 	setp.ne.b32 	%p26, %r71, %r11;
# 	mov.b32 	%r71, %r14;
# 	@%p26 bra 	$L__BB0_13;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_13:
# 	.pragma "nounroll";
# 	add.s32 	%r13, %r15, %r5;
# 	setp.lt.s32 	%p25, %r13, 0;
# 	@%p25 bra 	$L__BB0_15;
# 	sub.s32 	%r58, %r13, %r3;
# 	min.u32 	%r72, %r13, %r58;
# 	bra.uni 	$L__BB0_16;
# $L__BB0_17:
# 	@%p27 bra 	$L__BB0_30;
# 	bra.uni 	$L__BB0_18;
# $L__BB0_28:
# 	add.s32 	%r76, %r8, %r23;
# $L__BB0_29:
# 	mul.wide.s32 	%rd54, %r76, 4;
# 	add.s64 	%rd55, %rd4, %rd54;
# 	ld.global.b32 	%r67, [%rd55];
# 	add.rn.f32 	%r16, %r22, %r67;
# 	add.s32 	%r15, %r15, 4;
# 	cvt.u32.u64 	%r68, %rd1;
# 	setp.eq.b32 	%p32, %r23, %r68;
# 	@%p32 bra 	$L__BB0_30;
# $L__BB0_18:
# 	add.s32 	%r17, %r15, %r5;
# 	setp.lt.s32 	%p28, %r17, 0;
# 	@%p28 bra 	$L__BB0_19;
# 	sub.s32 	%r60, %r17, %r3;
# 	min.u32 	%r73, %r17, %r60;
# 	bra.uni 	$L__BB0_20;
# $L__BB0_19:
# 	add.s32 	%r73, %r8, %r15;
# $L__BB0_20:
# 	mul.wide.s32 	%rd48, %r73, 4;
# 	add.s64 	%rd49, %rd4, %rd48;
# 	ld.global.b32 	%r61, [%rd49];
# 	add.rn.f32 	%r18, %r16, %r61;
# 	add.s32 	%r19, %r17, 1;
# 	setp.lt.s32 	%p29, %r19, 0;
# 	@%p29 bra 	$L__BB0_22;
# 	sub.s32 	%r62, %r19, %r3;
# 	min.u32 	%r74, %r19, %r62;
# 	bra.uni 	$L__BB0_23;
# $L__BB0_22:
# 	add.s32 	%r74, %r19, %r3;
# $L__BB0_23:
# 	mul.wide.s32 	%rd50, %r74, 4;
# 	add.s64 	%rd51, %rd4, %rd50;
# 	ld.global.b32 	%r63, [%rd51];
# 	add.rn.f32 	%r20, %r18, %r63;
# 	add.s32 	%r21, %r17, 2;
# 	setp.lt.s32 	%p30, %r21, 0;
# 	@%p30 bra 	$L__BB0_25;
# 	sub.s32 	%r64, %r21, %r3;
# 	min.u32 	%r75, %r21, %r64;
# 	bra.uni 	$L__BB0_26;
# $L__BB0_25:
# 	add.s32 	%r75, %r21, %r3;
# $L__BB0_26:
# 	mul.wide.s32 	%rd52, %r75, 4;
# 	add.s64 	%rd53, %rd4, %rd52;
# 	ld.global.b32 	%r65, [%rd53];
# 	add.rn.f32 	%r22, %r20, %r65;
# 	add.s32 	%r23, %r15, 3;
# 	add.s32 	%r24, %r17, 3;
# 	setp.lt.s32 	%p31, %r24, 0;
# 	@%p31 bra 	$L__BB0_28;
# 	sub.s32 	%r66, %r24, %r3;
# 	min.u32 	%r76, %r24, %r66;
# 	bra.uni 	$L__BB0_29;
# $L__BB0_38:
# 	@%p1 bra 	$L__BB0_9;
# 	mad.lo.s64 	%rd24, %rd14, %rd3, %rd2;
# 	shl.b64 	%rd25, %rd24, 2;
# 	add.s64 	%rd26, %rd13, %rd25;
# 	ld.global.b32 	%r16, [%rd26];
# 	setp.lt.s32 	%p7, %r32, 0;
# 	@%p7 bra 	$L__BB0_45;
# 	cvt.u32.u64 	%r41, %rd1;
# 	neg.s32 	%r28, %r41;
# 	add.s64 	%rd7, %rd18, -1;
# 	mov.b32 	%r29, %r28;
# 	bra.uni 	$L__BB0_41;
# $L__BB0_44:
# 	cvt.u32.u64 	%r43, %rd8;
# 	add.s32 	%r30, %r43, 1;
# 	setp.eq.b32 	%p12, %r29, %r41;
# 	mov.b32 	%r29, %r30;
# 	@%p12 bra 	$L__BB0_45;
# $L__BB0_41:
# 	.pragma "nounroll";
# 	cvt.s64.s32 	%rd8, %r29;
# 	add.s64 	%rd27, %rd8, %rd3;
# 	max.s64 	%rd28, %rd27, 0;
# 	min.s64 	%rd29, %rd28, %rd7;
# 	mul.lo.s64 	%rd30, %rd29, %rd14;
# 	shl.b64 	%rd31, %rd30, 2;
# 	add.s64 	%rd9, %rd13, %rd31;
# 	mov.b32 	%r81, %r28;
# 	bra.uni 	$L__BB0_42;
# $L__BB0_49:
# 	add.rn.f32 	%r16, %r16, %r82;
# 	cvt.u32.u64 	%r42, %rd10;
# 	add.s32 	%r31, %r42, 1;
# 	setp.eq.b32 	%p11, %r81, %r41;
# 	mov.b32 	%r81, %r31;
# 	@%p11 bra 	$L__BB0_44;
# $L__BB0_42:
# 	.pragma "nounroll";
# 	cvt.s64.s32 	%rd10, %r81;
# 	add.s64 	%rd11, %rd10, %rd2;
# 	setp.lt.s64 	%p8, %rd11, 0;
# 	@%p8 bra 	$L__BB0_43;
# 	setp.lt.s64 	%p9, %rd11, %rd14;
# 	selp.b64 	%rd32, 0, %rd14, %p9;
# 	sub.s64 	%rd59, %rd11, %rd32;
# 	bra.uni 	$L__BB0_47;
# $L__BB0_43:
# 	add.s64 	%rd59, %rd11, %rd14;
# $L__BB0_47:
# 	shr.s64 	%rd33, %rd59, 63;
# 	and.b64 	%rd34, %rd33, %rd14;
# 	add.s64 	%rd35, %rd34, %rd59;
# 	setp.lt.u64 	%p10, %rd35, %rd14;
# 	mov.b32 	%r82, 0f00000000;
# 	@%p10 bra 	$L__BB0_48;
# 	bra.uni 	$L__BB0_49;
# $L__BB0_48:
# 	shl.b64 	%rd36, %rd35, 2;
# 	add.s64 	%rd12, %rd9, %rd36;
# 	ld.global.b32 	%r82, [%rd12];
# 	bra.uni 	$L__BB0_49;
# $L__BB0_45:
# 	setp.gt.u64 	%p13, %rd16, %rd3;
# 	setp.lt.u64 	%p14, %rd2, %rd17;
# 	and.pred 	%p15, %p13, %p14;
# 	@%p15 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_8:
# 	ld.param.b64 	%rd15, [around_param_4];
# 	mad.lo.s64 	%rd56, %rd17, %rd3, %rd2;
# 	shl.b64 	%rd57, %rd56, 2;
# 	add.s64 	%rd58, %rd15, %rd57;
# 	st.global.b32 	[%rd58], %r16;
# $L__BB0_9:
# 	ret;
# $L__BB0_3:
# 	setp.lt.s32 	%p19, %r32, 0;
# 	@%p19 bra 	$L__BB0_33;
# 	add.s32 	%r9, %r2, -1;
# 	mov.b32 	%r77, %r7;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_32:
# 	add.s32 	%r25, %r77, 1;
# 	setp.eq.b32 	%p23, %r77, %r53;
# 	mov.b32 	%r77, %r25;
# 	@%p23 bra 	$L__BB0_33;
# $L__BB0_5:
# 	.pragma "nounroll";
# 	add.s32 	%r46, %r77, %r40;
# 	max.s32 	%r47, %r46, 0;
# 	min.s32 	%r48, %r47, %r9;
# 	mul.wide.u32 	%rd41, %r48, %r3;
# 	shl.b64 	%rd42, %rd41, 2;
# 	add.s64 	%rd5, %rd13, %rd42;
# 	mov.b32 	%r78, %r7;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_37:
# 	add.rn.f32 	%r16, %r16, %r80;
# 	add.s32 	%r27, %r78, 1;
# 	cvt.u32.u64 	%r53, %rd1;
# 	setp.eq.b32 	%p22, %r78, %r53;
# 	mov.b32 	%r78, %r27;
# 	@%p22 bra 	$L__BB0_32;
# $L__BB0_6:
# 	.pragma "nounroll";
# 	add.s32 	%r26, %r78, %r5;
# 	setp.gt.s32 	%p20, %r26, -1;
# 	@%p20 bra 	$L__BB0_34;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_34:
# 	sub.s32 	%r49, %r26, %r3;
# 	min.u32 	%r79, %r26, %r49;
# 	bra.uni 	$L__BB0_35;
# $L__BB0_7:
# 	add.s32 	%r79, %r8, %r78;
# $L__BB0_35:
# 	shr.s32 	%r50, %r79, 31;
# 	and.b32 	%r51, %r50, %r3;
# 	add.s32 	%r52, %r51, %r79;
# 	setp.lt.u32 	%p21, %r52, %r3;
# 	mov.b32 	%r80, 0f00000000;
# 	@%p21 bra 	$L__BB0_36;
# 	bra.uni 	$L__BB0_37;
# $L__BB0_36:
# 	mul.wide.s32 	%rd43, %r52, 4;
# 	add.s64 	%rd6, %rd5, %rd43;
# 	ld.global.b32 	%r80, [%rd6];
# 	bra.uni 	$L__BB0_37;
# $L__BB0_33:
# 	setp.gt.u32 	%p34, %r6, %r40;
# 	setp.lt.u32 	%p35, %r5, %r1;
# 	and.pred 	%p36, %p34, %p35;
# 	@%p36 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_9;
#
# }
