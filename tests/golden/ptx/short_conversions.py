# golden: --emit=ptx --arch=sm_90
# Indices that are whole parts of floats. Where these are below 2**30 (cvt.rzi.s32
# and the comparisons behind it), the copy without guards has nothing but 32
# bits; else the one with guards converts to 64.
from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[::1])")
def along(field, places, out):
    i = cuda.grid(1)
    if i >= out.size or i >= places.shape[0]:
        return
    total = float32(0)
    for k in range(places.shape[1]):
        x = places[i, k]
        c = int(x)
        d = min(c + 1, field.shape[1] - 1)
        part = x - float32(c)
        total += (field[0, c] + field[1, c]) * part + (field[0, d] + field[1, d]) * (1 - part)
    out[i] = total

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel along entry along source short_conversions.py:9
# // arg field array float32 ndim 2 layout C
# // arg places array float32 ndim 2 layout C
# // arg out array float32 ndim 1 layout C
# // param field ptr ptr offset 0 size 8
# // param field shape0 i64 offset 8 size 8
# // param field shape1 i64 offset 16 size 8
# // param places ptr ptr offset 24 size 8
# // param places shape0 i64 offset 32 size 8
# // param places shape1 i64 offset 40 size 8
# // param out ptr ptr offset 48 size 8
# // param out shape0 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	along
#
# .visible .entry along(
# 	.param .u64 .ptr .global .align 4 along_param_0,
# 	.param .u64 along_param_1,
# 	.param .u64 along_param_2,
# 	.param .u64 .ptr .global .align 4 along_param_3,
# 	.param .u64 along_param_4,
# 	.param .u64 along_param_5,
# 	.param .u64 .ptr .global .align 4 along_param_6,
# 	.param .u64 along_param_7
# )
# {
# 	.reg .pred 	%p<37>;
# 	.reg .b32 	%r<72>;
# 	.reg .b64 	%rd<96>;
#
# 	ld.param.b64 	%rd32, [along_param_7];
# 	ld.param.b64 	%rd30, [along_param_5];
# 	ld.param.b64 	%rd29, [along_param_4];
# 	ld.param.b64 	%rd28, [along_param_3];
# 	ld.param.b64 	%rd27, [along_param_2];
# 	ld.param.b64 	%rd26, [along_param_1];
# 	ld.param.b64 	%rd25, [along_param_0];
# 	or.b64 	%rd33, %rd27, %rd26;
# 	or.b64 	%rd34, %rd33, %rd29;
# 	or.b64 	%rd35, %rd34, %rd30;
# 	or.b64 	%rd36, %rd35, %rd32;
# 	setp.gt.u64 	%p1, %rd36, 536870911;
# 	@%p1 bra 	$L__BB0_6;
# 	mov.u32 	%r23, %ctaid.x;
# 	mov.u32 	%r24, %ntid.x;
# 	mul.wide.u32 	%rd54, %r23, %r24;
# 	mov.u32 	%r25, %tid.x;
# 	cvt.u64.u32 	%rd55, %r25;
# 	add.s64 	%rd92, %rd54, %rd55;
# 	min.u64 	%rd56, %rd32, %rd29;
# 	setp.gt.u64 	%p14, %rd56, %rd92;
# 	@%p14 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_2:
# 	cvt.u32.u64 	%r1, %rd27;
# 	cvt.u32.u64 	%r58, %rd30;
# 	cvt.u32.u64 	%r2, %rd26;
# 	cvt.u32.u64 	%r3, %rd92;
# 	setp.gt.u32 	%p15, %r2, 1;
# 	@%p15 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_18:
# 	setp.eq.b32 	%p24, %r58, 0;
# 	mov.b32 	%r57, 0f00000000;
# 	@%p24 bra 	$L__BB0_4;
# 	mul.wide.u32 	%rd72, %r58, %r3;
# 	shl.b64 	%rd73, %rd72, 2;
# 	add.s64 	%rd93, %rd28, %rd73;
# 	add.s32 	%r4, %r1, -1;
# 	cvt.s64.s32 	%rd6, %r4;
# 	mul.wide.u32 	%rd74, %r1, 4;
# 	add.s64 	%rd7, %rd25, %rd74;
# 	min.u32 	%r5, %r1, 2147483647;
# 	mov.b32 	%r57, 0f00000000;
# 	setp.gt.s32 	%p25, %r1, -1;
# $L__BB0_20:
# 	ld.global.b32 	%r6, [%rd93];
# 	cvt.rzi.s32.f32 	%r41, %r6;
# 	and.b32 	%r7, %r41, 1073741823;
# 	setp.lt.u32 	%p26, %r41, 1073741824;
# 	and.pred 	%p27, %p25, %p26;
# 	add.s32 	%r42, %r7, 1;
# 	min.s32 	%r8, %r42, %r4;
# 	setp.lt.u32 	%p28, %r7, %r5;
# 	setp.gt.s32 	%p29, %r8, -1;
# 	and.pred 	%p30, %p28, %p29;
# 	and.pred 	%p31, %p27, %p30;
# 	not.pred 	%p32, %p31;
# 	@%p32 bra 	$L__BB0_23;
# 	cvt.rn.f32.s32 	%r48, %r7;
# 	sub.rn.f32 	%r59, %r6, %r48;
# 	mul.wide.u32 	%rd84, %r7, 4;
# 	add.s64 	%rd85, %rd25, %rd84;
# 	ld.global.b32 	%r49, [%rd85];
# 	add.s64 	%rd86, %rd7, %rd84;
# 	ld.global.b32 	%r50, [%rd86];
# 	add.rn.f32 	%r61, %r49, %r50;
# 	mul.wide.u32 	%rd87, %r8, 4;
# 	add.s64 	%rd88, %rd25, %rd87;
# 	ld.global.b32 	%r51, [%rd88];
# 	add.s64 	%rd89, %rd7, %rd87;
# 	ld.global.b32 	%r52, [%rd89];
# 	add.rn.f32 	%r60, %r51, %r52;
# $L__BB0_22:
# 	mov.b32 	%r53, 0f3F800000;
# 	sub.rn.f32 	%r54, %r53, %r59;
# 	mul.rn.f32 	%r55, %r54, %r60;
# 	fma.rn.f32 	%r56, %r61, %r59, %r55;
# 	add.rn.f32 	%r57, %r57, %r56;
# 	add.s32 	%r58, %r58, -1;
# 	add.s64 	%rd93, %rd93, 4;
# 	setp.eq.b32 	%p36, %r58, 0;
# 	@%p36 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_20;
# $L__BB0_23:
# 	cvt.rzi.s64.f32 	%rd75, %r6;
# 	setp.nan.f32 	%p33, %r6, %r6;
# 	selp.b64 	%rd76, 0, %rd75, %p33;
# 	shr.s64 	%rd78, %rd76, 63;
# 	cvt.u32.u64 	%r44, %rd78;
# 	and.b32 	%r45, %r44, %r1;
# 	cvt.u64.u32 	%rd79, %r45;
# 	add.s64 	%rd9, %rd79, %rd76;
# 	setp.ge.u64 	%p34, %rd9, %rd27;
# 	shl.b64 	%rd80, %rd9, 2;
# 	mov.b32 	%r63, 0f00000000;
# 	mov.b32 	%r62, %r63;
# 	@%p34 bra 	$L__BB0_25;
# 	add.s64 	%rd10, %rd25, %rd80;
# 	ld.global.b32 	%r62, [%rd10];
# $L__BB0_25:
# 	@%p34 bra 	$L__BB0_27;
# 	add.s64 	%rd11, %rd7, %rd80;
# 	ld.global.b32 	%r63, [%rd11];
# $L__BB0_27:
# 	add.s64 	%rd77, %rd76, 1;
# 	min.s64 	%rd8, %rd77, %rd6;
# 	shr.s64 	%rd81, %rd8, 63;
# 	cvt.u32.u64 	%r46, %rd81;
# 	and.b32 	%r47, %r46, %r1;
# 	cvt.u64.u32 	%rd82, %r47;
# 	add.s64 	%rd12, %rd82, %rd8;
# 	setp.ge.u64 	%p35, %rd12, %rd27;
# 	shl.b64 	%rd83, %rd12, 2;
# 	mov.b32 	%r65, 0f00000000;
# 	mov.b32 	%r64, %r65;
# 	@%p35 bra 	$L__BB0_29;
# 	add.s64 	%rd13, %rd25, %rd83;
# 	ld.global.b32 	%r64, [%rd13];
# $L__BB0_29:
# 	@%p35 bra 	$L__BB0_31;
# 	add.s64 	%rd14, %rd7, %rd83;
# 	ld.global.b32 	%r65, [%rd14];
# $L__BB0_31:
# 	cvt.rn.f32.s64 	%r43, %rd76;
# 	sub.rn.f32 	%r59, %r6, %r43;
# 	add.rn.f32 	%r61, %r62, %r63;
# 	add.rn.f32 	%r60, %r64, %r65;
# 	bra.uni 	$L__BB0_22;
# $L__BB0_6:
# 	mov.u32 	%r12, %ctaid.x;
# 	mov.u32 	%r13, %ntid.x;
# 	mul.wide.u32 	%rd37, %r12, %r13;
# 	mov.u32 	%r14, %tid.x;
# 	cvt.u64.u32 	%rd38, %r14;
# 	add.s64 	%rd92, %rd37, %rd38;
# 	min.u64 	%rd39, %rd29, %rd32;
# 	setp.le.u64 	%p2, %rd39, %rd92;
# 	@%p2 bra 	$L__BB0_5;
# 	setp.eq.b64 	%p3, %rd30, 0;
# 	mov.b32 	%r57, 0f00000000;
# 	@%p3 bra 	$L__BB0_4;
# 	mul.lo.s64 	%rd40, %rd30, %rd92;
# 	shl.b64 	%rd41, %rd40, 2;
# 	add.s64 	%rd1, %rd28, %rd41;
# 	add.s64 	%rd2, %rd27, -1;
# 	shl.b64 	%rd42, %rd27, 2;
# 	add.s64 	%rd3, %rd25, %rd42;
# 	mov.b32 	%r15, 0f00000000;
# 	mov.b64 	%rd95, 0;
# 	setp.eq.b64 	%p4, %rd26, 0;
# 	setp.lt.u64 	%p8, %rd26, 2;
# 	mov.b32 	%r57, %r15;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_17:
# 	add.rn.f32 	%r18, %r70, %r71;
# 	mov.b32 	%r19, 0f3F800000;
# 	sub.rn.f32 	%r20, %r19, %r10;
# 	mul.rn.f32 	%r21, %r20, %r18;
# 	fma.rn.f32 	%r22, %r11, %r10, %r21;
# 	add.rn.f32 	%r57, %r57, %r22;
# 	add.s64 	%rd95, %rd95, 1;
# 	setp.eq.b64 	%p13, %rd95, %rd30;
# 	@%p13 bra 	$L__BB0_4;
# $L__BB0_9:
# 	.pragma "nounroll";
# 	shl.b64 	%rd43, %rd95, 2;
# 	add.s64 	%rd44, %rd1, %rd43;
# 	ld.global.b32 	%r16, [%rd44];
# 	cvt.rzi.s64.f32 	%rd45, %r16;
# 	setp.nan.f32 	%p5, %r16, %r16;
# 	selp.b64 	%rd46, 0, %rd45, %p5;
# 	shr.s64 	%rd48, %rd46, 63;
# 	and.b64 	%rd49, %rd48, %rd27;
# 	add.s64 	%rd19, %rd49, %rd46;
# 	setp.ge.u64 	%p6, %rd19, %rd27;
# 	shl.b64 	%rd50, %rd19, 2;
# 	or.pred 	%p7, %p4, %p6;
# 	mov.b32 	%r68, %r15;
# 	@%p7 bra 	$L__BB0_11;
# 	add.s64 	%rd20, %rd25, %rd50;
# 	ld.global.b32 	%r68, [%rd20];
# $L__BB0_11:
# 	mov.b32 	%r70, 0f00000000;
# 	or.pred 	%p9, %p8, %p6;
# 	mov.b32 	%r69, %r70;
# 	@%p9 bra 	$L__BB0_13;
# 	add.s64 	%rd21, %rd3, %rd50;
# 	ld.global.b32 	%r69, [%rd21];
# $L__BB0_13:
# 	add.s64 	%rd47, %rd46, 1;
# 	min.s64 	%rd18, %rd47, %rd2;
# 	shr.s64 	%rd51, %rd18, 63;
# 	and.b64 	%rd52, %rd51, %rd27;
# 	add.s64 	%rd22, %rd52, %rd18;
# 	setp.ge.u64 	%p10, %rd22, %rd27;
# 	shl.b64 	%rd53, %rd22, 2;
# 	or.pred 	%p11, %p4, %p10;
# 	@%p11 bra 	$L__BB0_15;
# 	add.s64 	%rd23, %rd25, %rd53;
# 	ld.global.b32 	%r70, [%rd23];
# $L__BB0_15:
# 	cvt.rn.f32.s64 	%r17, %rd46;
# 	sub.rn.f32 	%r10, %r16, %r17;
# 	add.rn.f32 	%r11, %r68, %r69;
# 	mov.b32 	%r71, 0f00000000;
# 	or.pred 	%p12, %p8, %p10;
# 	@%p12 bra 	$L__BB0_17;
# 	add.s64 	%rd24, %rd3, %rd53;
# 	ld.global.b32 	%r71, [%rd24];
# 	bra.uni 	$L__BB0_17;
# $L__BB0_3:
# 	cvt.u32.u64 	%r26, %rd30;
# 	setp.eq.b32 	%p16, %r26, 0;
# 	mov.b32 	%r57, 0f00000000;
# 	@%p16 bra 	$L__BB0_4;
# 	mul.wide.u32 	%rd57, %r58, %r3;
# 	shl.b64 	%rd58, %rd57, 2;
# 	add.s64 	%rd4, %rd28, %rd58;
# 	add.s32 	%r28, %r1, -1;
# 	cvt.s64.s32 	%rd5, %r28;
# 	mov.b32 	%r27, 0f00000000;
# 	mov.b64 	%rd94, 0;
# 	setp.ne.b32 	%p17, %r2, 1;
# 	mov.b32 	%r57, %r27;
# 	bra.uni 	$L__BB0_33;
# $L__BB0_37:
# 	mov.b32 	%r37, 0f3F800000;
# 	sub.rn.f32 	%r38, %r37, %r9;
# 	mul.rn.f32 	%r39, %r38, %r67;
# 	fma.rn.f32 	%r40, %r66, %r9, %r39;
# 	add.rn.f32 	%r57, %r57, %r40;
# 	add.s64 	%rd94, %rd94, 1;
# 	setp.eq.b64 	%p23, %rd94, %rd30;
# 	@%p23 bra 	$L__BB0_4;
# $L__BB0_33:
# 	.pragma "nounroll";
# 	shl.b64 	%rd59, %rd94, 2;
# 	add.s64 	%rd60, %rd4, %rd59;
# 	ld.global.b32 	%r29, [%rd60];
# 	cvt.rzi.s64.f32 	%rd61, %r29;
# 	setp.nan.f32 	%p18, %r29, %r29;
# 	selp.b64 	%rd62, 0, %rd61, %p18;
# 	shr.s64 	%rd64, %rd62, 63;
# 	cvt.u32.u64 	%r31, %rd64;
# 	and.b32 	%r32, %r31, %r1;
# 	cvt.u64.u32 	%rd65, %r32;
# 	add.s64 	%rd66, %rd65, %rd62;
# 	setp.ge.u64 	%p19, %rd66, %rd27;
# 	or.pred 	%p20, %p17, %p19;
# 	mov.b32 	%r66, %r27;
# 	@%p20 bra 	$L__BB0_35;
# 	shl.b64 	%rd67, %rd66, 2;
# 	add.s64 	%rd16, %rd25, %rd67;
# 	ld.global.b32 	%r33, [%rd16];
# 	add.rn.f32 	%r66, %r33, 0f00000000;
# $L__BB0_35:
# 	add.s64 	%rd63, %rd62, 1;
# 	min.s64 	%rd15, %rd63, %rd5;
# 	cvt.rn.f32.s64 	%r30, %rd62;
# 	sub.rn.f32 	%r9, %r29, %r30;
# 	shr.s64 	%rd68, %rd15, 63;
# 	cvt.u32.u64 	%r34, %rd68;
# 	and.b32 	%r35, %r34, %r1;
# 	cvt.u64.u32 	%rd69, %r35;
# 	add.s64 	%rd70, %rd69, %rd15;
# 	setp.ge.u64 	%p21, %rd70, %rd27;
# 	mov.b32 	%r67, 0f00000000;
# 	or.pred 	%p22, %p17, %p21;
# 	@%p22 bra 	$L__BB0_37;
# 	shl.b64 	%rd71, %rd70, 2;
# 	add.s64 	%rd17, %rd25, %rd71;
# 	ld.global.b32 	%r36, [%rd17];
# 	add.rn.f32 	%r67, %r36, 0f00000000;
# 	bra.uni 	$L__BB0_37;
# $L__BB0_4:
# 	ld.param.b64 	%rd31, [along_param_6];
# 	shl.b64 	%rd90, %rd92, 2;
# 	add.s64 	%rd91, %rd31, %rd90;
# 	st.global.b32 	[%rd91], %r57;
# $L__BB0_5:
# 	ret;
#
# }
