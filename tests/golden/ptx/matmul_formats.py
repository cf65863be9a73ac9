# golden: --emit=ptx --arch=sm_90 --bounds=none
# 8-bit floats by the matrix unit, which sm_89 has first; by arithmetic before.
import numpy as np
from numba import cuda
from nvmath.device import Matmul

MM = Matmul(
    size=(16, 8, 32),
    precision=("e4m3", "e5m2", np.float32),
    arrangement=("row_major", "col_major", "row_major"),
    block_size=32,
)


@cuda.jit("void(float32[::1])", launch_bounds=32)
def k(c):
    x = cuda.shared.array(MM.a_size, MM.a_value_type)
    y = cuda.shared.array(MM.b_size, MM.b_value_type)
    z = cuda.shared.array(MM.c_size, MM.c_value_type)
    i = cuda.threadIdx.x
    x[i] = i
    y[i] = i
    cuda.syncthreads()
    MM.execute(1.0, x, y, 0.0, z)
    cuda.syncthreads()
    c[i] = z[i]

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 8.4
# // kernel k entry k source matmul_formats.py:16
# // arg c array float32 ndim 1 layout C
# // param c ptr ptr offset 0 size 8
# // param c shape0 i64 offset 8 size 8
# // facts params 16 shared 1280 dynamic no bounds none typing python
# // end
# .version 8.4
# .target sm_90
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
# // k_shared1 has been demoted
# // k_shared2 has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# .maxntid 32
# {
# 	.reg .pred 	%p<17>;
# 	.reg .b16 	%rs<4>;
# 	.reg .b32 	%r<98>;
# 	.reg .b64 	%rd<36>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[512];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[256];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[512];
# 	ld.param.b64 	%rd8, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u16.u32 	%rs2, %r1;
# 	cvt.u64.u32 	%rd34, %r1;
# 	mov.b64 	%rd9, k_shared;
# 	add.s64 	%rd10, %rd9, %rd34;
# 	st.shared.b8 	[%rd10], %rs2;
# 	mov.b64 	%rd11, k_shared1;
# 	add.s64 	%rd12, %rd11, %rd34;
# 	st.shared.b8 	[%rd12], %rs2;
# 	bar.sync 	0;
# 	mov.u32 	%r17, %ntid.x;
# 	min.u32 	%r2, %r17, 32;
# 	cvt.u64.u32 	%rd1, %r2;
# 	and.b32 	%r18, %r2, 31;
# 	setp.eq.b32 	%p1, %r18, 0;
# 	mov.b64 	%rd32, k_shared2;
# 	@%p1 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_18:
# 	mov.u32 	%r16, %laneid;
# 	sub.s32 	%r19, %r1, %r16;
# 	and.b32 	%r20, %r19, 31;
# 	setp.eq.b32 	%p2, %r20, 0;
# 	@%p2 bra 	$L__BB0_19;
# $L__BB0_1:
# 	cvt.u32.u64 	%r21, %rd34;
# 	cvt.u32.u64 	%r22, %rd1;
# 	setp.ge.u32 	%p3, %r21, %r22;
# 	@%p3 bra 	$L__BB0_21;
# 	shl.b32 	%r23, %r1, 3;
# 	cvt.u64.u32 	%rd33, %r23;
# 	shl.b32 	%r24, %r2, 3;
# 	cvt.u64.u32 	%rd2, %r24;
# 	cvt.u16.u64 	%rs3, %rd34;
# 	cvt.u16.u64 	%rs1, %rd1;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_17:
# 	mul.wide.u32 	%rd17, %r3, 4;
# 	add.s64 	%rd18, %rd32, %rd17;
# 	add.s64 	%rd19, %rd18, %rd5;
# 	st.shared.b32 	[%rd19], %r90;
# 	st.shared.b32 	[%rd19+16], %r91;
# 	st.shared.b32 	[%rd19+256], %r92;
# 	st.shared.b32 	[%rd19+272], %r93;
# 	add.s64 	%rd34, %rd34, %rd1;
# 	setp.lt.u64 	%p15, %rd34, 32;
# 	add.s64 	%rd33, %rd33, %rd2;
# 	add.s16 	%rs3, %rs3, %rs1;
# 	@%p15 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_21;
# $L__BB0_3:
# 	cvt.u32.u64 	%r25, %rd34;
# 	and.b64 	%rd13, %rd33, -32;
# 	add.s64 	%rd14, %rd9, %rd13;
# 	add.s64 	%rd3, %rd14, 256;
# 	cvt.u32.u16 	%r26, %rs3;
# 	and.b32 	%r27, %r26, 3;
# 	mul.wide.u32 	%rd15, %r27, 32;
# 	add.s64 	%rd4, %rd11, %rd15;
# 	and.b32 	%r3, %r25, 3;
# 	shl.b64 	%rd16, %rd34, 3;
# 	and.b64 	%rd5, %rd16, 9223372036854775776;
# 	mov.b64 	%rd35, 0;
# 	mov.b32 	%r90, 0f00000000;
# 	mov.b32 	%r91, %r90;
# 	mov.b32 	%r92, %r90;
# 	mov.b32 	%r93, %r90;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_15:
# 	setp.eq.b32 	%p13, %r14, 124;
# 	selp.b32 	%r69, 2139095040, 2147483647, %p13;
# 	or.b32 	%r97, %r69, %r15;
# $L__BB0_16:
# 	fma.rn.f32 	%r90, %r94, %r96, %r90;
# 	fma.rn.f32 	%r91, %r94, %r97, %r91;
# 	fma.rn.f32 	%r92, %r95, %r96, %r92;
# 	fma.rn.f32 	%r93, %r95, %r97, %r93;
# 	add.s64 	%rd35, %rd35, 1;
# 	setp.eq.b64 	%p14, %rd35, 32;
# 	@%p14 bra 	$L__BB0_17;
# $L__BB0_4:
# 	add.s64 	%rd6, %rd3, %rd35;
# 	ld.shared.b8 	%r4, [%rd6+-256];
# 	and.b32 	%r5, %r4, 127;
# 	shl.b32 	%r6, %r4, 24;
# 	setp.eq.b32 	%p4, %r5, 127;
# 	@%p4 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_5:
# 	or.b32 	%r94, %r6, 2147483647;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_6:
# 	and.b32 	%r28, %r6, -2147483648;
# 	and.b32 	%r29, %r4, 7;
# 	shr.u32 	%r30, %r5, 3;
# 	setp.eq.b32 	%p5, %r30, 0;
# 	max.u32 	%r31, %r30, 1;
# 	selp.b32 	%r32, 0, 8, %p5;
# 	or.b32 	%r33, %r32, %r29;
# 	shl.b32 	%r34, %r31, 23;
# 	or.b32 	%r35, %r34, %r28;
# 	add.s32 	%r36, %r35, 981467136;
# 	cvt.rn.f32.u32 	%r37, %r33;
# 	mul.rn.f32 	%r94, %r37, %r36;
# $L__BB0_7:
# 	ld.shared.b8 	%r7, [%rd6];
# 	and.b32 	%r8, %r7, 127;
# 	shl.b32 	%r9, %r7, 24;
# 	setp.eq.b32 	%p6, %r8, 127;
# 	@%p6 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_9:
# 	or.b32 	%r95, %r9, 2147483647;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_8:
# 	and.b32 	%r38, %r9, -2147483648;
# 	and.b32 	%r39, %r7, 7;
# 	shr.u32 	%r40, %r8, 3;
# 	setp.eq.b32 	%p7, %r40, 0;
# 	max.u32 	%r41, %r40, 1;
# 	selp.b32 	%r42, 0, 8, %p7;
# 	or.b32 	%r43, %r42, %r39;
# 	shl.b32 	%r44, %r41, 23;
# 	or.b32 	%r45, %r44, %r38;
# 	add.s32 	%r46, %r45, 981467136;
# 	cvt.rn.f32.u32 	%r47, %r43;
# 	mul.rn.f32 	%r95, %r47, %r46;
# $L__BB0_10:
# 	add.s64 	%rd7, %rd4, %rd35;
# 	ld.shared.b8 	%r10, [%rd7];
# 	and.b32 	%r11, %r10, 127;
# 	shl.b32 	%r12, %r10, 24;
# 	setp.lt.u32 	%p8, %r11, 124;
# 	@%p8 bra 	$L__BB0_12;
# 	setp.eq.b32 	%p10, %r11, 124;
# 	selp.b32 	%r58, 2139095040, 2147483647, %p10;
# 	or.b32 	%r96, %r58, %r12;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_12:
# 	and.b32 	%r48, %r12, -2147483648;
# 	and.b32 	%r49, %r10, 3;
# 	shr.u32 	%r50, %r11, 2;
# 	setp.eq.b32 	%p9, %r50, 0;
# 	max.u32 	%r51, %r50, 1;
# 	selp.b32 	%r52, 0, 4, %p9;
# 	or.b32 	%r53, %r52, %r49;
# 	shl.b32 	%r54, %r51, 23;
# 	or.b32 	%r55, %r54, %r48;
# 	add.s32 	%r56, %r55, 922746880;
# 	cvt.rn.f32.u32 	%r57, %r53;
# 	mul.rn.f32 	%r96, %r57, %r56;
# $L__BB0_13:
# 	ld.shared.b8 	%r13, [%rd7+128];
# 	and.b32 	%r14, %r13, 127;
# 	shl.b32 	%r15, %r13, 24;
# 	setp.gt.u32 	%p11, %r14, 123;
# 	@%p11 bra 	$L__BB0_15;
# 	and.b32 	%r59, %r15, -2147483648;
# 	and.b32 	%r60, %r13, 3;
# 	shr.u32 	%r61, %r14, 2;
# 	setp.eq.b32 	%p12, %r61, 0;
# 	max.u32 	%r62, %r61, 1;
# 	selp.b32 	%r63, 0, 4, %p12;
# 	or.b32 	%r64, %r63, %r60;
# 	shl.b32 	%r65, %r62, 23;
# 	or.b32 	%r66, %r65, %r59;
# 	add.s32 	%r67, %r66, 922746880;
# 	cvt.rn.f32.u32 	%r68, %r64;
# 	mul.rn.f32 	%r97, %r68, %r67;
# 	bra.uni 	$L__BB0_16;
# $L__BB0_19:
# 	cvt.u32.u64 	%r70, %rd34;
# 	cvt.u32.u64 	%r71, %rd1;
# 	setp.ge.u32 	%p16, %r70, %r71;
# 	@%p16 bra 	$L__BB0_21;
# 	shl.b32 	%r83, %r16, 2;
# 	and.b32 	%r84, %r83, 12;
# 	cvt.u64.u32 	%rd20, %r84;
# 	shl.b32 	%r85, %r16, 3;
# 	and.b32 	%r86, %r85, 224;
# 	cvt.u64.u32 	%rd21, %r86;
# 	add.s64 	%rd22, %rd9, %rd21;
# 	shl.b32 	%r87, %r16, 1;
# 	and.b32 	%r88, %r87, 6;
# 	add.s64 	%rd23, %rd32, %rd21;
# 	add.s64 	%rd24, %rd11, %rd21;
# 	add.s64 	%rd25, %rd22, %rd20;
# 	add.s64 	%rd26, %rd24, %rd20;
# 	mul.wide.u32 	%rd27, %r88, 4;
# 	add.s64 	%rd28, %rd23, %rd27;
# 	ld.shared.b32 	%r76, [%rd25];
# 	ld.shared.b32 	%r77, [%rd25+256];
# 	ld.shared.b32 	%r78, [%rd25+16];
# 	ld.shared.b32 	%r79, [%rd25+272];
# 	ld.shared.b32 	%r80, [%rd26];
# 	ld.shared.b32 	%r81, [%rd26+16];
# 	mov.b32 	%r82, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%r72, %r73, %r74, %r75}, {%r76, %r77, %r78, %r79}, {%r80, %r81}, {%r82, %r82, %r82, %r82};
# 	// end inline asm
# 	st.shared.v2.b32 	[%rd28], {%r72, %r73};
# 	st.shared.v2.b32 	[%rd28+256], {%r74, %r75};
# $L__BB0_21:
# 	bar.sync 	0;
# 	mul.wide.u32 	%rd29, %r1, 4;
# 	add.s64 	%rd30, %rd32, %rd29;
# 	ld.shared.b32 	%r89, [%rd30];
# 	add.s64 	%rd31, %rd8, %rd29;
# 	st.global.b32 	[%rd31], %r89;
# 	ret;
#
# }
