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
# 	.reg .b16 	%rs<28>;
# 	.reg .b32 	%r<118>;
# 	.reg .b64 	%rd<41>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[1024];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd13, [k_param_1];
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd13, %rd1;
# 	mul.wide.u32 	%rd14, %r1, 2;
# 	mov.b16 	%rs26, 0x0000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd12, [k_param_0];
# 	add.s64 	%rd2, %rd12, %rd14;
# 	ld.global.b16 	%rs26, [%rd2];
# $L__BB0_2:
# 	cvt.u32.u64 	%r6, %rd1;
# 	setp.gt.u32 	%p2, %r6, 511;
# 	mov.b64 	%rd15, k_shared;
# 	mov.b64 	%rd16, k_shared1;
# 	@%p2 bra 	$L__BB0_4;
# 	add.s64 	%rd3, %rd15, %rd14;
# 	add.s64 	%rd4, %rd16, %rd14;
# 	st.shared.b16 	[%rd3], %rs26;
# 	st.shared.b16 	[%rd4], %rs26;
# $L__BB0_4:
# 	bar.sync 	0;
# 	mov.u32 	%r7, %ntid.x;
# 	min.u32 	%r2, %r7, 32;
# 	cvt.u64.u32 	%rd5, %r2;
# 	and.b32 	%r8, %r2, 31;
# 	setp.eq.b32 	%p3, %r8, 0;
# 	mov.b64 	%rd38, k_shared2;
# 	@%p3 bra 	$L__BB0_14;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_14:
# 	mov.u32 	%r5, %laneid;
# 	sub.s32 	%r9, %r1, %r5;
# 	and.b32 	%r10, %r9, 31;
# 	setp.eq.b32 	%p4, %r10, 0;
# 	@%p4 bra 	$L__BB0_15;
# $L__BB0_5:
# 	cvt.u32.u64 	%r11, %rd5;
# 	setp.ge.u32 	%p5, %r6, %r11;
# 	@%p5 bra 	$L__BB0_17;
# 	cvt.u16.u64 	%rs27, %rd1;
# 	cvt.u16.u64 	%rs1, %rd5;
# 	mov.b32 	%r108, %r1;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_13:
# 	add.s32 	%r108, %r108, %r2;
# 	setp.lt.u32 	%p9, %r108, 32;
# 	add.s16 	%rs27, %rs27, %rs1;
# 	@%p9 bra 	$L__BB0_7;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_7:
# 	shl.b32 	%r12, %r108, 4;
# 	and.b32 	%r3, %r12, -64;
# 	cvt.u64.u32 	%rd17, %r3;
# 	add.s64 	%rd18, %rd15, %rd17;
# 	add.s64 	%rd6, %rd18, 518;
# 	cvt.u32.u16 	%r13, %rs27;
# 	and.b32 	%r14, %r13, 3;
# 	mul.wide.u32 	%rd19, %r14, 2;
# 	add.s64 	%rd20, %rd16, %rd19;
# 	add.s64 	%rd39, %rd20, 64;
# 	and.b32 	%r4, %r108, 3;
# 	mov.b32 	%r109, 0f00000000;
# 	mov.b64 	%rd40, 0;
# 	mov.b32 	%r110, %r109;
# 	mov.b32 	%r111, %r109;
# 	mov.b32 	%r112, %r109;
# 	mov.b32 	%r113, %r109;
# 	mov.b32 	%r114, %r109;
# 	mov.b32 	%r115, %r109;
# 	mov.b32 	%r116, %r109;
# $L__BB0_8:
# 	.pragma "nounroll";
# 	add.s64 	%rd21, %rd6, %rd40;
# 	ld.shared.v4.b16 	{%rs2, %rs3, %rs4, %rs5}, [%rd21+-518];
# 	cvt.f32.f16 	%r15, %rs2;
# 	ld.shared.v4.b16 	{%rs6, %rs7, %rs8, %rs9}, [%rd21+-6];
# 	cvt.f32.f16 	%r16, %rs6;
# 	ld.shared.b16 	%rs10, [%rd39+-64];
# 	cvt.f32.f16 	%r17, %rs10;
# 	ld.shared.b16 	%rs11, [%rd39+-56];
# 	cvt.f32.f16 	%r18, %rs11;
# 	ld.shared.b16 	%rs12, [%rd39+-48];
# 	cvt.f32.f16 	%r19, %rs12;
# 	ld.shared.b16 	%rs13, [%rd39+-40];
# 	cvt.f32.f16 	%r20, %rs13;
# 	fma.rn.f32 	%r21, %r15, %r17, %r110;
# 	fma.rn.f32 	%r22, %r15, %r18, %r109;
# 	fma.rn.f32 	%r23, %r15, %r19, %r111;
# 	fma.rn.f32 	%r24, %r15, %r20, %r112;
# 	fma.rn.f32 	%r25, %r16, %r17, %r113;
# 	fma.rn.f32 	%r26, %r16, %r18, %r114;
# 	fma.rn.f32 	%r27, %r16, %r19, %r115;
# 	fma.rn.f32 	%r28, %r16, %r20, %r116;
# 	cvt.f32.f16 	%r29, %rs3;
# 	cvt.f32.f16 	%r30, %rs7;
# 	ld.shared.b16 	%rs14, [%rd39+-32];
# 	cvt.f32.f16 	%r31, %rs14;
# 	ld.shared.b16 	%rs15, [%rd39+-24];
# 	cvt.f32.f16 	%r32, %rs15;
# 	ld.shared.b16 	%rs16, [%rd39+-16];
# 	cvt.f32.f16 	%r33, %rs16;
# 	ld.shared.b16 	%rs17, [%rd39+-8];
# 	cvt.f32.f16 	%r34, %rs17;
# 	fma.rn.f32 	%r35, %r29, %r31, %r21;
# 	fma.rn.f32 	%r36, %r29, %r32, %r22;
# 	fma.rn.f32 	%r37, %r29, %r33, %r23;
# 	fma.rn.f32 	%r38, %r29, %r34, %r24;
# 	fma.rn.f32 	%r39, %r30, %r31, %r25;
# 	fma.rn.f32 	%r40, %r30, %r32, %r26;
# 	fma.rn.f32 	%r41, %r30, %r33, %r27;
# 	fma.rn.f32 	%r42, %r30, %r34, %r28;
# 	cvt.f32.f16 	%r43, %rs4;
# 	cvt.f32.f16 	%r44, %rs8;
# 	ld.shared.b16 	%rs18, [%rd39];
# 	cvt.f32.f16 	%r45, %rs18;
# 	ld.shared.b16 	%rs19, [%rd39+8];
# 	cvt.f32.f16 	%r46, %rs19;
# 	ld.shared.b16 	%rs20, [%rd39+16];
# 	cvt.f32.f16 	%r47, %rs20;
# 	ld.shared.b16 	%rs21, [%rd39+24];
# 	cvt.f32.f16 	%r48, %rs21;
# 	fma.rn.f32 	%r49, %r43, %r45, %r35;
# 	fma.rn.f32 	%r50, %r43, %r46, %r36;
# 	fma.rn.f32 	%r51, %r43, %r47, %r37;
# 	fma.rn.f32 	%r52, %r43, %r48, %r38;
# 	fma.rn.f32 	%r53, %r44, %r45, %r39;
# 	fma.rn.f32 	%r54, %r44, %r46, %r40;
# 	fma.rn.f32 	%r55, %r44, %r47, %r41;
# 	fma.rn.f32 	%r56, %r44, %r48, %r42;
# 	cvt.f32.f16 	%r57, %rs5;
# 	cvt.f32.f16 	%r58, %rs9;
# 	ld.shared.b16 	%rs22, [%rd39+32];
# 	cvt.f32.f16 	%r59, %rs22;
# 	ld.shared.b16 	%rs23, [%rd39+40];
# 	cvt.f32.f16 	%r60, %rs23;
# 	ld.shared.b16 	%rs24, [%rd39+48];
# 	cvt.f32.f16 	%r61, %rs24;
# 	ld.shared.b16 	%rs25, [%rd39+56];
# 	cvt.f32.f16 	%r62, %rs25;
# 	fma.rn.f32 	%r110, %r57, %r59, %r49;
# 	fma.rn.f32 	%r109, %r57, %r60, %r50;
# 	fma.rn.f32 	%r111, %r57, %r61, %r51;
# 	fma.rn.f32 	%r112, %r57, %r62, %r52;
# 	fma.rn.f32 	%r113, %r58, %r59, %r53;
# 	fma.rn.f32 	%r114, %r58, %r60, %r54;
# 	fma.rn.f32 	%r115, %r58, %r61, %r55;
# 	fma.rn.f32 	%r116, %r58, %r62, %r56;
# 	add.s64 	%rd40, %rd40, 8;
# 	add.s64 	%rd39, %rd39, 128;
# 	setp.eq.b64 	%p6, %rd40, 64;
# 	@%p6 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_9:
# 	mul.wide.u32 	%rd22, %r4, 4;
# 	add.s64 	%rd23, %rd38, %rd22;
# 	setp.lt.u32 	%p7, %r108, 64;
# 	add.s64 	%rd7, %rd23, %rd17;
# 	@%p7 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_10:
# 	st.shared.b32 	[%rd7], %r110;
# 	st.shared.b32 	[%rd7+16], %r109;
# 	st.shared.b32 	[%rd7+32], %r111;
# 	st.shared.b32 	[%rd7+48], %r112;
# $L__BB0_11:
# 	setp.gt.u32 	%p8, %r108, 31;
# 	@%p8 bra 	$L__BB0_13;
# 	st.shared.b32 	[%rd7+512], %r113;
# 	st.shared.b32 	[%rd7+528], %r114;
# 	st.shared.b32 	[%rd7+544], %r115;
# 	st.shared.b32 	[%rd7+560], %r116;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_15:
# 	cvt.u32.u64 	%r63, %rd5;
# 	setp.ge.u32 	%p10, %r6, %r63;
# 	@%p10 bra 	$L__BB0_17;
# 	shr.u32 	%r97, %r5, 1;
# 	shl.b32 	%r98, %r5, 5;
# 	or.b32 	%r99, %r98, %r97;
# 	and.b32 	%r100, %r98, 480;
# 	cvt.u64.u32 	%rd30, %r100;
# 	and.b32 	%r101, %r99, 488;
# 	shl.b32 	%r102, %r101, 1;
# 	cvt.u64.u32 	%rd31, %r102;
# 	add.s64 	%rd24, %rd15, %rd31;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r64, %r65, %r66, %r67}, [%rd24];
# 	// end inline asm
# 	add.s64 	%rd25, %rd16, %rd30;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r68, %r69}, [%rd25];
# 	// end inline asm
# 	mov.b32 	%r70, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r83, %r84, %r85, %r86}, {%r64, %r65, %r66, %r67}, {%r68, %r69}, {%r70, %r70, %r70, %r70};
# 	// end inline asm
# 	add.s64 	%rd26, %rd25, 16;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r71, %r72}, [%rd26];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r93, %r94, %r95, %r96}, {%r64, %r65, %r66, %r67}, {%r71, %r72}, {%r70, %r70, %r70, %r70};
# 	// end inline asm
# 	add.s64 	%rd27, %rd24, 32;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r77, %r78, %r79, %r80}, [%rd27];
# 	// end inline asm
# 	or.b32 	%r103, %r98, 512;
# 	cvt.u64.u32 	%rd32, %r103;
# 	add.s64 	%rd28, %rd16, %rd32;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r81, %r82}, [%rd28];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r73, %r74, %r75, %r76}, {%r77, %r78, %r79, %r80}, {%r81, %r82}, {%r83, %r84, %r85, %r86};
# 	// end inline asm
# 	add.s64 	%rd29, %rd28, 16;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r91, %r92}, [%rd29];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r87, %r88, %r89, %r90}, {%r77, %r78, %r79, %r80}, {%r91, %r92}, {%r93, %r94, %r95, %r96};
# 	// end inline asm
# 	shl.b32 	%r104, %r5, 1;
# 	and.b32 	%r105, %r104, 6;
# 	shl.b32 	%r106, %r5, 2;
# 	and.b32 	%r107, %r106, 112;
# 	mul.wide.u32 	%rd33, %r107, 4;
# 	add.s64 	%rd34, %rd38, %rd33;
# 	mul.wide.u32 	%rd35, %r105, 4;
# 	add.s64 	%rd36, %rd34, %rd35;
# 	st.shared.v2.b32 	[%rd36], {%r73, %r74};
# 	st.shared.v2.b32 	[%rd36+512], {%r75, %r76};
# 	st.shared.v2.b32 	[%rd36+32], {%r87, %r88};
# 	st.shared.v2.b32 	[%rd36+544], {%r89, %r90};
# $L__BB0_17:
# 	ld.param.b64 	%rd11, [k_param_3];
# 	bar.sync 	0;
# 	setp.gt.u32 	%p11, %r6, 255;
# 	mul.wide.u32 	%rd37, %r1, 4;
# 	mov.b32 	%r117, 0f00000000;
# 	@%p11 bra 	$L__BB0_19;
# 	add.s64 	%rd8, %rd38, %rd37;
# 	ld.shared.b32 	%r117, [%rd8];
# $L__BB0_19:
# 	setp.le.u64 	%p12, %rd11, %rd1;
# 	@%p12 bra 	$L__BB0_21;
# 	ld.param.b64 	%rd10, [k_param_2];
# 	add.s64 	%rd9, %rd10, %rd37;
# 	st.global.b32 	[%rd9], %r117;
# $L__BB0_21:
# 	ret;
#
# }
