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
# 	.reg .pred 	%p<13>;
# 	.reg .b16 	%rs<29>;
# 	.reg .b32 	%r<116>;
# 	.reg .b64 	%rd<43>;
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
# 	cvt.u32.u64 	%r4, %rd1;
# 	setp.gt.u32 	%p2, %r4, 511;
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
# 	mov.u32 	%r5, %ntid.x;
# 	min.u32 	%r6, %r5, 32;
# 	cvt.u64.u32 	%rd5, %r6;
# 	and.b32 	%r7, %r6, 31;
# 	setp.eq.b32 	%p3, %r7, 0;
# 	mov.b64 	%rd39, k_shared2;
# 	@%p3 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_18:
# 	mov.u32 	%r3, %laneid;
# 	sub.s32 	%r8, %r1, %r3;
# 	and.b32 	%r9, %r8, 31;
# 	setp.eq.b32 	%p4, %r9, 0;
# 	@%p4 bra 	$L__BB0_19;
# $L__BB0_9:
# 	cvt.u32.u64 	%r10, %rd5;
# 	setp.ge.u32 	%p5, %r4, %r10;
# 	@%p5 bra 	$L__BB0_21;
# 	cvt.u16.u64 	%rs28, %rd1;
# 	cvt.u16.u64 	%rs1, %rd5;
# 	mov.b64 	%rd40, %rd1;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_17:
# 	add.s64 	%rd40, %rd40, %rd5;
# 	setp.lt.u64 	%p9, %rd40, 32;
# 	add.s16 	%rs28, %rs28, %rs1;
# 	@%p9 bra 	$L__BB0_11;
# 	bra.uni 	$L__BB0_21;
# $L__BB0_11:
# 	cvt.u32.u64 	%r11, %rd40;
# 	shl.b64 	%rd18, %rd40, 4;
# 	and.b64 	%rd6, %rd18, -64;
# 	add.s64 	%rd19, %rd16, %rd6;
# 	add.s64 	%rd7, %rd19, 518;
# 	cvt.u32.u16 	%r12, %rs28;
# 	and.b32 	%r13, %r12, 3;
# 	mul.wide.u32 	%rd20, %r13, 2;
# 	add.s64 	%rd21, %rd17, %rd20;
# 	add.s64 	%rd41, %rd21, 64;
# 	and.b32 	%r2, %r11, 3;
# 	mov.b32 	%r107, 0f00000000;
# 	mov.b64 	%rd42, 0;
# 	mov.b32 	%r108, %r107;
# 	mov.b32 	%r109, %r107;
# 	mov.b32 	%r110, %r107;
# 	mov.b32 	%r111, %r107;
# 	mov.b32 	%r112, %r107;
# 	mov.b32 	%r113, %r107;
# 	mov.b32 	%r114, %r107;
# $L__BB0_12:
# 	.pragma "nounroll";
# 	add.s64 	%rd22, %rd7, %rd42;
# 	ld.shared.v4.b16 	{%rs2, %rs3, %rs4, %rs5}, [%rd22+-518];
# 	cvt.f32.f16 	%r14, %rs2;
# 	ld.shared.v4.b16 	{%rs6, %rs7, %rs8, %rs9}, [%rd22+-6];
# 	cvt.f32.f16 	%r15, %rs6;
# 	ld.shared.b16 	%rs10, [%rd41+-64];
# 	cvt.f32.f16 	%r16, %rs10;
# 	ld.shared.b16 	%rs11, [%rd41+-56];
# 	cvt.f32.f16 	%r17, %rs11;
# 	ld.shared.b16 	%rs12, [%rd41+-48];
# 	cvt.f32.f16 	%r18, %rs12;
# 	ld.shared.b16 	%rs13, [%rd41+-40];
# 	cvt.f32.f16 	%r19, %rs13;
# 	fma.rn.f32 	%r20, %r14, %r16, %r108;
# 	fma.rn.f32 	%r21, %r14, %r17, %r107;
# 	fma.rn.f32 	%r22, %r14, %r18, %r109;
# 	fma.rn.f32 	%r23, %r14, %r19, %r110;
# 	fma.rn.f32 	%r24, %r15, %r16, %r111;
# 	fma.rn.f32 	%r25, %r15, %r17, %r112;
# 	fma.rn.f32 	%r26, %r15, %r18, %r113;
# 	fma.rn.f32 	%r27, %r15, %r19, %r114;
# 	cvt.f32.f16 	%r28, %rs3;
# 	cvt.f32.f16 	%r29, %rs7;
# 	ld.shared.b16 	%rs14, [%rd41+-32];
# 	cvt.f32.f16 	%r30, %rs14;
# 	ld.shared.b16 	%rs15, [%rd41+-24];
# 	cvt.f32.f16 	%r31, %rs15;
# 	ld.shared.b16 	%rs16, [%rd41+-16];
# 	cvt.f32.f16 	%r32, %rs16;
# 	ld.shared.b16 	%rs17, [%rd41+-8];
# 	cvt.f32.f16 	%r33, %rs17;
# 	fma.rn.f32 	%r34, %r28, %r30, %r20;
# 	fma.rn.f32 	%r35, %r28, %r31, %r21;
# 	fma.rn.f32 	%r36, %r28, %r32, %r22;
# 	fma.rn.f32 	%r37, %r28, %r33, %r23;
# 	fma.rn.f32 	%r38, %r29, %r30, %r24;
# 	fma.rn.f32 	%r39, %r29, %r31, %r25;
# 	fma.rn.f32 	%r40, %r29, %r32, %r26;
# 	fma.rn.f32 	%r41, %r29, %r33, %r27;
# 	cvt.f32.f16 	%r42, %rs4;
# 	cvt.f32.f16 	%r43, %rs8;
# 	ld.shared.b16 	%rs18, [%rd41];
# 	cvt.f32.f16 	%r44, %rs18;
# 	ld.shared.b16 	%rs19, [%rd41+8];
# 	cvt.f32.f16 	%r45, %rs19;
# 	ld.shared.b16 	%rs20, [%rd41+16];
# 	cvt.f32.f16 	%r46, %rs20;
# 	ld.shared.b16 	%rs21, [%rd41+24];
# 	cvt.f32.f16 	%r47, %rs21;
# 	fma.rn.f32 	%r48, %r42, %r44, %r34;
# 	fma.rn.f32 	%r49, %r42, %r45, %r35;
# 	fma.rn.f32 	%r50, %r42, %r46, %r36;
# 	fma.rn.f32 	%r51, %r42, %r47, %r37;
# 	fma.rn.f32 	%r52, %r43, %r44, %r38;
# 	fma.rn.f32 	%r53, %r43, %r45, %r39;
# 	fma.rn.f32 	%r54, %r43, %r46, %r40;
# 	fma.rn.f32 	%r55, %r43, %r47, %r41;
# 	cvt.f32.f16 	%r56, %rs5;
# 	cvt.f32.f16 	%r57, %rs9;
# 	ld.shared.b16 	%rs22, [%rd41+32];
# 	cvt.f32.f16 	%r58, %rs22;
# 	ld.shared.b16 	%rs23, [%rd41+40];
# 	cvt.f32.f16 	%r59, %rs23;
# 	ld.shared.b16 	%rs24, [%rd41+48];
# 	cvt.f32.f16 	%r60, %rs24;
# 	ld.shared.b16 	%rs25, [%rd41+56];
# 	cvt.f32.f16 	%r61, %rs25;
# 	fma.rn.f32 	%r108, %r56, %r58, %r48;
# 	fma.rn.f32 	%r107, %r56, %r59, %r49;
# 	fma.rn.f32 	%r109, %r56, %r60, %r50;
# 	fma.rn.f32 	%r110, %r56, %r61, %r51;
# 	fma.rn.f32 	%r111, %r57, %r58, %r52;
# 	fma.rn.f32 	%r112, %r57, %r59, %r53;
# 	fma.rn.f32 	%r113, %r57, %r60, %r54;
# 	fma.rn.f32 	%r114, %r57, %r61, %r55;
# 	add.s64 	%rd42, %rd42, 8;
# 	add.s64 	%rd41, %rd41, 128;
# 	setp.eq.b64 	%p6, %rd42, 64;
# 	@%p6 bra 	$L__BB0_13;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_13:
# 	mul.wide.u32 	%rd23, %r2, 4;
# 	add.s64 	%rd24, %rd39, %rd23;
# 	setp.lt.u64 	%p7, %rd40, 64;
# 	add.s64 	%rd8, %rd24, %rd6;
# 	@%p7 bra 	$L__BB0_14;
# 	bra.uni 	$L__BB0_15;
# $L__BB0_14:
# 	st.shared.b32 	[%rd8], %r108;
# 	st.shared.b32 	[%rd8+16], %r107;
# 	st.shared.b32 	[%rd8+32], %r109;
# 	st.shared.b32 	[%rd8+48], %r110;
# $L__BB0_15:
# 	setp.gt.u64 	%p8, %rd40, 31;
# 	@%p8 bra 	$L__BB0_17;
# 	st.shared.b32 	[%rd8+512], %r111;
# 	st.shared.b32 	[%rd8+528], %r112;
# 	st.shared.b32 	[%rd8+544], %r113;
# 	st.shared.b32 	[%rd8+560], %r114;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_19:
# 	cvt.u32.u64 	%r62, %rd5;
# 	setp.ge.u32 	%p10, %r4, %r62;
# 	@%p10 bra 	$L__BB0_21;
# 	shr.u32 	%r96, %r3, 1;
# 	shl.b32 	%r97, %r3, 5;
# 	or.b32 	%r98, %r97, %r96;
# 	and.b32 	%r99, %r97, 480;
# 	cvt.u64.u32 	%rd31, %r99;
# 	and.b32 	%r100, %r98, 488;
# 	shl.b32 	%r101, %r100, 1;
# 	cvt.u64.u32 	%rd32, %r101;
# 	add.s64 	%rd25, %rd16, %rd32;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r63, %r64, %r65, %r66}, [%rd25];
# 	// end inline asm
# 	add.s64 	%rd26, %rd17, %rd31;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r67, %r68}, [%rd26];
# 	// end inline asm
# 	mov.b32 	%r69, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r82, %r83, %r84, %r85}, {%r63, %r64, %r65, %r66}, {%r67, %r68}, {%r69, %r69, %r69, %r69};
# 	// end inline asm
# 	add.s64 	%rd27, %rd26, 16;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r70, %r71}, [%rd27];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r92, %r93, %r94, %r95}, {%r63, %r64, %r65, %r66}, {%r70, %r71}, {%r69, %r69, %r69, %r69};
# 	// end inline asm
# 	add.s64 	%rd28, %rd25, 32;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r76, %r77, %r78, %r79}, [%rd28];
# 	// end inline asm
# 	or.b32 	%r102, %r97, 512;
# 	cvt.u64.u32 	%rd33, %r102;
# 	add.s64 	%rd29, %rd17, %rd33;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r80, %r81}, [%rd29];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r72, %r73, %r74, %r75}, {%r76, %r77, %r78, %r79}, {%r80, %r81}, {%r82, %r83, %r84, %r85};
# 	// end inline asm
# 	add.s64 	%rd30, %rd29, 16;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r90, %r91}, [%rd30];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r86, %r87, %r88, %r89}, {%r76, %r77, %r78, %r79}, {%r90, %r91}, {%r92, %r93, %r94, %r95};
# 	// end inline asm
# 	shl.b32 	%r103, %r3, 1;
# 	and.b32 	%r104, %r103, 6;
# 	shl.b32 	%r105, %r3, 2;
# 	and.b32 	%r106, %r105, 112;
# 	mul.wide.u32 	%rd34, %r106, 4;
# 	add.s64 	%rd35, %rd39, %rd34;
# 	mul.wide.u32 	%rd36, %r104, 4;
# 	add.s64 	%rd37, %rd35, %rd36;
# 	st.shared.v2.b32 	[%rd37], {%r72, %r73};
# 	st.shared.v2.b32 	[%rd37+512], {%r74, %r75};
# 	st.shared.v2.b32 	[%rd37+32], {%r86, %r87};
# 	st.shared.v2.b32 	[%rd37+544], {%r88, %r89};
# $L__BB0_21:
# 	ld.param.b64 	%rd13, [k_param_3];
# 	bar.sync 	0;
# 	setp.gt.u32 	%p11, %r4, 255;
# 	mul.wide.u32 	%rd38, %r1, 4;
# 	mov.b32 	%r115, 0f00000000;
# 	@%p11 bra 	$L__BB0_23;
# 	add.s64 	%rd9, %rd39, %rd38;
# 	ld.shared.b32 	%r115, [%rd9];
# $L__BB0_23:
# 	setp.le.u64 	%p12, %rd13, %rd1;
# 	@%p12 bra 	$L__BB0_25;
# 	ld.param.b64 	%rd12, [k_param_2];
# 	add.s64 	%rd10, %rd12, %rd38;
# 	st.global.b32 	[%rd10], %r115;
# $L__BB0_25:
# 	ret;
#
# }
