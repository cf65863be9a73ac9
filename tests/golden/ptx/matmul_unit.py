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
# 	.reg .pred 	%p<14>;
# 	.reg .b16 	%rs<17>;
# 	.reg .b32 	%r<86>;
# 	.reg .b64 	%rd<54>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[1024];
# 	ld.param.b64 	%rd12, [k_param_1];
# 	ld.param.b64 	%rd11, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.gt.u32 	%p1, %r1, 511;
# 	setp.le.u64 	%p2, %rd12, %rd1;
# 	or.pred 	%p3, %p1, %p2;
# 	cvt.u32.u64 	%r76, %rd1;
# 	shl.b64 	%rd48, %rd1, 1;
# 	mov.b64 	%rd49, k_shared1;
# 	@%p3 bra 	$L__BB0_17;
# 	add.s64 	%rd16, %rd11, %rd48;
# 	ld.global.b16 	%rs14, [%rd16];
# 	mov.b64 	%rd17, k_shared;
# 	add.s64 	%rd18, %rd17, %rd48;
# 	st.shared.b16 	[%rd18], %rs14;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_17:
# 	add.s64 	%rd8, %rd11, %rd48;
# 	mov.b16 	%rs16, 0x0000;
# 	@%p2 bra 	$L__BB0_19;
# 	ld.global.b16 	%rs16, [%rd8];
# $L__BB0_19:
# 	setp.gt.u32 	%p4, %r76, 511;
# 	@%p4 bra 	$L__BB0_21;
# 	mov.b64 	%rd15, k_shared;
# 	add.s64 	%rd9, %rd15, %rd48;
# 	st.shared.b16 	[%rd9], %rs16;
# $L__BB0_21:
# 	mov.b16 	%rs14, 0x0000;
# 	@%p2 bra 	$L__BB0_23;
# 	ld.global.b16 	%rs14, [%rd8];
# $L__BB0_23:
# 	setp.lt.u32 	%p5, %r76, 512;
# 	@%p5 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	add.s64 	%rd19, %rd49, %rd48;
# 	st.shared.b16 	[%rd19], %rs14;
# $L__BB0_3:
# 	bar.sync 	0;
# 	mov.u32 	%r4, %ntid.x;
# 	min.u32 	%r2, %r4, 32;
# 	cvt.u64.u32 	%rd2, %r2;
# 	and.b32 	%r5, %r2, 31;
# 	setp.eq.b32 	%p6, %r5, 0;
# 	mov.b64 	%rd47, k_shared2;
# 	@%p6 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_9:
# 	mov.u32 	%r3, %laneid;
# 	sub.s32 	%r6, %r1, %r3;
# 	and.b32 	%r7, %r6, 31;
# 	setp.eq.b32 	%p7, %r7, 0;
# 	@%p7 bra 	$L__BB0_10;
# $L__BB0_4:
# 	cvt.u32.u64 	%r8, %rd2;
# 	setp.ge.u32 	%p8, %r76, %r8;
# 	@%p8 bra 	$L__BB0_12;
# 	shl.b32 	%r9, %r1, 4;
# 	cvt.u64.u32 	%rd50, %r9;
# 	shl.b32 	%r10, %r2, 4;
# 	cvt.u64.u32 	%rd3, %r10;
# 	cvt.u16.u64 	%rs15, %rd1;
# 	cvt.u16.u64 	%rs1, %rd2;
# 	mov.b64 	%rd21, k_shared;
# 	mov.b64 	%rd51, %rd1;
# $L__BB0_6:
# 	and.b64 	%rd20, %rd50, -64;
# 	add.s64 	%rd22, %rd21, %rd20;
# 	add.s64 	%rd4, %rd22, 514;
# 	cvt.u32.u16 	%r11, %rs15;
# 	and.b32 	%r12, %r11, 3;
# 	mul.wide.u32 	%rd23, %r12, 2;
# 	add.s64 	%rd24, %rd49, %rd23;
# 	add.s64 	%rd52, %rd24, 32;
# 	and.b64 	%rd5, %rd51, 3;
# 	shl.b64 	%rd25, %rd51, 4;
# 	and.b64 	%rd6, %rd25, 9223372036854775744;
# 	mov.b32 	%r77, 0f00000000;
# 	mov.b64 	%rd53, 0;
# 	mov.b32 	%r78, %r77;
# 	mov.b32 	%r79, %r77;
# 	mov.b32 	%r80, %r77;
# 	mov.b32 	%r81, %r77;
# 	mov.b32 	%r82, %r77;
# 	mov.b32 	%r83, %r77;
# 	mov.b32 	%r84, %r77;
# $L__BB0_7:
# 	add.s64 	%rd26, %rd4, %rd53;
# 	ld.shared.v2.b16 	{%rs2, %rs3}, [%rd26+-514];
# 	cvt.f32.f16 	%r13, %rs2;
# 	ld.shared.v2.b16 	{%rs4, %rs5}, [%rd26+-2];
# 	cvt.f32.f16 	%r14, %rs4;
# 	ld.shared.b16 	%rs6, [%rd52+-32];
# 	cvt.f32.f16 	%r15, %rs6;
# 	ld.shared.b16 	%rs7, [%rd52+-24];
# 	cvt.f32.f16 	%r16, %rs7;
# 	ld.shared.b16 	%rs8, [%rd52+-16];
# 	cvt.f32.f16 	%r17, %rs8;
# 	ld.shared.b16 	%rs9, [%rd52+-8];
# 	cvt.f32.f16 	%r18, %rs9;
# 	fma.rn.f32 	%r19, %r13, %r15, %r78;
# 	fma.rn.f32 	%r20, %r13, %r16, %r77;
# 	fma.rn.f32 	%r21, %r13, %r17, %r79;
# 	fma.rn.f32 	%r22, %r13, %r18, %r80;
# 	fma.rn.f32 	%r23, %r14, %r15, %r81;
# 	fma.rn.f32 	%r24, %r14, %r16, %r82;
# 	fma.rn.f32 	%r25, %r14, %r17, %r83;
# 	fma.rn.f32 	%r26, %r14, %r18, %r84;
# 	cvt.f32.f16 	%r27, %rs3;
# 	cvt.f32.f16 	%r28, %rs5;
# 	ld.shared.b16 	%rs10, [%rd52];
# 	cvt.f32.f16 	%r29, %rs10;
# 	ld.shared.b16 	%rs11, [%rd52+8];
# 	cvt.f32.f16 	%r30, %rs11;
# 	ld.shared.b16 	%rs12, [%rd52+16];
# 	cvt.f32.f16 	%r31, %rs12;
# 	ld.shared.b16 	%rs13, [%rd52+24];
# 	cvt.f32.f16 	%r32, %rs13;
# 	fma.rn.f32 	%r78, %r27, %r29, %r19;
# 	fma.rn.f32 	%r77, %r27, %r30, %r20;
# 	fma.rn.f32 	%r79, %r27, %r31, %r21;
# 	fma.rn.f32 	%r80, %r27, %r32, %r22;
# 	fma.rn.f32 	%r81, %r28, %r29, %r23;
# 	fma.rn.f32 	%r82, %r28, %r30, %r24;
# 	fma.rn.f32 	%r83, %r28, %r31, %r25;
# 	fma.rn.f32 	%r84, %r28, %r32, %r26;
# 	add.s64 	%rd53, %rd53, 4;
# 	add.s64 	%rd52, %rd52, 64;
# 	setp.ne.b64 	%p9, %rd53, 64;
# 	@%p9 bra 	$L__BB0_7;
# 	shl.b64 	%rd27, %rd5, 2;
# 	add.s64 	%rd28, %rd47, %rd27;
# 	add.s64 	%rd29, %rd28, %rd6;
# 	st.shared.b32 	[%rd29], %r78;
# 	st.shared.b32 	[%rd29+16], %r77;
# 	st.shared.b32 	[%rd29+32], %r79;
# 	st.shared.b32 	[%rd29+48], %r80;
# 	st.shared.b32 	[%rd29+512], %r81;
# 	st.shared.b32 	[%rd29+528], %r82;
# 	st.shared.b32 	[%rd29+544], %r83;
# 	st.shared.b32 	[%rd29+560], %r84;
# 	add.s64 	%rd51, %rd51, %rd2;
# 	setp.lt.u64 	%p10, %rd51, 32;
# 	add.s64 	%rd50, %rd50, %rd3;
# 	add.s16 	%rs15, %rs15, %rs1;
# 	@%p10 bra 	$L__BB0_6;
# $L__BB0_12:
# 	ld.param.b64 	%rd14, [k_param_3];
# 	bar.sync 	0;
# 	setp.lt.u32 	%p12, %r76, 256;
# 	shl.b64 	%rd46, %rd1, 2;
# 	mov.b32 	%r85, 0f00000000;
# 	@%p12 bra 	$L__BB0_13;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_13:
# 	add.s64 	%rd7, %rd47, %rd46;
# 	ld.shared.b32 	%r85, [%rd7];
# $L__BB0_14:
# 	setp.le.u64 	%p13, %rd14, %rd1;
# 	@%p13 bra 	$L__BB0_16;
# 	ld.param.b64 	%rd13, [k_param_2];
# 	add.s64 	%rd10, %rd13, %rd46;
# 	st.global.b32 	[%rd10], %r85;
# $L__BB0_16:
# 	ret;
# $L__BB0_10:
# 	cvt.u32.u64 	%r33, %rd2;
# 	setp.ge.u32 	%p11, %r76, %r33;
# 	@%p11 bra 	$L__BB0_12;
# 	shl.b32 	%r67, %r3, 5;
# 	and.b32 	%r68, %r67, 480;
# 	cvt.u64.u32 	%rd36, %r68;
# 	and.b32 	%r69, %r3, 16;
# 	cvt.u64.u32 	%rd37, %r69;
# 	mov.b64 	%rd38, k_shared;
# 	add.s64 	%rd39, %rd38, %rd37;
# 	shl.b32 	%r70, %r3, 1;
# 	and.b32 	%r71, %r70, 6;
# 	shl.b32 	%r72, %r3, 4;
# 	and.b32 	%r73, %r72, 448;
# 	cvt.u64.u32 	%rd40, %r73;
# 	add.s64 	%rd41, %rd47, %rd40;
# 	shl.b32 	%r74, %r68, 1;
# 	cvt.u64.u32 	%rd42, %r74;
# 	add.s64 	%rd30, %rd39, %rd42;
# 	add.s64 	%rd31, %rd49, %rd36;
# 	add.s64 	%rd32, %rd31, 16;
# 	add.s64 	%rd33, %rd30, 32;
# 	or.b32 	%r75, %r67, 512;
# 	cvt.u64.u32 	%rd43, %r75;
# 	add.s64 	%rd34, %rd49, %rd43;
# 	add.s64 	%rd35, %rd34, 16;
# 	mul.wide.u32 	%rd44, %r71, 4;
# 	add.s64 	%rd45, %rd41, %rd44;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r34, %r35, %r36, %r37}, [%rd30];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r38, %r39}, [%rd31];
# 	// end inline asm
# 	mov.b32 	%r40, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r53, %r54, %r55, %r56}, {%r34, %r35, %r36, %r37}, {%r38, %r39}, {%r40, %r40, %r40, %r40};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r41, %r42}, [%rd32];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r63, %r64, %r65, %r66}, {%r34, %r35, %r36, %r37}, {%r41, %r42}, {%r40, %r40, %r40, %r40};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r47, %r48, %r49, %r50}, [%rd33];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r51, %r52}, [%rd34];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r43, %r44, %r45, %r46}, {%r47, %r48, %r49, %r50}, {%r51, %r52}, {%r53, %r54, %r55, %r56};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r61, %r62}, [%rd35];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r57, %r58, %r59, %r60}, {%r47, %r48, %r49, %r50}, {%r61, %r62}, {%r63, %r64, %r65, %r66};
# 	// end inline asm
# 	st.shared.v2.b32 	[%rd45], {%r43, %r44};
# 	st.shared.v2.b32 	[%rd45+512], {%r45, %r46};
# 	st.shared.v2.b32 	[%rd45+32], {%r57, %r58};
# 	st.shared.v2.b32 	[%rd45+544], {%r59, %r60};
# 	bra.uni 	$L__BB0_12;
#
# }
