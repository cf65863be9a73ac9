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
# 	.reg .pred 	%p<33>;
# 	.reg .b32 	%r<53>;
# 	.reg .b64 	%rd<46>;
#
# 	ld.param.b64 	%rd2, [k_param_1];
# 	ld.param.b64 	%rd1, [k_param_0];
# 	setp.eq.b64 	%p1, %rd2, 0;
# 	mov.b32 	%r34, 0;
# 	mov.b32 	%r33, %r34;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r33, [%rd1];
# $L__BB0_2:
# 	setp.lt.u64 	%p2, %rd2, 2;
# 	@%p2 bra 	$L__BB0_4;
# 	ld.global.b32 	%r34, [%rd1+4];
# $L__BB0_4:
# 	setp.lt.u64 	%p3, %rd2, 3;
# 	mov.b32 	%r36, 0;
# 	mov.b32 	%r35, %r36;
# 	@%p3 bra 	$L__BB0_6;
# 	ld.global.b32 	%r35, [%rd1+8];
# $L__BB0_6:
# 	setp.lt.u64 	%p4, %rd2, 4;
# 	@%p4 bra 	$L__BB0_8;
# 	ld.global.b32 	%r36, [%rd1+12];
# $L__BB0_8:
# 	setp.lt.u64 	%p5, %rd2, 5;
# 	mov.b32 	%r38, 0;
# 	mov.b32 	%r37, %r38;
# 	@%p5 bra 	$L__BB0_10;
# 	ld.global.b32 	%r37, [%rd1+16];
# $L__BB0_10:
# 	setp.lt.u64 	%p6, %rd2, 6;
# 	@%p6 bra 	$L__BB0_12;
# 	ld.global.b32 	%r38, [%rd1+20];
# $L__BB0_12:
# 	setp.lt.u64 	%p7, %rd2, 7;
# 	mov.b32 	%r40, 0;
# 	mov.b32 	%r39, %r40;
# 	@%p7 bra 	$L__BB0_14;
# 	ld.global.b32 	%r39, [%rd1+24];
# $L__BB0_14:
# 	setp.lt.u64 	%p8, %rd2, 8;
# 	@%p8 bra 	$L__BB0_16;
# 	ld.global.b32 	%r40, [%rd1+28];
# $L__BB0_16:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r1, %r2}, {%r33, %r34, %r35, %r36}, {%r37, %r38}, {%r39, %r40};
# 	// end inline asm
# 	@%p1 bra 	$L__BB0_18;
# 	st.global.b32 	[%rd1], %r1;
# $L__BB0_18:
# 	@%p2 bra 	$L__BB0_20;
# 	st.global.b32 	[%rd1+4], %r2;
# $L__BB0_20:
# 	mov.b32 	%r42, 0;
# 	mov.b32 	%r41, %r42;
# 	@%p5 bra 	$L__BB0_22;
# 	ld.global.b32 	%r41, [%rd1+16];
# $L__BB0_22:
# 	@%p7 bra 	$L__BB0_24;
# 	ld.global.b32 	%r42, [%rd1+24];
# $L__BB0_24:
# 	mov.b32 	%r43, 0;
# 	@%p8 bra 	$L__BB0_26;
# 	ld.global.b32 	%r43, [%rd1+28];
# $L__BB0_26:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r3, %r4}, {%r37, %r38}, {%r41}, {%r42, %r43};
# 	// end inline asm
# 	@%p3 bra 	$L__BB0_28;
# 	st.global.b32 	[%rd1+8], %r3;
# $L__BB0_28:
# 	ld.param.b64 	%rd4, [k_param_3];
# 	@%p4 bra 	$L__BB0_30;
# 	st.global.b32 	[%rd1+12], %r4;
# $L__BB0_30:
# 	ld.param.b64 	%rd3, [k_param_2];
# 	setp.eq.b64 	%p9, %rd4, 0;
# 	mov.b32 	%r45, 0f00000000;
# 	mov.b32 	%r44, %r45;
# 	@%p9 bra 	$L__BB0_32;
# 	ld.global.b32 	%r44, [%rd3];
# $L__BB0_32:
# 	setp.lt.u64 	%p10, %rd4, 2;
# 	@%p10 bra 	$L__BB0_34;
# 	ld.global.b32 	%r45, [%rd3+4];
# $L__BB0_34:
# 	setp.lt.u64 	%p11, %rd4, 3;
# 	mov.b32 	%r47, 0f00000000;
# 	mov.b32 	%r46, %r47;
# 	@%p11 bra 	$L__BB0_36;
# 	ld.global.b32 	%r46, [%rd3+8];
# $L__BB0_36:
# 	setp.lt.u64 	%p12, %rd4, 4;
# 	@%p12 bra 	$L__BB0_38;
# 	ld.global.b32 	%r47, [%rd3+12];
# $L__BB0_38:
# 	mov.b32 	%r48, 0;
# 	@%p5 bra 	$L__BB0_40;
# 	ld.global.b32 	%r48, [%rd1+16];
# $L__BB0_40:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r5, %r6, %r7, %r8}, {%r37, %r38}, {%r48}, {%r44, %r45, %r46, %r47};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%r9, %r10, %r11, %r12}, {%r33, %r34, %r35, %r36}, {%r37, %r38}, {%r5, %r6, %r7, %r8};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 {%r13, %r14, %r15, %r16}, {%r33, %r34, %r35, %r36}, {%r37, %r38}, {%r9, %r10, %r11, %r12};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%r17, %r18, %r19, %r20}, {%r33, %r34, %r35, %r36}, {%r37, %r38}, {%r13, %r14, %r15, %r16};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%r21, %r22, %r23, %r24}, {%r33, %r34, %r35, %r36}, {%r37, %r38}, {%r17, %r18, %r19, %r20};
# 	// end inline asm
# 	@%p9 bra 	$L__BB0_42;
# 	st.global.b32 	[%rd3], %r21;
# $L__BB0_42:
# 	@%p10 bra 	$L__BB0_44;
# 	st.global.b32 	[%rd3+4], %r22;
# $L__BB0_44:
# 	@%p11 bra 	$L__BB0_46;
# 	st.global.b32 	[%rd3+8], %r23;
# $L__BB0_46:
# 	ld.param.b64 	%rd8, [k_param_7];
# 	@%p12 bra 	$L__BB0_48;
# 	st.global.b32 	[%rd3+12], %r24;
# $L__BB0_48:
# 	ld.param.b64 	%rd7, [k_param_6];
# 	setp.eq.b64 	%p13, %rd8, 0;
# 	mov.b32 	%r50, 0;
# 	mov.b32 	%r49, %r50;
# 	@%p13 bra 	$L__BB0_50;
# 	ld.global.b32 	%r49, [%rd7];
# $L__BB0_50:
# 	setp.lt.u64 	%p14, %rd8, 2;
# 	@%p14 bra 	$L__BB0_52;
# 	ld.global.b32 	%r50, [%rd7+4];
# $L__BB0_52:
# 	setp.lt.u64 	%p15, %rd8, 3;
# 	mov.b32 	%r52, 0;
# 	mov.b32 	%r51, %r52;
# 	@%p15 bra 	$L__BB0_54;
# 	ld.global.b32 	%r51, [%rd7+8];
# $L__BB0_54:
# 	setp.lt.u64 	%p16, %rd8, 4;
# 	@%p16 bra 	$L__BB0_56;
# 	ld.global.b32 	%r52, [%rd7+12];
# $L__BB0_56:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%r25, %r26, %r27, %r28}, {%r33, %r34, %r35, %r36}, {%r37, %r38}, {%r49, %r50, %r51, %r52};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%r29, %r30, %r31, %r32}, {%r33, %r34, %r35, %r36}, {%r37, %r38}, {%r25, %r26, %r27, %r28};
# 	// end inline asm
# 	@%p13 bra 	$L__BB0_58;
# 	st.global.b32 	[%rd7], %r29;
# $L__BB0_58:
# 	@%p14 bra 	$L__BB0_60;
# 	st.global.b32 	[%rd7+4], %r30;
# $L__BB0_60:
# 	@%p15 bra 	$L__BB0_62;
# 	st.global.b32 	[%rd7+8], %r31;
# $L__BB0_62:
# 	ld.param.b64 	%rd6, [k_param_5];
# 	@%p16 bra 	$L__BB0_64;
# 	st.global.b32 	[%rd7+12], %r32;
# $L__BB0_64:
# 	ld.param.b64 	%rd5, [k_param_4];
# 	setp.eq.b64 	%p17, %rd6, 0;
# 	mov.b64 	%rd22, 0d0000000000000000;
# 	mov.b64 	%rd21, %rd22;
# 	@%p17 bra 	$L__BB0_66;
# 	ld.global.b64 	%rd21, [%rd5];
# $L__BB0_66:
# 	setp.lt.u64 	%p18, %rd6, 2;
# 	@%p18 bra 	$L__BB0_68;
# 	ld.global.b64 	%rd22, [%rd5+8];
# $L__BB0_68:
# 	setp.lt.u64 	%p19, %rd6, 3;
# 	mov.b64 	%rd24, 0d0000000000000000;
# 	mov.b64 	%rd23, %rd24;
# 	@%p19 bra 	$L__BB0_70;
# 	ld.global.b64 	%rd23, [%rd5+16];
# $L__BB0_70:
# 	setp.lt.u64 	%p20, %rd6, 4;
# 	@%p20 bra 	$L__BB0_72;
# 	ld.global.b64 	%rd24, [%rd5+24];
# $L__BB0_72:
# 	setp.lt.u64 	%p21, %rd6, 7;
# 	mov.b64 	%rd26, 0d0000000000000000;
# 	mov.b64 	%rd25, %rd26;
# 	@%p21 bra 	$L__BB0_74;
# 	ld.global.b64 	%rd25, [%rd5+48];
# $L__BB0_74:
# 	setp.lt.u64 	%p22, %rd6, 5;
# 	@%p22 bra 	$L__BB0_76;
# 	ld.global.b64 	%rd26, [%rd5+32];
# $L__BB0_76:
# 	setp.lt.u64 	%p23, %rd6, 6;
# 	mov.b64 	%rd28, 0d0000000000000000;
# 	mov.b64 	%rd27, %rd28;
# 	@%p23 bra 	$L__BB0_78;
# 	ld.global.b64 	%rd27, [%rd5+40];
# $L__BB0_78:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%rd9, %rd10, %rd11, %rd12}, {%rd26, %rd27}, {%rd25}, {%rd21, %rd22, %rd23, %rd24};
# 	// end inline asm
# 	@%p22 bra 	$L__BB0_80;
# 	ld.global.b64 	%rd28, [%rd5+32];
# $L__BB0_80:
# 	mov.b64 	%rd30, 0d0000000000000000;
# 	mov.b64 	%rd29, %rd30;
# 	@%p23 bra 	$L__BB0_82;
# 	ld.global.b64 	%rd29, [%rd5+40];
# $L__BB0_82:
# 	@%p21 bra 	$L__BB0_84;
# 	ld.global.b64 	%rd30, [%rd5+48];
# $L__BB0_84:
# 	setp.lt.u64 	%p24, %rd6, 8;
# 	mov.b64 	%rd32, 0d0000000000000000;
# 	mov.b64 	%rd31, %rd32;
# 	@%p24 bra 	$L__BB0_86;
# 	ld.global.b64 	%rd31, [%rd5+56];
# $L__BB0_86:
# 	setp.lt.u64 	%p25, %rd6, 9;
# 	@%p25 bra 	$L__BB0_88;
# 	ld.global.b64 	%rd32, [%rd5+64];
# $L__BB0_88:
# 	setp.lt.u64 	%p26, %rd6, 10;
# 	mov.b64 	%rd34, 0d0000000000000000;
# 	mov.b64 	%rd33, %rd34;
# 	@%p26 bra 	$L__BB0_90;
# 	ld.global.b64 	%rd33, [%rd5+72];
# $L__BB0_90:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%rd13, %rd14, %rd15, %rd16}, {%rd28, %rd29, %rd30, %rd31}, {%rd32, %rd33}, {%rd9, %rd10, %rd11, %rd12};
# 	// end inline asm
# 	@%p22 bra 	$L__BB0_92;
# 	ld.global.b64 	%rd34, [%rd5+32];
# $L__BB0_92:
# 	mov.b64 	%rd36, 0d0000000000000000;
# 	mov.b64 	%rd35, %rd36;
# 	@%p23 bra 	$L__BB0_94;
# 	ld.global.b64 	%rd35, [%rd5+40];
# $L__BB0_94:
# 	@%p21 bra 	$L__BB0_96;
# 	ld.global.b64 	%rd36, [%rd5+48];
# $L__BB0_96:
# 	mov.b64 	%rd38, 0d0000000000000000;
# 	mov.b64 	%rd37, %rd38;
# 	@%p24 bra 	$L__BB0_98;
# 	ld.global.b64 	%rd37, [%rd5+56];
# $L__BB0_98:
# 	@%p25 bra 	$L__BB0_100;
# 	ld.global.b64 	%rd38, [%rd5+64];
# $L__BB0_100:
# 	mov.b64 	%rd40, 0d0000000000000000;
# 	mov.b64 	%rd39, %rd40;
# 	@%p26 bra 	$L__BB0_102;
# 	ld.global.b64 	%rd39, [%rd5+72];
# $L__BB0_102:
# 	setp.lt.u64 	%p27, %rd6, 11;
# 	@%p27 bra 	$L__BB0_104;
# 	ld.global.b64 	%rd40, [%rd5+80];
# $L__BB0_104:
# 	setp.lt.u64 	%p28, %rd6, 12;
# 	mov.b64 	%rd42, 0d0000000000000000;
# 	mov.b64 	%rd41, %rd42;
# 	@%p28 bra 	$L__BB0_106;
# 	ld.global.b64 	%rd41, [%rd5+88];
# $L__BB0_106:
# 	setp.lt.u64 	%p29, %rd6, 13;
# 	@%p29 bra 	$L__BB0_108;
# 	ld.global.b64 	%rd42, [%rd5+96];
# $L__BB0_108:
# 	setp.lt.u64 	%p30, %rd6, 14;
# 	mov.b64 	%rd44, 0d0000000000000000;
# 	mov.b64 	%rd43, %rd44;
# 	@%p30 bra 	$L__BB0_110;
# 	ld.global.b64 	%rd43, [%rd5+104];
# $L__BB0_110:
# 	setp.lt.u64 	%p31, %rd6, 15;
# 	@%p31 bra 	$L__BB0_112;
# 	ld.global.b64 	%rd44, [%rd5+112];
# $L__BB0_112:
# 	setp.lt.u64 	%p32, %rd6, 16;
# 	mov.b64 	%rd45, 0d0000000000000000;
# 	@%p32 bra 	$L__BB0_114;
# 	ld.global.b64 	%rd45, [%rd5+120];
# $L__BB0_114:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%rd17, %rd18, %rd19, %rd20}, {%rd34, %rd35, %rd36, %rd37, %rd38, %rd39, %rd40, %rd41}, {%rd42, %rd43, %rd44, %rd45}, {%rd13, %rd14, %rd15, %rd16};
# 	// end inline asm
# 	@%p17 bra 	$L__BB0_116;
# 	st.global.b64 	[%rd5], %rd17;
# $L__BB0_116:
# 	@%p18 bra 	$L__BB0_118;
# 	st.global.b64 	[%rd5+8], %rd18;
# $L__BB0_118:
# 	@%p19 bra 	$L__BB0_120;
# 	st.global.b64 	[%rd5+16], %rd19;
# $L__BB0_120:
# 	@%p20 bra 	$L__BB0_122;
# 	st.global.b64 	[%rd5+24], %rd20;
# $L__BB0_122:
# 	ret;
#
# }
