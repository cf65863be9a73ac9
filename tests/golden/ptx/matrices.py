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
# 	.reg .pred 	%p<14>;
# 	.reg .b32 	%r<44>;
# 	.reg .b64 	%rd<22>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	ld.param.b64 	%rd3, [k_param_3];
# 	mov.u32 	%r1, %laneid;
# 	ld.param.b64 	%rd9, [k_param_1];
# 	cvt.u64.u32 	%rd10, %r1;
# 	setp.le.u64 	%p1, %rd9, %rd10;
# 	mul.wide.u32 	%rd11, %r1, 2;
# 	mov.b32 	%r33, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd8, [k_param_0];
# 	add.s64 	%rd1, %rd8, %rd11;
# 	ld.global.b16 	%r33, [%rd1];
# $L__BB0_2:
# 	ld.param.b64 	%rd2, [k_param_2];
# 	mov.b64 	%rd13, k_shared;
# 	add.s64 	%rd14, %rd13, %rd11;
# 	st.shared.b16 	[%rd14], %r33;
# 	bar.sync 	0;
# 	shl.b32 	%r3, %r1, 4;
# 	cvt.u64.u32 	%rd15, %r3;
# 	add.s64 	%rd12, %rd13, %rd15;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r27, %r28, %r29, %r30}, [%rd12];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r31, %r32}, [%rd12];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r2}, [%rd12];
# 	// end inline asm
# 	setp.eq.b64 	%p2, %rd3, 0;
# 	mov.b32 	%r35, 0f00000000;
# 	mov.b32 	%r34, %r35;
# 	@%p2 bra 	$L__BB0_4;
# 	ld.global.b32 	%r34, [%rd2];
# $L__BB0_4:
# 	setp.lt.u64 	%p3, %rd3, 2;
# 	@%p3 bra 	$L__BB0_6;
# 	ld.global.b32 	%r35, [%rd2+4];
# $L__BB0_6:
# 	setp.lt.u64 	%p4, %rd3, 3;
# 	mov.b32 	%r37, 0f00000000;
# 	mov.b32 	%r36, %r37;
# 	@%p4 bra 	$L__BB0_8;
# 	ld.global.b32 	%r36, [%rd2+8];
# $L__BB0_8:
# 	setp.lt.u64 	%p5, %rd3, 4;
# 	@%p5 bra 	$L__BB0_10;
# 	ld.global.b32 	%r37, [%rd2+12];
# $L__BB0_10:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r4, %r5, %r6, %r7}, {%r27, %r28, %r29, %r30}, {%r31, %r32}, {%r34, %r35, %r36, %r37};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r8, %r9, %r10, %r11}, {%r27, %r28, %r29, %r30}, {%r31, %r32}, {%r4, %r5, %r6, %r7};
# 	// end inline asm
# 	mov.b32 	%r16, 1;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%r12, %r13, %r14, %r15}, {%r27, %r28, %r29, %r30}, {%r2, %r16}, {%r8, %r9, %r10, %r11};
# 	// end inline asm
# 	@%p2 bra 	$L__BB0_12;
# 	st.global.b32 	[%rd2], %r12;
# $L__BB0_12:
# 	@%p3 bra 	$L__BB0_14;
# 	st.global.b32 	[%rd2+4], %r13;
# $L__BB0_14:
# 	@%p4 bra 	$L__BB0_16;
# 	st.global.b32 	[%rd2+8], %r14;
# $L__BB0_16:
# 	ld.param.b64 	%rd5, [k_param_5];
# 	@%p5 bra 	$L__BB0_18;
# 	st.global.b32 	[%rd2+12], %r15;
# $L__BB0_18:
# 	ld.param.b64 	%rd4, [k_param_4];
# 	setp.lt.u64 	%p6, %rd5, 3;
# 	mov.b64 	%rd19, 0d0000000000000000;
# 	mov.b64 	%rd18, %rd19;
# 	@%p6 bra 	$L__BB0_20;
# 	ld.global.b64 	%rd18, [%rd4+16];
# $L__BB0_20:
# 	setp.lt.u64 	%p7, %rd5, 4;
# 	@%p7 bra 	$L__BB0_22;
# 	ld.global.b64 	%rd19, [%rd4+24];
# $L__BB0_22:
# 	setp.eq.b64 	%p8, %rd5, 0;
# 	mov.b64 	%rd21, 0d0000000000000000;
# 	mov.b64 	%rd20, %rd21;
# 	@%p8 bra 	$L__BB0_24;
# 	ld.global.b64 	%rd20, [%rd4];
# $L__BB0_24:
# 	setp.lt.u64 	%p9, %rd5, 2;
# 	@%p9 bra 	$L__BB0_26;
# 	ld.global.b64 	%rd21, [%rd4+8];
# $L__BB0_26:
# 	// begin inline asm
# 	mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%rd16, %rd17}, {%rd18}, {%rd19}, {%rd20, %rd21};
# 	// end inline asm
# 	@%p8 bra 	$L__BB0_28;
# 	st.global.b64 	[%rd4], %rd16;
# $L__BB0_28:
# 	ld.param.b64 	%rd7, [k_param_7];
# 	@%p9 bra 	$L__BB0_30;
# 	st.global.b64 	[%rd4+8], %rd17;
# $L__BB0_30:
# 	ld.param.b64 	%rd6, [k_param_6];
# 	setp.eq.b64 	%p10, %rd7, 0;
# 	mov.b32 	%r39, 0;
# 	mov.b32 	%r38, %r39;
# 	@%p10 bra 	$L__BB0_32;
# 	ld.global.b32 	%r38, [%rd6];
# $L__BB0_32:
# 	setp.lt.u64 	%p11, %rd7, 2;
# 	@%p11 bra 	$L__BB0_34;
# 	ld.global.b32 	%r39, [%rd6+4];
# $L__BB0_34:
# 	setp.lt.u64 	%p12, %rd7, 3;
# 	mov.b32 	%r17, 0;
# 	mov.b32 	%r40, %r17;
# 	@%p12 bra 	$L__BB0_36;
# 	ld.global.b32 	%r40, [%rd6+8];
# $L__BB0_36:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%r18, %r19, %r20, %r21}, {%r27, %r28, %r29, %r30}, {%r31, %r32}, {%r38, %r39, %r40, %r17};
# 	// end inline asm
# 	@%p10 bra 	$L__BB0_38;
# 	st.global.b32 	[%rd6], %r18;
# $L__BB0_38:
# 	@%p11 bra 	$L__BB0_40;
# 	st.global.b32 	[%rd6+4], %r19;
# $L__BB0_40:
# 	@%p12 bra 	$L__BB0_42;
# 	st.global.b32 	[%rd6+8], %r20;
# $L__BB0_42:
# 	setp.lt.u64 	%p13, %rd7, 4;
# 	@%p13 bra 	$L__BB0_44;
# 	st.global.b32 	[%rd6+12], %r21;
# $L__BB0_44:
# 	mov.b32 	%r42, 0;
# 	mov.b32 	%r41, %r42;
# 	@%p10 bra 	$L__BB0_46;
# 	ld.global.b32 	%r41, [%rd6];
# $L__BB0_46:
# 	@%p11 bra 	$L__BB0_48;
# 	ld.global.b32 	%r42, [%rd6+4];
# $L__BB0_48:
# 	mov.b32 	%r22, 0;
# 	mov.b32 	%r43, %r22;
# 	@%p12 bra 	$L__BB0_50;
# 	ld.global.b32 	%r43, [%rd6+8];
# $L__BB0_50:
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%r23, %r24, %r25, %r26}, {%r27, %r28, %r29, %r30}, {%r31, %r32}, {%r41, %r42, %r43, %r22};
# 	// end inline asm
# 	@%p10 bra 	$L__BB0_52;
# 	st.global.b32 	[%rd6], %r23;
# $L__BB0_52:
# 	@%p11 bra 	$L__BB0_54;
# 	st.global.b32 	[%rd6+4], %r24;
# $L__BB0_54:
# 	@%p12 bra 	$L__BB0_56;
# 	st.global.b32 	[%rd6+8], %r25;
# $L__BB0_56:
# 	@%p13 bra 	$L__BB0_58;
# 	st.global.b32 	[%rd6+12], %r26;
# $L__BB0_58:
# 	ret;
#
# }
