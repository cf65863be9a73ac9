# golden: --emit=ptx --arch=sm_90
# Sums of float16 are two to a register; 8-bit floats and float64 of sm_90.
import numpy as np
from numba import cuda


@cuda.jit("void(uint32[::1], float32[::1], float64[::1], int32[::1])")
def k(h, x, y, n):
    a = (h[0], h[1], h[2], h[3])
    b = (h[4], h[5])
    h[0], h[1] = cuda.mma_sync("m16n8k16.f16.f16", a, b, (h[6], h[7]))
    h[2], h[3] = cuda.mma_sync("m16n8k8.f16.f16", b, h[4], (h[6], h[7]))
    c = (x[0], x[1], x[2], x[3])
    c = cuda.mma_sync("m16n8k8.f32.f16", b, h[4], c)
    c = cuda.mma_sync("m16n8k32.f32.e4m3", a, b, c)
    c = cuda.mma_sync("m16n8k32.f32.e5m2", a, b, c)
    c = cuda.mma_sync("m16n8k32.f32.e4m3.e5m2", a, b, c)
    c = cuda.mma_sync("m16n8k32.f32.e5m2.e4m3", a, b, c)
    x[0], x[1], x[2], x[3] = c
    s = (n[0], n[1], n[2], n[3])
    s = cuda.mma_sync("m16n8k32.s32.s8.u8", a, b, s)
    s = cuda.mma_sync("m16n8k32.s32.u8.s8", a, b, s)
    n[0], n[1], n[2], n[3] = s
    d = (y[0], y[1], y[2], y[3])
    d = cuda.mma_sync("m16n8k4.f64", (y[4], y[5]), y[6], d)
    d = cuda.mma_sync("m16n8k8.f64", (y[4], y[5], y[6], y[7]), (y[8], y[9]), d)
    e = (y[4], y[5], y[6], y[7], y[8], y[9], y[10], y[11])
    d = cuda.mma_sync("m16n8k16.f64", e, (y[12], y[13], y[14], y[15]), d)
    y[0], y[1], y[2], y[3] = d

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 8.4
# // kernel k entry k source matrix_shapes.py:8
# // arg h array uint32 ndim 1 layout C
# // arg x array float32 ndim 1 layout C
# // arg y array float64 ndim 1 layout C
# // arg n array int32 ndim 1 layout C
# // param h ptr ptr offset 0 size 8
# // param h shape0 i64 offset 8 size 8
# // param x ptr ptr offset 16 size 8
# // param x shape0 i64 offset 24 size 8
# // param y ptr ptr offset 32 size 8
# // param y shape0 i64 offset 40 size 8
# // param n ptr ptr offset 48 size 8
# // param n shape0 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds guard typing python
# // end
# .version 8.4
# .target sm_90
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 4 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u64 .ptr .global .align 8 k_param_4,
# 	.param .u64 k_param_5,
# 	.param .u64 .ptr .global .align 4 k_param_6,
# 	.param .u64 k_param_7
# )
# {
# 	.reg .pred 	%p<44>;
# 	.reg .b32 	%r<54>;
# 	.reg .b64 	%rd<51>;
#
# 	ld.param.b64 	%rd3, [k_param_1];
# 	ld.param.b64 	%rd2, [k_param_0];
# 	setp.lt.u64 	%p1, %rd3, 6;
# 	setp.eq.b64 	%p32, %rd3, 0;
# 	setp.lt.u64 	%p33, %rd3, 2;
# 	setp.lt.u64 	%p34, %rd3, 3;
# 	setp.lt.u64 	%p35, %rd3, 4;
# 	@%p1 bra 	$L__BB0_19;
# 	ld.global.b32 	%r35, [%rd2];
# 	ld.global.b32 	%r36, [%rd2+4];
# 	ld.global.b32 	%r37, [%rd2+8];
# 	ld.global.b32 	%r38, [%rd2+12];
# 	ld.global.b32 	%r33, [%rd2+16];
# 	ld.global.b32 	%r34, [%rd2+20];
# 	bra.uni 	$L__BB0_2;
# $L__BB0_19:
# 	mov.b32 	%r36, 0;
# 	mov.b32 	%r35, %r36;
# 	@%p32 bra 	$L__BB0_21;
# 	ld.global.b32 	%r35, [%rd2];
# $L__BB0_21:
# 	@%p33 bra 	$L__BB0_23;
# 	ld.global.b32 	%r36, [%rd2+4];
# $L__BB0_23:
# 	mov.b32 	%r38, 0;
# 	mov.b32 	%r37, %r38;
# 	@%p34 bra 	$L__BB0_25;
# 	ld.global.b32 	%r37, [%rd2+8];
# $L__BB0_25:
# 	@%p35 bra 	$L__BB0_27;
# 	ld.global.b32 	%r38, [%rd2+12];
# $L__BB0_27:
# 	setp.ne.b64 	%p2, %rd3, 5;
# 	mov.b32 	%r34, 0;
# 	mov.b32 	%r33, %r34;
# 	@%p2 bra 	$L__BB0_2;
# 	ld.global.b32 	%r33, [%rd2+16];
# $L__BB0_2:
# 	setp.gt.u64 	%p3, %rd3, 6;
# 	mov.b32 	%r40, 0;
# 	mov.b32 	%r39, %r40;
# 	@%p3 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_3:
# 	ld.global.b32 	%r39, [%rd2+24];
# $L__BB0_4:
# 	setp.lt.u64 	%p4, %rd3, 8;
# 	@%p4 bra 	$L__BB0_6;
# 	ld.global.b32 	%r40, [%rd2+28];
# $L__BB0_6:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r1, %r2}, {%r35, %r36, %r37, %r38}, {%r33, %r34}, {%r39, %r40};
# 	// end inline asm
# 	@%p32 bra 	$L__BB0_8;
# 	st.global.b32 	[%rd2], %r1;
# $L__BB0_8:
# 	@%p33 bra 	$L__BB0_10;
# 	st.global.b32 	[%rd2+4], %r2;
# $L__BB0_10:
# 	setp.lt.u64 	%p5, %rd3, 5;
# 	mov.b32 	%r42, 0;
# 	mov.b32 	%r41, %r42;
# 	@%p5 bra 	$L__BB0_12;
# 	ld.global.b32 	%r41, [%rd2+16];
# $L__BB0_12:
# 	setp.lt.u64 	%p6, %rd3, 7;
# 	@%p6 bra 	$L__BB0_14;
# 	ld.global.b32 	%r42, [%rd2+24];
# $L__BB0_14:
# 	ld.param.b64 	%rd5, [k_param_3];
# 	mov.b32 	%r43, 0;
# 	@%p4 bra 	$L__BB0_16;
# 	ld.global.b32 	%r43, [%rd2+28];
# $L__BB0_16:
# 	ld.param.b64 	%rd4, [k_param_2];
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r3, %r4}, {%r33, %r34}, {%r41}, {%r42, %r43};
# 	// end inline asm
# 	min.u64 	%rd10, %rd3, %rd5;
# 	setp.lt.u64 	%p7, %rd10, 4;
# 	setp.eq.b64 	%p36, %rd5, 0;
# 	setp.lt.u64 	%p37, %rd5, 2;
# 	setp.lt.u64 	%p38, %rd5, 3;
# 	@%p7 bra 	$L__BB0_34;
# 	st.global.b32 	[%rd2+8], %r3;
# 	st.global.b32 	[%rd2+12], %r4;
# 	ld.global.b32 	%r44, [%rd4];
# 	ld.global.b32 	%r45, [%rd4+4];
# 	ld.global.b32 	%r46, [%rd4+8];
# 	bra.uni 	$L__BB0_18;
# $L__BB0_34:
# 	@%p34 bra 	$L__BB0_36;
# 	st.global.b32 	[%rd2+8], %r3;
# $L__BB0_36:
# 	@%p35 bra 	$L__BB0_38;
# 	st.global.b32 	[%rd2+12], %r4;
# $L__BB0_38:
# 	mov.b32 	%r45, 0f00000000;
# 	mov.b32 	%r44, %r45;
# 	@%p36 bra 	$L__BB0_40;
# 	ld.global.b32 	%r44, [%rd4];
# $L__BB0_40:
# 	@%p37 bra 	$L__BB0_42;
# 	ld.global.b32 	%r45, [%rd4+4];
# $L__BB0_42:
# 	mov.b32 	%r47, 0f00000000;
# 	mov.b32 	%r46, %r47;
# 	@%p38 bra 	$L__BB0_44;
# 	ld.global.b32 	%r46, [%rd4+8];
# $L__BB0_44:
# 	setp.gt.u64 	%p8, %rd5, 3;
# 	@%p8 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_29;
# $L__BB0_18:
# 	ld.global.b32 	%r47, [%rd4+12];
# $L__BB0_29:
# 	ld.param.b64 	%rd9, [k_param_7];
# 	setp.gt.u64 	%p9, %rd3, 4;
# 	mov.b32 	%r48, 0;
# 	@%p9 bra 	$L__BB0_30;
# 	bra.uni 	$L__BB0_31;
# $L__BB0_30:
# 	ld.global.b32 	%r48, [%rd2+16];
# $L__BB0_31:
# 	ld.param.b64 	%rd8, [k_param_6];
# 	ld.param.b64 	%rd7, [k_param_5];
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r5, %r6, %r7, %r8}, {%r33, %r34}, {%r48}, {%r44, %r45, %r46, %r47};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%r9, %r10, %r11, %r12}, {%r35, %r36, %r37, %r38}, {%r33, %r34}, {%r5, %r6, %r7, %r8};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 {%r13, %r14, %r15, %r16}, {%r35, %r36, %r37, %r38}, {%r33, %r34}, {%r9, %r10, %r11, %r12};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%r17, %r18, %r19, %r20}, {%r35, %r36, %r37, %r38}, {%r33, %r34}, {%r13, %r14, %r15, %r16};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%r21, %r22, %r23, %r24}, {%r35, %r36, %r37, %r38}, {%r33, %r34}, {%r17, %r18, %r19, %r20};
# 	// end inline asm
# 	min.u64 	%rd11, %rd5, %rd9;
# 	setp.lt.u64 	%p10, %rd11, 4;
# 	setp.eq.b64 	%p39, %rd9, 0;
# 	setp.lt.u64 	%p40, %rd9, 2;
# 	setp.lt.u64 	%p41, %rd9, 3;
# 	@%p10 bra 	$L__BB0_48;
# 	st.global.b32 	[%rd4], %r21;
# 	st.global.b32 	[%rd4+4], %r22;
# 	st.global.b32 	[%rd4+8], %r23;
# 	st.global.b32 	[%rd4+12], %r24;
# 	ld.global.b32 	%r51, [%rd8];
# 	ld.global.b32 	%r50, [%rd8+4];
# 	ld.global.b32 	%r49, [%rd8+8];
# 	bra.uni 	$L__BB0_33;
# $L__BB0_48:
# 	@%p36 bra 	$L__BB0_50;
# 	st.global.b32 	[%rd4], %r21;
# $L__BB0_50:
# 	@%p37 bra 	$L__BB0_52;
# 	st.global.b32 	[%rd4+4], %r22;
# $L__BB0_52:
# 	@%p38 bra 	$L__BB0_54;
# 	st.global.b32 	[%rd4+8], %r23;
# $L__BB0_54:
# 	setp.lt.u64 	%p11, %rd5, 4;
# 	@%p11 bra 	$L__BB0_56;
# 	st.global.b32 	[%rd4+12], %r24;
# $L__BB0_56:
# 	mov.b32 	%r50, 0;
# 	mov.b32 	%r51, %r50;
# 	@%p39 bra 	$L__BB0_58;
# 	ld.global.b32 	%r51, [%rd8];
# $L__BB0_58:
# 	@%p40 bra 	$L__BB0_60;
# 	ld.global.b32 	%r50, [%rd8+4];
# $L__BB0_60:
# 	mov.b32 	%r52, 0;
# 	mov.b32 	%r49, %r52;
# 	@%p41 bra 	$L__BB0_62;
# 	ld.global.b32 	%r49, [%rd8+8];
# $L__BB0_62:
# 	setp.gt.u64 	%p12, %rd9, 3;
# 	@%p12 bra 	$L__BB0_33;
# 	bra.uni 	$L__BB0_45;
# $L__BB0_33:
# 	ld.global.b32 	%r52, [%rd8+12];
# $L__BB0_45:
# 	ld.param.b64 	%rd6, [k_param_4];
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%r25, %r26, %r27, %r28}, {%r35, %r36, %r37, %r38}, {%r33, %r34}, {%r51, %r50, %r49, %r52};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%r29, %r30, %r31, %r32}, {%r35, %r36, %r37, %r38}, {%r33, %r34}, {%r25, %r26, %r27, %r28};
# 	// end inline asm
# 	min.u64 	%rd12, %rd7, %rd9;
# 	setp.gt.u64 	%p13, %rd12, 3;
# 	setp.eq.b64 	%p42, %rd7, 0;
# 	setp.lt.u64 	%p43, %rd7, 2;
# 	@%p13 bra 	$L__BB0_46;
# 	bra.uni 	$L__BB0_63;
# $L__BB0_46:
# 	st.global.b32 	[%rd8], %r29;
# 	st.global.b32 	[%rd8+4], %r30;
# 	st.global.b32 	[%rd8+8], %r31;
# 	st.global.b32 	[%rd8+12], %r32;
# 	ld.global.b64 	%rd27, [%rd6];
# 	ld.global.b64 	%rd26, [%rd6+8];
# 	ld.global.b64 	%rd25, [%rd6+16];
# 	bra.uni 	$L__BB0_47;
# $L__BB0_63:
# 	@%p39 bra 	$L__BB0_65;
# 	st.global.b32 	[%rd8], %r29;
# $L__BB0_65:
# 	@%p40 bra 	$L__BB0_67;
# 	st.global.b32 	[%rd8+4], %r30;
# $L__BB0_67:
# 	@%p41 bra 	$L__BB0_69;
# 	st.global.b32 	[%rd8+8], %r31;
# $L__BB0_69:
# 	setp.lt.u64 	%p14, %rd9, 4;
# 	@%p14 bra 	$L__BB0_71;
# 	st.global.b32 	[%rd8+12], %r32;
# $L__BB0_71:
# 	mov.b64 	%rd26, 0d0000000000000000;
# 	mov.b64 	%rd27, %rd26;
# 	@%p42 bra 	$L__BB0_73;
# 	ld.global.b64 	%rd27, [%rd6];
# $L__BB0_73:
# 	@%p43 bra 	$L__BB0_75;
# 	ld.global.b64 	%rd26, [%rd6+8];
# $L__BB0_75:
# 	setp.lt.u64 	%p15, %rd7, 3;
# 	mov.b64 	%rd28, 0d0000000000000000;
# 	mov.b64 	%rd25, %rd28;
# 	@%p15 bra 	$L__BB0_77;
# 	ld.global.b64 	%rd25, [%rd6+16];
# $L__BB0_77:
# 	setp.gt.u64 	%p16, %rd7, 3;
# 	@%p16 bra 	$L__BB0_47;
# 	bra.uni 	$L__BB0_78;
# $L__BB0_47:
# 	ld.global.b64 	%rd28, [%rd6+24];
# $L__BB0_78:
# 	setp.gt.u64 	%p17, %rd7, 6;
# 	mov.b64 	%rd30, 0d0000000000000000;
# 	mov.b64 	%rd29, %rd30;
# 	@%p17 bra 	$L__BB0_79;
# 	bra.uni 	$L__BB0_80;
# $L__BB0_79:
# 	ld.global.b64 	%rd29, [%rd6+48];
# $L__BB0_80:
# 	setp.lt.u64 	%p18, %rd7, 5;
# 	@%p18 bra 	$L__BB0_82;
# 	ld.global.b64 	%rd30, [%rd6+32];
# $L__BB0_82:
# 	setp.lt.u64 	%p19, %rd7, 6;
# 	mov.b64 	%rd32, 0d0000000000000000;
# 	mov.b64 	%rd31, %rd32;
# 	@%p19 bra 	$L__BB0_84;
# 	ld.global.b64 	%rd31, [%rd6+40];
# $L__BB0_84:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%rd13, %rd14, %rd15, %rd16}, {%rd30, %rd31}, {%rd29}, {%rd27, %rd26, %rd25, %rd28};
# 	// end inline asm
# 	@%p18 bra 	$L__BB0_86;
# 	ld.global.b64 	%rd32, [%rd6+32];
# $L__BB0_86:
# 	mov.b64 	%rd34, 0d0000000000000000;
# 	mov.b64 	%rd33, %rd34;
# 	@%p19 bra 	$L__BB0_88;
# 	ld.global.b64 	%rd33, [%rd6+40];
# $L__BB0_88:
# 	setp.lt.u64 	%p20, %rd7, 7;
# 	@%p20 bra 	$L__BB0_90;
# 	ld.global.b64 	%rd34, [%rd6+48];
# $L__BB0_90:
# 	setp.lt.u64 	%p21, %rd7, 8;
# 	mov.b64 	%rd36, 0d0000000000000000;
# 	mov.b64 	%rd35, %rd36;
# 	@%p21 bra 	$L__BB0_92;
# 	ld.global.b64 	%rd35, [%rd6+56];
# $L__BB0_92:
# 	setp.lt.u64 	%p22, %rd7, 9;
# 	@%p22 bra 	$L__BB0_94;
# 	ld.global.b64 	%rd36, [%rd6+64];
# $L__BB0_94:
# 	setp.lt.u64 	%p23, %rd7, 10;
# 	mov.b64 	%rd37, 0d0000000000000000;
# 	@%p23 bra 	$L__BB0_96;
# 	ld.global.b64 	%rd37, [%rd6+72];
# $L__BB0_96:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%rd17, %rd18, %rd19, %rd20}, {%rd32, %rd33, %rd34, %rd35}, {%rd36, %rd37}, {%rd13, %rd14, %rd15, %rd16};
# 	// end inline asm
# 	setp.lt.u64 	%p24, %rd7, 12;
# 	@%p24 bra 	$L__BB0_109;
# 	ld.global.b64 	%rd45, [%rd6+32];
# 	ld.global.b64 	%rd44, [%rd6+40];
# 	ld.global.b64 	%rd43, [%rd6+48];
# 	ld.global.b64 	%rd42, [%rd6+56];
# 	ld.global.b64 	%rd41, [%rd6+64];
# 	ld.global.b64 	%rd40, [%rd6+72];
# 	ld.global.b64 	%rd39, [%rd6+80];
# 	ld.global.b64 	%rd38, [%rd6+88];
# 	bra.uni 	$L__BB0_98;
# $L__BB0_109:
# 	mov.b64 	%rd44, 0d0000000000000000;
# 	mov.b64 	%rd45, %rd44;
# 	@%p18 bra 	$L__BB0_111;
# 	ld.global.b64 	%rd45, [%rd6+32];
# $L__BB0_111:
# 	@%p19 bra 	$L__BB0_113;
# 	ld.global.b64 	%rd44, [%rd6+40];
# $L__BB0_113:
# 	mov.b64 	%rd42, 0d0000000000000000;
# 	mov.b64 	%rd43, %rd42;
# 	@%p20 bra 	$L__BB0_115;
# 	ld.global.b64 	%rd43, [%rd6+48];
# $L__BB0_115:
# 	@%p21 bra 	$L__BB0_117;
# 	ld.global.b64 	%rd42, [%rd6+56];
# $L__BB0_117:
# 	mov.b64 	%rd40, 0d0000000000000000;
# 	mov.b64 	%rd41, %rd40;
# 	@%p22 bra 	$L__BB0_119;
# 	ld.global.b64 	%rd41, [%rd6+64];
# $L__BB0_119:
# 	@%p23 bra 	$L__BB0_121;
# 	ld.global.b64 	%rd40, [%rd6+72];
# $L__BB0_121:
# 	setp.ne.b64 	%p25, %rd7, 11;
# 	mov.b64 	%rd38, 0d0000000000000000;
# 	mov.b64 	%rd39, %rd38;
# 	@%p25 bra 	$L__BB0_98;
# 	ld.global.b64 	%rd39, [%rd6+80];
# $L__BB0_98:
# 	setp.gt.u64 	%p26, %rd7, 12;
# 	mov.b64 	%rd47, 0d0000000000000000;
# 	mov.b64 	%rd46, %rd47;
# 	@%p26 bra 	$L__BB0_99;
# 	bra.uni 	$L__BB0_100;
# $L__BB0_99:
# 	ld.global.b64 	%rd46, [%rd6+96];
# $L__BB0_100:
# 	setp.lt.u64 	%p27, %rd7, 14;
# 	@%p27 bra 	$L__BB0_102;
# 	ld.global.b64 	%rd47, [%rd6+104];
# $L__BB0_102:
# 	setp.lt.u64 	%p28, %rd7, 15;
# 	mov.b64 	%rd49, 0d0000000000000000;
# 	mov.b64 	%rd48, %rd49;
# 	@%p28 bra 	$L__BB0_104;
# 	ld.global.b64 	%rd48, [%rd6+112];
# $L__BB0_104:
# 	setp.lt.u64 	%p29, %rd7, 16;
# 	@%p29 bra 	$L__BB0_106;
# 	ld.global.b64 	%rd49, [%rd6+120];
# $L__BB0_106:
# 	setp.lt.u64 	%p30, %rd7, 4;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%rd21, %rd22, %rd50, %rd1}, {%rd45, %rd44, %rd43, %rd42, %rd41, %rd40, %rd39, %rd38}, {%rd46, %rd47, %rd48, %rd49}, {%rd17, %rd18, %rd19, %rd20};
# 	// end inline asm
# 	@%p30 bra 	$L__BB0_123;
# 	st.global.b64 	[%rd6], %rd21;
# 	st.global.b64 	[%rd6+8], %rd22;
# 	st.global.b64 	[%rd6+16], %rd50;
# 	mov.b32 	%r53, 24;
# 	mov.b64 	%rd50, %rd1;
# 	bra.uni 	$L__BB0_108;
# $L__BB0_123:
# 	@%p42 bra 	$L__BB0_125;
# 	st.global.b64 	[%rd6], %rd21;
# $L__BB0_125:
# 	@%p43 bra 	$L__BB0_127;
# 	st.global.b64 	[%rd6+8], %rd22;
# $L__BB0_127:
# 	setp.eq.b64 	%p31, %rd7, 3;
# 	mov.b32 	%r53, 16;
# 	@%p31 bra 	$L__BB0_108;
# 	bra.uni 	$L__BB0_128;
# $L__BB0_108:
# 	cvt.u64.u32 	%rd23, %r53;
# 	add.s64 	%rd24, %rd6, %rd23;
# 	st.global.b64 	[%rd24], %rd50;
# $L__BB0_128:
# 	ret;
#
# }
