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
# 	.reg .b16 	%rs<29>;
# 	.reg .b32 	%r<116>;
# 	.reg .b64 	%rd<48>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[1024];
# 	ld.param.b64 	%rd11, [k_param_1];
# 	ld.param.b64 	%rd14, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd11, %rd1;
# 	mul.wide.u32 	%rd15, %r1, 2;
# 	add.s64 	%rd2, %rd14, %rd15;
# 	mov.b16 	%rs26, 0x0000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b16 	%rs26, [%rd2];
# $L__BB0_2:
# 	cvt.u32.u64 	%r5, %rd1;
# 	setp.gt.u32 	%p2, %r5, 511;
# 	mov.b64 	%rd16, k_shared;
# 	@%p2 bra 	$L__BB0_4;
# 	add.s64 	%rd3, %rd16, %rd15;
# 	st.shared.b16 	[%rd3], %rs26;
# $L__BB0_4:
# 	mov.b16 	%rs27, 0x0000;
# 	@%p1 bra 	$L__BB0_6;
# 	ld.global.b16 	%rs27, [%rd2];
# $L__BB0_6:
# 	mov.b64 	%rd17, k_shared1;
# 	@%p2 bra 	$L__BB0_8;
# 	add.s64 	%rd4, %rd17, %rd15;
# 	st.shared.b16 	[%rd4], %rs27;
# $L__BB0_8:
# 	bar.sync 	0;
# 	mov.u32 	%r6, %ntid.x;
# 	min.u32 	%r2, %r6, 32;
# 	cvt.u64.u32 	%rd5, %r2;
# 	and.b32 	%r7, %r2, 31;
# 	setp.eq.b32 	%p3, %r7, 0;
# 	mov.b64 	%rd43, k_shared2;
# 	@%p3 bra 	$L__BB0_14;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_14:
# 	mov.u32 	%r4, %laneid;
# 	sub.s32 	%r8, %r1, %r4;
# 	and.b32 	%r9, %r8, 31;
# 	setp.eq.b32 	%p4, %r9, 0;
# 	@%p4 bra 	$L__BB0_15;
# $L__BB0_9:
# 	cvt.u32.u64 	%r10, %rd5;
# 	setp.ge.u32 	%p5, %r5, %r10;
# 	@%p5 bra 	$L__BB0_17;
# 	shl.b32 	%r11, %r1, 4;
# 	cvt.u64.u32 	%rd44, %r11;
# 	shl.b32 	%r12, %r2, 4;
# 	cvt.u64.u32 	%rd6, %r12;
# 	cvt.u16.u64 	%rs28, %rd1;
# 	cvt.u16.u64 	%rs1, %rd5;
# 	mov.b64 	%rd45, %rd1;
# $L__BB0_11:
# 	cvt.u32.u64 	%r13, %rd45;
# 	and.b64 	%rd18, %rd44, -64;
# 	add.s64 	%rd19, %rd16, %rd18;
# 	add.s64 	%rd7, %rd19, 518;
# 	cvt.u32.u16 	%r14, %rs28;
# 	and.b32 	%r15, %r14, 3;
# 	mul.wide.u32 	%rd20, %r15, 2;
# 	add.s64 	%rd21, %rd17, %rd20;
# 	add.s64 	%rd46, %rd21, 64;
# 	and.b32 	%r3, %r13, 3;
# 	shl.b64 	%rd22, %rd45, 4;
# 	and.b64 	%rd8, %rd22, 9223372036854775744;
# 	mov.b32 	%r107, 0f00000000;
# 	mov.b64 	%rd47, 0;
# 	mov.b32 	%r108, %r107;
# 	mov.b32 	%r109, %r107;
# 	mov.b32 	%r110, %r107;
# 	mov.b32 	%r111, %r107;
# 	mov.b32 	%r112, %r107;
# 	mov.b32 	%r113, %r107;
# 	mov.b32 	%r114, %r107;
# $L__BB0_12:
# 	.pragma "nounroll";
# 	add.s64 	%rd23, %rd7, %rd47;
# 	ld.shared.v4.b16 	{%rs2, %rs3, %rs4, %rs5}, [%rd23+-518];
# 	cvt.f32.f16 	%r16, %rs2;
# 	ld.shared.v4.b16 	{%rs6, %rs7, %rs8, %rs9}, [%rd23+-6];
# 	cvt.f32.f16 	%r17, %rs6;
# 	ld.shared.b16 	%rs10, [%rd46+-64];
# 	cvt.f32.f16 	%r18, %rs10;
# 	ld.shared.b16 	%rs11, [%rd46+-56];
# 	cvt.f32.f16 	%r19, %rs11;
# 	ld.shared.b16 	%rs12, [%rd46+-48];
# 	cvt.f32.f16 	%r20, %rs12;
# 	ld.shared.b16 	%rs13, [%rd46+-40];
# 	cvt.f32.f16 	%r21, %rs13;
# 	fma.rn.f32 	%r22, %r16, %r18, %r108;
# 	fma.rn.f32 	%r23, %r16, %r19, %r107;
# 	fma.rn.f32 	%r24, %r16, %r20, %r109;
# 	fma.rn.f32 	%r25, %r16, %r21, %r110;
# 	fma.rn.f32 	%r26, %r17, %r18, %r111;
# 	fma.rn.f32 	%r27, %r17, %r19, %r112;
# 	fma.rn.f32 	%r28, %r17, %r20, %r113;
# 	fma.rn.f32 	%r29, %r17, %r21, %r114;
# 	cvt.f32.f16 	%r30, %rs3;
# 	cvt.f32.f16 	%r31, %rs7;
# 	ld.shared.b16 	%rs14, [%rd46+-32];
# 	cvt.f32.f16 	%r32, %rs14;
# 	ld.shared.b16 	%rs15, [%rd46+-24];
# 	cvt.f32.f16 	%r33, %rs15;
# 	ld.shared.b16 	%rs16, [%rd46+-16];
# 	cvt.f32.f16 	%r34, %rs16;
# 	ld.shared.b16 	%rs17, [%rd46+-8];
# 	cvt.f32.f16 	%r35, %rs17;
# 	fma.rn.f32 	%r36, %r30, %r32, %r22;
# 	fma.rn.f32 	%r37, %r30, %r33, %r23;
# 	fma.rn.f32 	%r38, %r30, %r34, %r24;
# 	fma.rn.f32 	%r39, %r30, %r35, %r25;
# 	fma.rn.f32 	%r40, %r31, %r32, %r26;
# 	fma.rn.f32 	%r41, %r31, %r33, %r27;
# 	fma.rn.f32 	%r42, %r31, %r34, %r28;
# 	fma.rn.f32 	%r43, %r31, %r35, %r29;
# 	cvt.f32.f16 	%r44, %rs4;
# 	cvt.f32.f16 	%r45, %rs8;
# 	ld.shared.b16 	%rs18, [%rd46];
# 	cvt.f32.f16 	%r46, %rs18;
# 	ld.shared.b16 	%rs19, [%rd46+8];
# 	cvt.f32.f16 	%r47, %rs19;
# 	ld.shared.b16 	%rs20, [%rd46+16];
# 	cvt.f32.f16 	%r48, %rs20;
# 	ld.shared.b16 	%rs21, [%rd46+24];
# 	cvt.f32.f16 	%r49, %rs21;
# 	fma.rn.f32 	%r50, %r44, %r46, %r36;
# 	fma.rn.f32 	%r51, %r44, %r47, %r37;
# 	fma.rn.f32 	%r52, %r44, %r48, %r38;
# 	fma.rn.f32 	%r53, %r44, %r49, %r39;
# 	fma.rn.f32 	%r54, %r45, %r46, %r40;
# 	fma.rn.f32 	%r55, %r45, %r47, %r41;
# 	fma.rn.f32 	%r56, %r45, %r48, %r42;
# 	fma.rn.f32 	%r57, %r45, %r49, %r43;
# 	cvt.f32.f16 	%r58, %rs5;
# 	cvt.f32.f16 	%r59, %rs9;
# 	ld.shared.b16 	%rs22, [%rd46+32];
# 	cvt.f32.f16 	%r60, %rs22;
# 	ld.shared.b16 	%rs23, [%rd46+40];
# 	cvt.f32.f16 	%r61, %rs23;
# 	ld.shared.b16 	%rs24, [%rd46+48];
# 	cvt.f32.f16 	%r62, %rs24;
# 	ld.shared.b16 	%rs25, [%rd46+56];
# 	cvt.f32.f16 	%r63, %rs25;
# 	fma.rn.f32 	%r108, %r58, %r60, %r50;
# 	fma.rn.f32 	%r107, %r58, %r61, %r51;
# 	fma.rn.f32 	%r109, %r58, %r62, %r52;
# 	fma.rn.f32 	%r110, %r58, %r63, %r53;
# 	fma.rn.f32 	%r111, %r59, %r60, %r54;
# 	fma.rn.f32 	%r112, %r59, %r61, %r55;
# 	fma.rn.f32 	%r113, %r59, %r62, %r56;
# 	fma.rn.f32 	%r114, %r59, %r63, %r57;
# 	add.s64 	%rd47, %rd47, 8;
# 	add.s64 	%rd46, %rd46, 128;
# 	setp.ne.b64 	%p6, %rd47, 64;
# 	@%p6 bra 	$L__BB0_12;
# 	mul.wide.u32 	%rd24, %r3, 4;
# 	add.s64 	%rd25, %rd43, %rd24;
# 	add.s64 	%rd26, %rd25, %rd8;
# 	st.shared.b32 	[%rd26], %r108;
# 	st.shared.b32 	[%rd26+16], %r107;
# 	st.shared.b32 	[%rd26+32], %r109;
# 	st.shared.b32 	[%rd26+48], %r110;
# 	st.shared.b32 	[%rd26+512], %r111;
# 	st.shared.b32 	[%rd26+528], %r112;
# 	st.shared.b32 	[%rd26+544], %r113;
# 	st.shared.b32 	[%rd26+560], %r114;
# 	add.s64 	%rd45, %rd45, %rd5;
# 	setp.lt.u64 	%p7, %rd45, 32;
# 	add.s64 	%rd44, %rd44, %rd6;
# 	add.s16 	%rs28, %rs28, %rs1;
# 	@%p7 bra 	$L__BB0_11;
# $L__BB0_17:
# 	ld.param.b64 	%rd13, [k_param_3];
# 	bar.sync 	0;
# 	setp.gt.u32 	%p9, %r5, 255;
# 	mul.wide.u32 	%rd42, %r1, 4;
# 	mov.b32 	%r115, 0f00000000;
# 	@%p9 bra 	$L__BB0_19;
# 	add.s64 	%rd9, %rd43, %rd42;
# 	ld.shared.b32 	%r115, [%rd9];
# $L__BB0_19:
# 	setp.le.u64 	%p10, %rd13, %rd1;
# 	@%p10 bra 	$L__BB0_21;
# 	ld.param.b64 	%rd12, [k_param_2];
# 	add.s64 	%rd10, %rd12, %rd42;
# 	st.global.b32 	[%rd10], %r115;
# $L__BB0_21:
# 	ret;
# $L__BB0_15:
# 	cvt.u32.u64 	%r64, %rd5;
# 	setp.ge.u32 	%p8, %r5, %r64;
# 	@%p8 bra 	$L__BB0_17;
# 	shl.b32 	%r98, %r4, 5;
# 	and.b32 	%r99, %r98, 480;
# 	cvt.u64.u32 	%rd33, %r99;
# 	and.b32 	%r100, %r4, 16;
# 	cvt.u64.u32 	%rd34, %r100;
# 	add.s64 	%rd35, %rd16, %rd34;
# 	shl.b32 	%r101, %r4, 1;
# 	and.b32 	%r102, %r101, 6;
# 	shl.b32 	%r103, %r4, 4;
# 	and.b32 	%r104, %r103, 448;
# 	cvt.u64.u32 	%rd36, %r104;
# 	add.s64 	%rd37, %rd43, %rd36;
# 	shl.b32 	%r105, %r99, 1;
# 	cvt.u64.u32 	%rd38, %r105;
# 	add.s64 	%rd27, %rd35, %rd38;
# 	add.s64 	%rd28, %rd17, %rd33;
# 	add.s64 	%rd29, %rd28, 16;
# 	add.s64 	%rd30, %rd27, 32;
# 	or.b32 	%r106, %r98, 512;
# 	cvt.u64.u32 	%rd39, %r106;
# 	add.s64 	%rd31, %rd17, %rd39;
# 	add.s64 	%rd32, %rd31, 16;
# 	mul.wide.u32 	%rd40, %r102, 4;
# 	add.s64 	%rd41, %rd37, %rd40;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r65, %r66, %r67, %r68}, [%rd27];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r69, %r70}, [%rd28];
# 	// end inline asm
# 	mov.b32 	%r71, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r84, %r85, %r86, %r87}, {%r65, %r66, %r67, %r68}, {%r69, %r70}, {%r71, %r71, %r71, %r71};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r72, %r73}, [%rd29];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r94, %r95, %r96, %r97}, {%r65, %r66, %r67, %r68}, {%r72, %r73}, {%r71, %r71, %r71, %r71};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r78, %r79, %r80, %r81}, [%rd30];
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r82, %r83}, [%rd31];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r74, %r75, %r76, %r77}, {%r78, %r79, %r80, %r81}, {%r82, %r83}, {%r84, %r85, %r86, %r87};
# 	// end inline asm
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r92, %r93}, [%rd32];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r88, %r89, %r90, %r91}, {%r78, %r79, %r80, %r81}, {%r92, %r93}, {%r94, %r95, %r96, %r97};
# 	// end inline asm
# 	st.shared.v2.b32 	[%rd41], {%r74, %r75};
# 	st.shared.v2.b32 	[%rd41+512], {%r76, %r77};
# 	st.shared.v2.b32 	[%rd41+32], {%r88, %r89};
# 	st.shared.v2.b32 	[%rd41+544], {%r90, %r91};
# 	bra.uni 	$L__BB0_17;
#
# }
