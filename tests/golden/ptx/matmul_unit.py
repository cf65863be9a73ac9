# golden: --emit=ptx --arch=sm_80
# One warp: ldmatrix and the matrix unit, without local memory. For sm_75 the same
# product is its threads'.
import numpy as np
from numba import cuda
from nvmath.device import Dim3, Matmul

MM = Matmul(
    size=(16, 16, 32),
    precision=(np.float16, np.float16, np.float32),
    data_type="real",
    arrangement=("row_major", "row_major", "row_major"),
    alignment=(16, 16, 16),
    block_dim=Dim3(32),
)


@cuda.jit("void(float16[::1], float32[::1])")
def k(x, y):
    a = cuda.shared.array(MM.a_size, np.float16, alignment=16)
    b = cuda.shared.array(MM.b_size, np.float16, alignment=16)
    c = cuda.shared.array(MM.c_size, np.float32, alignment=16)
    i = cuda.threadIdx.x
    a[i] = x[i]
    b[i] = x[i]
    cuda.syncthreads()
    MM.execute(1.0, a, b, 0.0, c)
    cuda.syncthreads()
    y[i] = c[i]

# === --emit=ptx --arch=sm_80
# // pyk2ptx abi 1
# // target sm_80 ptx 7.0
# // kernel k entry k source matmul_unit.py:19
# // arg x array float16 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 3072 dynamic no bounds guard typing python
# // end
# .version 7.0
# .target sm_80
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
# // k_shared1 has been demoted
# // k_shared2 has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 2 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 4 k_param_2,
# 	.param .u64 k_param_3
# )
# {
# 	.reg .pred 	%p<11>;
# 	.reg .b16 	%rs<17>;
# 	.reg .b32 	%r<86>;
# 	.reg .b64 	%rd<50>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[1024];
# 	ld.param.b64 	%rd12, [k_param_1];
# 	ld.param.b64 	%rd15, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd12, %rd1;
# 	mul.wide.u32 	%rd16, %r1, 2;
# 	add.s64 	%rd2, %rd15, %rd16;
# 	mov.b16 	%rs14, 0x0000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b16 	%rs14, [%rd2];
# $L__BB0_2:
# 	cvt.u32.u64 	%r4, %rd1;
# 	setp.gt.u32 	%p2, %r4, 511;
# 	shl.b64 	%rd17, %rd1, 1;
# 	mov.b64 	%rd18, k_shared;
# 	@%p2 bra 	$L__BB0_4;
# 	add.s64 	%rd3, %rd18, %rd17;
# 	st.shared.b16 	[%rd3], %rs14;
# $L__BB0_4:
# 	mov.b16 	%rs15, 0x0000;
# 	@%p1 bra 	$L__BB0_6;
# 	ld.global.b16 	%rs15, [%rd2];
# $L__BB0_6:
# 	mov.b64 	%rd19, k_shared1;
# 	@%p2 bra 	$L__BB0_8;
# 	add.s64 	%rd4, %rd19, %rd17;
# 	st.shared.b16 	[%rd4], %rs15;
# $L__BB0_8:
# 	bar.sync 	0;
# 	mov.u32 	%r5, %ntid.x;
# 	min.u32 	%r2, %r5, 32;
# 	cvt.u64.u32 	%rd5, %r2;
# 	and.b32 	%r6, %r2, 31;
# 	setp.eq.b32 	%p3, %r6, 0;
# 	mov.b64 	%rd45, k_shared2;
# 	@%p3 bra 	$L__BB0_14;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_14:
# 	mov.u32 	%r3, %laneid;
# 	sub.s32 	%r7, %r1, %r3;
# 	and.b32 	%r8, %r7, 31;
# 	setp.eq.b32 	%p4, %r8, 0;
# 	@%p4 bra 	$L__BB0_15;
# $L__BB0_9:
# 	cvt.u32.u64 	%r9, %rd5;
# 	setp.ge.u32 	%p5, %r4, %r9;
# 	@%p5 bra 	$L__BB0_17;
# 	shl.b32 	%r10, %r1, 4;
# 	cvt.u64.u32 	%rd46, %r10;
# 	shl.b32 	%r11, %r2, 4;
# 	cvt.u64.u32 	%rd6, %r11;
# 	cvt.u16.u64 	%rs16, %rd1;
# 	cvt.u16.u64 	%rs1, %rd5;
# 	mov.b64 	%rd47, %rd1;
# $L__BB0_11:
# 	and.b64 	%rd20, %rd46, -64;
# 	add.s64 	%rd21, %rd18, %rd20;
# 	add.s64 	%rd7, %rd21, 514;
# 	cvt.u32.u16 	%r12, %rs16;
# 	and.b32 	%r13, %r12, 3;
# 	mul.wide.u32 	%rd22, %r13, 2;
# 	add.s64 	%rd23, %rd19, %rd22;
# 	add.s64 	%rd48, %rd23, 32;
# 	and.b64 	%rd8, %rd47, 3;
# 	shl.b64 	%rd24, %rd47, 4;
# 	and.b64 	%rd9, %rd24, 9223372036854775744;
# 	mov.b32 	%r77, 0f00000000;
# 	mov.b64 	%rd49, 0;
# 	mov.b32 	%r78, %r77;
# 	mov.b32 	%r79, %r77;
# 	mov.b32 	%r80, %r77;
# 	mov.b32 	%r81, %r77;
# 	mov.b32 	%r82, %r77;
# 	mov.b32 	%r83, %r77;
# 	mov.b32 	%r84, %r77;
# $L__BB0_12:
# 	add.s64 	%rd25, %rd7, %rd49;
# 	ld.shared.v2.b16 	{%rs2, %rs3}, [%rd25+-514];
# 	cvt.f32.f16 	%r14, %rs2;
# 	ld.shared.v2.b16 	{%rs4, %rs5}, [%rd25+-2];
# 	cvt.f32.f16 	%r15, %rs4;
# 	ld.shared.b16 	%rs6, [%rd48+-32];
# 	cvt.f32.f16 	%r16, %rs6;
# 	ld.shared.b16 	%rs7, [%rd48+-24];
# 	cvt.f32.f16 	%r17, %rs7;
# 	ld.shared.b16 	%rs8, [%rd48+-16];
# 	cvt.f32.f16 	%r18, %rs8;
# 	ld.shared.b16 	%rs9, [%rd48+-8];
# 	cvt.f32.f16 	%r19, %rs9;
# 	fma.rn.f32 	%r20, %r14, %r16, %r78;
# 	fma.rn.f32 	%r21, %r14, %r17, %r77;
# 	fma.rn.f32 	%r22, %r14, %r18, %r79;
# 	fma.rn.f32 	%r23, %r14, %r19, %r80;
# 	fma.rn.f32 	%r24, %r15, %r16, %r81;
# 	fma.rn.f32 	%r25, %r15, %r17, %r82;
# 	fma.rn.f32 	%r26, %r15, %r18, %r83;
# 	fma.rn.f32 	%r27, %r15, %r19, %r84;
# 	cvt.f32.f16 	%r28, %rs3;
# 	cvt.f32.f16 	%r29, %rs5;
# 	ld.shared.b16 	%rs10, [%rd48];
# 	cvt.f32.f16 	%r30, %rs10;
# 	ld.shared.b16 	%rs11, [%rd48+8];
# 	cvt.f32.f16 	%r31, %rs11;
# 	ld.shared.b16 	%rs12, [%rd48+16];
# 	cvt.f32.f16 	%r32, %rs12;
# 	ld.shared.b16 	%rs13, [%rd48+24];
# 	cvt.f32.f16 	%r33, %rs13;
# 	fma.rn.f32 	%r78, %r28, %r30, %r20;
# 	fma.rn.f32 	%r77, %r28, %r31, %r21;
# 	fma.rn.f32 	%r79, %r28, %r32, %r22;
# 	fma.rn.f32 	%r80, %r28, %r33, %r23;
# 	fma.rn.f32 	%r81, %r29, %r30, %r24;
# 	fma.rn.f32 	%r82, %r29, %r31, %r25;
# 	fma.rn.f32 	%r83, %r29, %r32, %r26;
# 	fma.rn.f32 	%r84, %r29, %r33, %r27;
# 	add.s64 	%rd49, %rd49, 4;
# 	add.s64 	%rd48, %rd48, 64;
# 	setp.ne.b64 	%p6, %rd49, 64;
# 	@%p6 bra 	$L__BB0_12;
# 	shl.b64 	%rd26, %rd8, 2;
# 	add.s64 	%rd27, %rd45, %rd26;
# 	add.s64 	%rd28, %rd27, %rd9;
# 	st.shared.b32 	[%rd28], %r78;
# 	st.shared.b32 	[%rd28+16], %r77;
# 	st.shared.b32 	[%rd28+32], %r79;
# 	st.shared.b32 	[%rd28+48], %r80;
# 	st.shared.b32 	[%rd28+512], %r81;
# 	st.shared.b32 	[%rd28+528], %r82;
# 	st.shared.b32 	[%rd28+544], %r83;
# 	st.shared.b32 	[%rd28+560], %r84;
# 	add.s64 	%rd47, %rd47, %rd5;
# 	setp.lt.u64 	%p7, %rd47, 32;
# 	add.s64 	%rd46, %rd46, %rd6;
# 	add.s16 	%rs16, %rs16, %rs1;
# 	@%p7 bra 	$L__BB0_11;
# $L__BB0_17:
# 	ld.param.b64 	%rd14, [k_param_3];
# 	bar.sync 	0;
# 	setp.gt.u32 	%p9, %r4, 255;
# 	shl.b64 	%rd44, %rd1, 2;
# 	mov.b32 	%r85, 0f00000000;
# 	@%p9 bra 	$L__BB0_19;
# 	add.s64 	%rd10, %rd45, %rd44;
# 	ld.shared.b32 	%r85, [%rd10];
# $L__BB0_19:
# 	setp.le.u64 	%p10, %rd14, %rd1;
# 	@%p10 bra 	$L__BB0_21;
# 	ld.param.b64 	%rd13, [k_param_2];
# 	add.s64 	%rd11, %rd13, %rd44;
# 	st.global.b32 	[%rd11], %r85;
# $L__BB0_21:
# 	ret;
# $L__BB0_15:
# 	cvt.u32.u64 	%r34, %rd5;
# 	setp.ge.u32 	%p8, %r4, %r34;
# 	@%p8 bra 	$L__BB0_17;
# 	shl.b32 	%r68, %r3, 5;
# 	and.b32 	%r69, %r68, 480;
# 	cvt.u64.u32 	%rd35, %r69;
# 	and.b32 	%r70, %r3, 16;
# 	cvt.u64.u32 	%rd36, %r70;
# 	add.s64 	%rd37, %rd18, %rd36;
# 	shl.b32 	%r71, %r3, 1;
# 	and.b32 	%r72, %r71, 6;
# 	shl.b32 	%r73, %r3, 4;
# 	and.b32 	%r74, %r73, 448;
# 	cvt.u64.u32 	%rd38, %r74;
# 	add.s64 	%rd39, %rd45, %rd38;
# 	shl.b32 	%r75, %r69, 1;
# 	cvt.u64.u32 	%rd40, %r75;
# 	add.s64 	%rd29, %rd37, %rd40;
# 	add.s64 	%rd30, %rd19, %rd35;
# 	add.s64 	%rd31, %rd30, 16;
# 	add.s64 	%rd32, %rd29, 32;
# 	or.b32 	%r76, %r68, 512;
# 	cvt.u64.u32 	%rd41, %r76;
# 	add.s64 	%rd33, %rd19, %rd41;
# 	add.s64 	%rd34, %rd33, 16;
# 	mul.wide.u32 	%rd42, %r72, 4;
# 	add.s64 	%rd43, %rd39, %rd42;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r35, %r36, %r37, %r38}, [%rd29];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r39, %r40}, [%rd30];
# 	// end inline asm
# 	mov.b32 	%r41, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r54, %r55, %r56, %r57}, {%r35, %r36, %r37, %r38}, {%r39, %r40}, {%r41, %r41, %r41, %r41};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r42, %r43}, [%rd31];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r64, %r65, %r66, %r67}, {%r35, %r36, %r37, %r38}, {%r42, %r43}, {%r41, %r41, %r41, %r41};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r48, %r49, %r50, %r51}, [%rd32];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r52, %r53}, [%rd33];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r44, %r45, %r46, %r47}, {%r48, %r49, %r50, %r51}, {%r52, %r53}, {%r54, %r55, %r56, %r57};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r62, %r63}, [%rd34];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r58, %r59, %r60, %r61}, {%r48, %r49, %r50, %r51}, {%r62, %r63}, {%r64, %r65, %r66, %r67};
# 	// end inline asm
# 	st.shared.v2.b32 	[%rd43], {%r44, %r45};
# 	st.shared.v2.b32 	[%rd43+512], {%r46, %r47};
# 	st.shared.v2.b32 	[%rd43+32], {%r58, %r59};
# 	st.shared.v2.b32 	[%rd43+544], {%r60, %r61};
# 	bra.uni 	$L__BB0_17;
#
# }
