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
# 	.reg .b32 	%r<72>;
# 	.reg .b64 	%rd<57>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[1024];
# 	ld.param.b64 	%rd13, [k_param_1];
# 	ld.param.b64 	%rd16, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd13, %rd1;
# 	mul.wide.u32 	%rd17, %r1, 2;
# 	add.s64 	%rd2, %rd16, %rd17;
# 	mov.b16 	%rs14, 0x0000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b16 	%rs14, [%rd2];
# $L__BB0_2:
# 	cvt.u32.u64 	%r2, %rd1;
# 	setp.gt.u32 	%p2, %r2, 511;
# 	shl.b64 	%rd18, %rd1, 1;
# 	mov.b64 	%rd19, k_shared;
# 	@%p2 bra 	$L__BB0_4;
# 	add.s64 	%rd3, %rd19, %rd18;
# 	st.shared.b16 	[%rd3], %rs14;
# $L__BB0_4:
# 	mov.b16 	%rs15, 0x0000;
# 	@%p1 bra 	$L__BB0_6;
# 	ld.global.b16 	%rs15, [%rd2];
# $L__BB0_6:
# 	mov.b64 	%rd20, k_shared1;
# 	@%p2 bra 	$L__BB0_8;
# 	add.s64 	%rd4, %rd20, %rd18;
# 	st.shared.b16 	[%rd4], %rs15;
# $L__BB0_8:
# 	bar.sync 	0;
# 	mov.u32 	%r3, %ntid.x;
# 	min.u32 	%r4, %r3, 32;
# 	cvt.u64.u32 	%rd5, %r4;
# 	and.b64 	%rd21, %rd5, 31;
# 	setp.eq.b64 	%p3, %rd21, 0;
# 	mov.b64 	%rd52, k_shared2;
# 	@%p3 bra 	$L__BB0_14;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_14:
# 	mov.u32 	%r5, %laneid;
# 	cvt.u64.u32 	%rd10, %r5;
# 	sub.s64 	%rd22, %rd1, %rd10;
# 	and.b64 	%rd23, %rd22, 31;
# 	setp.eq.b64 	%p4, %rd23, 0;
# 	@%p4 bra 	$L__BB0_15;
# $L__BB0_9:
# 	cvt.u32.u64 	%r6, %rd5;
# 	setp.ge.u32 	%p5, %r2, %r6;
# 	@%p5 bra 	$L__BB0_17;
# 	shl.b64 	%rd53, %rd1, 4;
# 	shl.b64 	%rd6, %rd5, 4;
# 	cvt.u16.u64 	%rs16, %rd1;
# 	cvt.u16.u64 	%rs1, %rd5;
# 	mov.b64 	%rd54, %rd1;
# $L__BB0_11:
# 	and.b64 	%rd24, %rd53, -64;
# 	add.s64 	%rd25, %rd19, %rd24;
# 	add.s64 	%rd7, %rd25, 514;
# 	cvt.u32.u16 	%r7, %rs16;
# 	and.b32 	%r8, %r7, 3;
# 	mul.wide.u32 	%rd26, %r8, 2;
# 	add.s64 	%rd27, %rd20, %rd26;
# 	add.s64 	%rd55, %rd27, 32;
# 	and.b64 	%rd8, %rd54, 3;
# 	shl.b64 	%rd28, %rd54, 4;
# 	and.b64 	%rd9, %rd28, 9223372036854775744;
# 	mov.b32 	%r63, 0f00000000;
# 	mov.b64 	%rd56, 0;
# 	mov.b32 	%r64, %r63;
# 	mov.b32 	%r65, %r63;
# 	mov.b32 	%r66, %r63;
# 	mov.b32 	%r67, %r63;
# 	mov.b32 	%r68, %r63;
# 	mov.b32 	%r69, %r63;
# 	mov.b32 	%r70, %r63;
# $L__BB0_12:
# 	add.s64 	%rd29, %rd7, %rd56;
# 	ld.shared.v2.b16 	{%rs2, %rs3}, [%rd29+-514];
# 	cvt.f32.f16 	%r9, %rs2;
# 	ld.shared.v2.b16 	{%rs4, %rs5}, [%rd29+-2];
# 	cvt.f32.f16 	%r10, %rs4;
# 	ld.shared.b16 	%rs6, [%rd55+-32];
# 	cvt.f32.f16 	%r11, %rs6;
# 	ld.shared.b16 	%rs7, [%rd55+-24];
# 	cvt.f32.f16 	%r12, %rs7;
# 	ld.shared.b16 	%rs8, [%rd55+-16];
# 	cvt.f32.f16 	%r13, %rs8;
# 	ld.shared.b16 	%rs9, [%rd55+-8];
# 	cvt.f32.f16 	%r14, %rs9;
# 	fma.rn.f32 	%r15, %r9, %r11, %r64;
# 	fma.rn.f32 	%r16, %r9, %r12, %r63;
# 	fma.rn.f32 	%r17, %r9, %r13, %r65;
# 	fma.rn.f32 	%r18, %r9, %r14, %r66;
# 	fma.rn.f32 	%r19, %r10, %r11, %r67;
# 	fma.rn.f32 	%r20, %r10, %r12, %r68;
# 	fma.rn.f32 	%r21, %r10, %r13, %r69;
# 	fma.rn.f32 	%r22, %r10, %r14, %r70;
# 	cvt.f32.f16 	%r23, %rs3;
# 	cvt.f32.f16 	%r24, %rs5;
# 	ld.shared.b16 	%rs10, [%rd55];
# 	cvt.f32.f16 	%r25, %rs10;
# 	ld.shared.b16 	%rs11, [%rd55+8];
# 	cvt.f32.f16 	%r26, %rs11;
# 	ld.shared.b16 	%rs12, [%rd55+16];
# 	cvt.f32.f16 	%r27, %rs12;
# 	ld.shared.b16 	%rs13, [%rd55+24];
# 	cvt.f32.f16 	%r28, %rs13;
# 	fma.rn.f32 	%r64, %r23, %r25, %r15;
# 	fma.rn.f32 	%r63, %r23, %r26, %r16;
# 	fma.rn.f32 	%r65, %r23, %r27, %r17;
# 	fma.rn.f32 	%r66, %r23, %r28, %r18;
# 	fma.rn.f32 	%r67, %r24, %r25, %r19;
# 	fma.rn.f32 	%r68, %r24, %r26, %r20;
# 	fma.rn.f32 	%r69, %r24, %r27, %r21;
# 	fma.rn.f32 	%r70, %r24, %r28, %r22;
# 	add.s64 	%rd56, %rd56, 4;
# 	add.s64 	%rd55, %rd55, 64;
# 	setp.ne.b64 	%p6, %rd56, 64;
# 	@%p6 bra 	$L__BB0_12;
# 	shl.b64 	%rd30, %rd8, 2;
# 	add.s64 	%rd31, %rd52, %rd30;
# 	add.s64 	%rd32, %rd31, %rd9;
# 	st.shared.b32 	[%rd32], %r64;
# 	st.shared.b32 	[%rd32+16], %r63;
# 	st.shared.b32 	[%rd32+32], %r65;
# 	st.shared.b32 	[%rd32+48], %r66;
# 	st.shared.b32 	[%rd32+512], %r67;
# 	st.shared.b32 	[%rd32+528], %r68;
# 	st.shared.b32 	[%rd32+544], %r69;
# 	st.shared.b32 	[%rd32+560], %r70;
# 	add.s64 	%rd54, %rd54, %rd5;
# 	setp.lt.u64 	%p7, %rd54, 32;
# 	add.s64 	%rd53, %rd53, %rd6;
# 	add.s16 	%rs16, %rs16, %rs1;
# 	@%p7 bra 	$L__BB0_11;
# $L__BB0_17:
# 	ld.param.b64 	%rd15, [k_param_3];
# 	bar.sync 	0;
# 	setp.gt.u32 	%p9, %r2, 255;
# 	shl.b64 	%rd51, %rd1, 2;
# 	mov.b32 	%r71, 0f00000000;
# 	@%p9 bra 	$L__BB0_19;
# 	add.s64 	%rd11, %rd52, %rd51;
# 	ld.shared.b32 	%r71, [%rd11];
# $L__BB0_19:
# 	setp.le.u64 	%p10, %rd15, %rd1;
# 	@%p10 bra 	$L__BB0_21;
# 	ld.param.b64 	%rd14, [k_param_2];
# 	add.s64 	%rd12, %rd14, %rd51;
# 	st.global.b32 	[%rd12], %r71;
# $L__BB0_21:
# 	ret;
# $L__BB0_15:
# 	cvt.u32.u64 	%r29, %rd5;
# 	setp.ge.u32 	%p8, %r2, %r29;
# 	@%p8 bra 	$L__BB0_17;
# 	shl.b64 	%rd39, %rd10, 5;
# 	and.b64 	%rd40, %rd39, 480;
# 	and.b64 	%rd41, %rd10, 16;
# 	add.s64 	%rd42, %rd19, %rd41;
# 	shl.b64 	%rd43, %rd10, 4;
# 	and.b64 	%rd44, %rd43, 448;
# 	add.s64 	%rd45, %rd52, %rd44;
# 	shl.b64 	%rd46, %rd40, 1;
# 	add.s64 	%rd33, %rd42, %rd46;
# 	add.s64 	%rd34, %rd20, %rd40;
# 	add.s64 	%rd35, %rd34, 16;
# 	add.s64 	%rd36, %rd33, 32;
# 	or.b64 	%rd47, %rd39, 512;
# 	add.s64 	%rd37, %rd20, %rd47;
# 	add.s64 	%rd38, %rd37, 16;
# 	shl.b64 	%rd48, %rd10, 3;
# 	and.b64 	%rd49, %rd48, 24;
# 	add.s64 	%rd50, %rd45, %rd49;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r30, %r31, %r32, %r33}, [%rd33];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r34, %r35}, [%rd34];
# 	// end inline asm
# 	mov.b32 	%r36, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r49, %r50, %r51, %r52}, {%r30, %r31, %r32, %r33}, {%r34, %r35}, {%r36, %r36, %r36, %r36};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r37, %r38}, [%rd35];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r59, %r60, %r61, %r62}, {%r30, %r31, %r32, %r33}, {%r37, %r38}, {%r36, %r36, %r36, %r36};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r43, %r44, %r45, %r46}, [%rd36];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r47, %r48}, [%rd37];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r39, %r40, %r41, %r42}, {%r43, %r44, %r45, %r46}, {%r47, %r48}, {%r49, %r50, %r51, %r52};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r57, %r58}, [%rd38];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r53, %r54, %r55, %r56}, {%r43, %r44, %r45, %r46}, {%r57, %r58}, {%r59, %r60, %r61, %r62};
# 	// end inline asm
# 	st.shared.v2.b32 	[%rd50], {%r39, %r40};
# 	st.shared.v2.b32 	[%rd50+512], {%r41, %r42};
# 	st.shared.v2.b32 	[%rd50+32], {%r53, %r54};
# 	st.shared.v2.b32 	[%rd50+544], {%r55, %r56};
# 	bra.uni 	$L__BB0_17;
#
# }
