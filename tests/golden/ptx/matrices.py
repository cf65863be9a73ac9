# golden: --emit=ptx --arch=sm_80
import numpy as np
from numba import cuda


@cuda.jit("void(int16[::1], float32[::1], float64[::1], int32[::1])")
def k(h, x, y, n):
    s = cuda.shared.array(512, np.int16, alignment=16)
    lane = cuda.laneid
    s[lane] = h[lane]
    cuda.syncthreads()
    a = cuda.ldmatrix(s, lane * 8, 4)
    b = cuda.ldmatrix(s, lane * 8, 2, True)
    one = cuda.ldmatrix(s, lane * 8, 1)
    c = (x[0], x[1], x[2], x[3])
    c = cuda.mma_sync("m16n8k16.f32.f16", a, b, c)
    c = cuda.mma_sync("m16n8k16.f32.bf16", a, b, c)
    c = cuda.mma_sync("m16n8k8.f32.tf32", a, (one, 1), c)
    x[0], x[1], x[2], x[3] = c
    y[0], y[1] = cuda.mma_sync("m8n8k4.f64", y[2], y[3], (y[0], y[1]))
    n[0], n[1], n[2], n[3] = cuda.mma_sync("m16n8k32.s32.s8", a, b, (n[0], n[1], n[2], 0))
    n[0], n[1], n[2], n[3] = cuda.mma_sync("m16n8k32.s32.u8", a, b, (n[0], n[1], n[2], 0))

# === --emit=ptx --arch=sm_80
# // pyk2ptx abi 1
# // target sm_80 ptx 7.0
# // kernel k entry k source matrices.py:7
# // arg h array int16 ndim 1 layout C
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
# // facts params 64 shared 1024 dynamic no bounds guard typing python
# // end
# .version 7.0
# .target sm_80
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 2 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 4 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u64 .ptr .global .align 8 k_param_4,
# 	.param .u64 k_param_5,
# 	.param .u64 .ptr .global .align 4 k_param_6,
# 	.param .u64 k_param_7
# )
# {
# 	.reg .pred 	%p<17>;
# 	.reg .b32 	%r<47>;
# 	.reg .b64 	%rd<29>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	ld.param.b64 	%rd4, [k_param_3];
# 	mov.u32 	%r1, %laneid;
# 	ld.param.b64 	%rd10, [k_param_1];
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd10, %rd1;
# 	mov.b32 	%r30, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd9, [k_param_0];
# 	mul.wide.u32 	%rd11, %r1, 2;
# 	add.s64 	%rd2, %rd9, %rd11;
# 	ld.global.b16 	%r30, [%rd2];
# $L__BB0_2:
# 	ld.param.b64 	%rd3, [k_param_2];
# 	shl.b64 	%rd13, %rd1, 1;
# 	mov.b64 	%rd14, k_shared;
# 	add.s64 	%rd15, %rd14, %rd13;
# 	st.shared.b16 	[%rd15], %r30;
# 	bar.sync 	0;
# 	shl.b32 	%r5, %r1, 4;
# 	cvt.u64.u32 	%rd16, %r5;
# 	add.s64 	%rd12, %rd14, %rd16;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r24, %r25, %r26, %r27}, [%rd12];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r28, %r29}, [%rd12];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%rd12];
# 	// end inline asm
# 	setp.lt.u64 	%p2, %rd4, 4;
# 	setp.eq.b64 	%p14, %rd4, 0;
# 	setp.lt.u64 	%p15, %rd4, 2;
# 	@%p2 bra 	$L__BB0_7;
# 	ld.global.b32 	%r31, [%rd3];
# 	ld.global.b32 	%r32, [%rd3+4];
# 	ld.global.b32 	%r33, [%rd3+8];
# 	ld.global.b32 	%r34, [%rd3+12];
# 	bra.uni 	$L__BB0_4;
# $L__BB0_7:
# 	mov.b32 	%r32, 0f00000000;
# 	mov.b32 	%r31, %r32;
# 	@%p14 bra 	$L__BB0_9;
# 	ld.global.b32 	%r31, [%rd3];
# $L__BB0_9:
# 	@%p15 bra 	$L__BB0_11;
# 	ld.global.b32 	%r32, [%rd3+4];
# $L__BB0_11:
# 	setp.ne.b64 	%p3, %rd4, 3;
# 	mov.b32 	%r34, 0f00000000;
# 	mov.b32 	%r33, %r34;
# 	@%p3 bra 	$L__BB0_4;
# 	ld.global.b32 	%r33, [%rd3+8];
# $L__BB0_4:
# 	ld.param.b64 	%rd6, [k_param_5];
# 	setp.gt.u64 	%p4, %rd4, 3;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r6, %r7, %r8, %r9}, {%r24, %r25, %r26, %r27}, {%r28, %r29}, {%r31, %r32, %r33, %r34};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r10, %r11, %r12, %r13}, {%r24, %r25, %r26, %r27}, {%r28, %r29}, {%r6, %r7, %r8, %r9};
# 	// end inline asm
# 	mov.b32 	%r17, 1;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%r14, %r15, %r36, %r16}, {%r24, %r25, %r26, %r27}, {%r4, %r17}, {%r10, %r11, %r12, %r13};
# 	// end inline asm
# 	@%p4 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_5:
# 	st.global.b32 	[%rd3], %r14;
# 	st.global.b32 	[%rd3+4], %r15;
# 	st.global.b32 	[%rd3+8], %r36;
# 	mov.b32 	%r35, 12;
# 	mov.b32 	%r36, %r16;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_13:
# 	@%p14 bra 	$L__BB0_15;
# 	st.global.b32 	[%rd3], %r14;
# $L__BB0_15:
# 	@%p15 bra 	$L__BB0_17;
# 	st.global.b32 	[%rd3+4], %r15;
# $L__BB0_17:
# 	setp.eq.b64 	%p5, %rd4, 3;
# 	mov.b32 	%r35, 8;
# 	@%p5 bra 	$L__BB0_6;
# 	bra.uni 	$L__BB0_18;
# $L__BB0_6:
# 	cvt.u64.u32 	%rd17, %r35;
# 	add.s64 	%rd18, %rd3, %rd17;
# 	st.global.b32 	[%rd18], %r36;
# $L__BB0_18:
# 	ld.param.b64 	%rd5, [k_param_4];
# 	setp.gt.u64 	%p6, %rd6, 2;
# 	mov.b64 	%rd26, 0d0000000000000000;
# 	mov.b64 	%rd25, %rd26;
# 	@%p6 bra 	$L__BB0_19;
# 	bra.uni 	$L__BB0_20;
# $L__BB0_19:
# 	ld.global.b64 	%rd25, [%rd5+16];
# $L__BB0_20:
# 	setp.lt.u64 	%p7, %rd6, 4;
# 	@%p7 bra 	$L__BB0_22;
# 	ld.global.b64 	%rd26, [%rd5+24];
# $L__BB0_22:
# 	setp.eq.b64 	%p8, %rd6, 0;
# 	mov.b64 	%rd28, 0d0000000000000000;
# 	mov.b64 	%rd27, %rd28;
# 	@%p8 bra 	$L__BB0_24;
# 	ld.global.b64 	%rd27, [%rd5];
# $L__BB0_24:
# 	setp.lt.u64 	%p9, %rd6, 2;
# 	@%p9 bra 	$L__BB0_26;
# 	ld.global.b64 	%rd28, [%rd5+8];
# $L__BB0_26:
# 	// begin inline asm
# 	mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%rd19, %rd20}, {%rd25}, {%rd26}, {%rd27, %rd28};
# 	// end inline asm
# 	@%p8 bra 	$L__BB0_28;
# 	st.global.b64 	[%rd5], %rd19;
# $L__BB0_28:
# 	ld.param.b64 	%rd8, [k_param_7];
# 	@%p9 bra 	$L__BB0_30;
# 	st.global.b64 	[%rd5+8], %rd20;
# $L__BB0_30:
# 	ld.param.b64 	%rd7, [k_param_6];
# 	setp.eq.b64 	%p10, %rd8, 0;
# 	mov.b32 	%r38, 0;
# 	mov.b32 	%r37, %r38;
# 	@%p10 bra 	$L__BB0_32;
# 	ld.global.b32 	%r37, [%rd7];
# $L__BB0_32:
# 	setp.lt.u64 	%p11, %rd8, 2;
# 	@%p11 bra 	$L__BB0_34;
# 	ld.global.b32 	%r38, [%rd7+4];
# $L__BB0_34:
# 	setp.lt.u64 	%p12, %rd8, 3;
# 	mov.b32 	%r18, 0;
# 	mov.b32 	%r39, %r18;
# 	@%p12 bra 	$L__BB0_36;
# 	ld.global.b32 	%r39, [%rd7+8];
# $L__BB0_36:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r19, %r20, %r41, %r2}, {%r24, %r25, %r26, %r27}, {%r28, %r29}, {%r37, %r38, %r39, %r18};
# 	// end inline asm
# 	setp.lt.u64 	%p13, %rd8, 4;
# 	setp.gt.u64 	%p16, %rd8, 2;
# 	@%p13 bra 	$L__BB0_48;
# 	st.global.b32 	[%rd7], %r19;
# 	st.global.b32 	[%rd7+4], %r20;
# 	st.global.b32 	[%rd7+8], %r41;
# 	mov.b32 	%r40, 12;
# 	mov.b32 	%r41, %r2;
# 	bra.uni 	$L__BB0_38;
# $L__BB0_48:
# 	@%p10 bra 	$L__BB0_50;
# 	st.global.b32 	[%rd7], %r19;
# $L__BB0_50:
# 	@%p11 bra 	$L__BB0_52;
# 	st.global.b32 	[%rd7+4], %r20;
# $L__BB0_52:
# 	mov.b32 	%r40, 8;
# 	@%p16 bra 	$L__BB0_38;
# 	bra.uni 	$L__BB0_39;
# $L__BB0_38:
# 	cvt.u64.u32 	%rd21, %r40;
# 	add.s64 	%rd22, %rd7, %rd21;
# 	st.global.b32 	[%rd22], %r41;
# $L__BB0_39:
# 	mov.b32 	%r43, 0;
# 	mov.b32 	%r42, %r43;
# 	@%p10 bra 	$L__BB0_41;
# 	ld.global.b32 	%r42, [%rd7];
# $L__BB0_41:
# 	@%p11 bra 	$L__BB0_43;
# 	ld.global.b32 	%r43, [%rd7+4];
# $L__BB0_43:
# 	mov.b32 	%r21, 0;
# 	mov.b32 	%r44, %r21;
# 	@%p12 bra 	$L__BB0_45;
# 	ld.global.b32 	%r44, [%rd7+8];
# $L__BB0_45:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%r22, %r23, %r46, %r3}, {%r24, %r25, %r26, %r27}, {%r28, %r29}, {%r42, %r43, %r44, %r21};
# 	// end inline asm
# 	@%p13 bra 	$L__BB0_53;
# 	st.global.b32 	[%rd7], %r22;
# 	st.global.b32 	[%rd7+4], %r23;
# 	st.global.b32 	[%rd7+8], %r46;
# 	mov.b32 	%r45, 12;
# 	mov.b32 	%r46, %r3;
# 	bra.uni 	$L__BB0_47;
# $L__BB0_53:
# 	@%p10 bra 	$L__BB0_55;
# 	st.global.b32 	[%rd7], %r22;
# $L__BB0_55:
# 	@%p11 bra 	$L__BB0_57;
# 	st.global.b32 	[%rd7+4], %r23;
# $L__BB0_57:
# 	mov.b32 	%r45, 8;
# 	@%p16 bra 	$L__BB0_47;
# 	bra.uni 	$L__BB0_58;
# $L__BB0_47:
# 	cvt.u64.u32 	%rd23, %r45;
# 	add.s64 	%rd24, %rd7, %rd23;
# 	st.global.b32 	[%rd24], %r46;
# $L__BB0_58:
# 	ret;
#
# }
