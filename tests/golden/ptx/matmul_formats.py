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
# 	.reg .pred 	%p<19>;
# 	.reg .b16 	%rs<4>;
# 	.reg .b32 	%r<99>;
# 	.reg .b64 	%rd<33>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[512];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[256];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[512];
# 	ld.param.b64 	%rd8, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u16.u32 	%rs2, %r1;
# 	cvt.u64.u32 	%rd1, %r1;
# 	mov.b64 	%rd9, k_shared;
# 	add.s64 	%rd10, %rd9, %rd1;
# 	st.shared.b8 	[%rd10], %rs2;
# 	mov.b64 	%rd11, k_shared1;
# 	add.s64 	%rd12, %rd11, %rd1;
# 	st.shared.b8 	[%rd12], %rs2;
# 	bar.sync 	0;
# 	mov.u32 	%r18, %ntid.x;
# 	min.u32 	%r2, %r18, 32;
# 	cvt.u64.u32 	%rd2, %r2;
# 	and.b32 	%r19, %r2, 31;
# 	setp.eq.b32 	%p1, %r19, 0;
# 	mov.b64 	%rd31, k_shared2;
# 	@%p1 bra 	$L__BB0_22;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_22:
# 	mov.u32 	%r17, %laneid;
# 	sub.s32 	%r20, %r1, %r17;
# 	and.b32 	%r21, %r20, 31;
# 	setp.eq.b32 	%p2, %r21, 0;
# 	@%p2 bra 	$L__BB0_23;
# $L__BB0_1:
# 	cvt.u32.u64 	%r22, %rd1;
# 	cvt.u32.u64 	%r23, %rd2;
# 	setp.ge.u32 	%p3, %r22, %r23;
# 	@%p3 bra 	$L__BB0_25;
# 	cvt.u16.u64 	%rs3, %rd1;
# 	cvt.u16.u64 	%rs1, %rd2;
# 	mov.b32 	%r90, %r1;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_21:
# 	add.s32 	%r90, %r90, %r2;
# 	setp.lt.u32 	%p17, %r90, 32;
# 	add.s16 	%rs3, %rs3, %rs1;
# 	@%p17 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_25;
# $L__BB0_3:
# 	cvt.u32.u16 	%r24, %rs3;
# 	and.b32 	%r25, %r24, 3;
# 	mul.wide.u32 	%rd13, %r25, 32;
# 	add.s64 	%rd3, %rd11, %rd13;
# 	shl.b32 	%r26, %r90, 3;
# 	and.b32 	%r3, %r26, -32;
# 	cvt.u64.u32 	%rd14, %r3;
# 	add.s64 	%rd15, %rd9, %rd14;
# 	add.s64 	%rd4, %rd15, 256;
# 	and.b32 	%r4, %r90, 3;
# 	mov.b64 	%rd32, 0;
# 	mov.b32 	%r91, 0f00000000;
# 	mov.b32 	%r92, %r91;
# 	mov.b32 	%r93, %r91;
# 	mov.b32 	%r94, %r91;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_15:
# 	setp.eq.b32 	%p13, %r15, 124;
# 	selp.b32 	%r68, 2139095040, 2147483647, %p13;
# 	or.b32 	%r98, %r68, %r16;
# $L__BB0_16:
# 	fma.rn.f32 	%r91, %r95, %r97, %r91;
# 	fma.rn.f32 	%r92, %r95, %r98, %r92;
# 	fma.rn.f32 	%r93, %r96, %r97, %r93;
# 	fma.rn.f32 	%r94, %r96, %r98, %r94;
# 	add.s64 	%rd32, %rd32, 1;
# 	setp.eq.b64 	%p14, %rd32, 32;
# 	@%p14 bra 	$L__BB0_17;
# $L__BB0_4:
# 	add.s64 	%rd6, %rd4, %rd32;
# 	ld.shared.b8 	%r5, [%rd6+-256];
# 	and.b32 	%r6, %r5, 127;
# 	shl.b32 	%r7, %r5, 24;
# 	setp.ne.b32 	%p4, %r6, 127;
# 	@%p4 bra 	$L__BB0_6;
# 	or.b32 	%r95, %r7, 2147483647;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_6:
# 	and.b32 	%r27, %r7, -2147483648;
# 	and.b32 	%r28, %r5, 7;
# 	shr.u32 	%r29, %r6, 3;
# 	setp.eq.b32 	%p5, %r29, 0;
# 	or.b32 	%r30, %r28, 8;
# 	selp.b32 	%r31, %r28, %r30, %p5;
# 	max.u32 	%r32, %r29, 1;
# 	shl.b32 	%r33, %r32, 23;
# 	or.b32 	%r34, %r33, %r27;
# 	add.s32 	%r35, %r34, 981467136;
# 	cvt.rn.f32.u32 	%r36, %r31;
# 	mul.rn.f32 	%r95, %r36, %r35;
# $L__BB0_7:
# 	ld.shared.b8 	%r8, [%rd6];
# 	and.b32 	%r9, %r8, 127;
# 	shl.b32 	%r10, %r8, 24;
# 	setp.eq.b32 	%p6, %r9, 127;
# 	@%p6 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_9:
# 	or.b32 	%r96, %r10, 2147483647;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_8:
# 	and.b32 	%r37, %r10, -2147483648;
# 	and.b32 	%r38, %r8, 7;
# 	shr.u32 	%r39, %r9, 3;
# 	setp.eq.b32 	%p7, %r39, 0;
# 	or.b32 	%r40, %r38, 8;
# 	selp.b32 	%r41, %r38, %r40, %p7;
# 	max.u32 	%r42, %r39, 1;
# 	shl.b32 	%r43, %r42, 23;
# 	or.b32 	%r44, %r43, %r37;
# 	add.s32 	%r45, %r44, 981467136;
# 	cvt.rn.f32.u32 	%r46, %r41;
# 	mul.rn.f32 	%r96, %r46, %r45;
# $L__BB0_10:
# 	add.s64 	%rd7, %rd3, %rd32;
# 	ld.shared.b8 	%r11, [%rd7];
# 	and.b32 	%r12, %r11, 127;
# 	shl.b32 	%r13, %r11, 24;
# 	setp.lt.u32 	%p8, %r12, 124;
# 	@%p8 bra 	$L__BB0_12;
# 	setp.eq.b32 	%p10, %r12, 124;
# 	selp.b32 	%r57, 2139095040, 2147483647, %p10;
# 	or.b32 	%r97, %r57, %r13;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_12:
# 	and.b32 	%r47, %r13, -2147483648;
# 	and.b32 	%r48, %r11, 3;
# 	shr.u32 	%r49, %r12, 2;
# 	setp.eq.b32 	%p9, %r49, 0;
# 	or.b32 	%r50, %r48, 4;
# 	selp.b32 	%r51, %r48, %r50, %p9;
# 	max.u32 	%r52, %r49, 1;
# 	shl.b32 	%r53, %r52, 23;
# 	or.b32 	%r54, %r53, %r47;
# 	add.s32 	%r55, %r54, 922746880;
# 	cvt.rn.f32.u32 	%r56, %r51;
# 	mul.rn.f32 	%r97, %r56, %r55;
# $L__BB0_13:
# 	ld.shared.b8 	%r14, [%rd7+128];
# 	and.b32 	%r15, %r14, 127;
# 	shl.b32 	%r16, %r14, 24;
# 	setp.gt.u32 	%p11, %r15, 123;
# 	@%p11 bra 	$L__BB0_15;
# 	and.b32 	%r58, %r16, -2147483648;
# 	and.b32 	%r59, %r14, 3;
# 	shr.u32 	%r60, %r15, 2;
# 	setp.eq.b32 	%p12, %r60, 0;
# 	or.b32 	%r61, %r59, 4;
# 	selp.b32 	%r62, %r59, %r61, %p12;
# 	max.u32 	%r63, %r60, 1;
# 	shl.b32 	%r64, %r63, 23;
# 	or.b32 	%r65, %r64, %r58;
# 	add.s32 	%r66, %r65, 922746880;
# 	cvt.rn.f32.u32 	%r67, %r62;
# 	mul.rn.f32 	%r98, %r67, %r66;
# 	bra.uni 	$L__BB0_16;
# $L__BB0_17:
# 	mul.wide.u32 	%rd16, %r4, 4;
# 	add.s64 	%rd17, %rd31, %rd16;
# 	setp.lt.u32 	%p15, %r90, 64;
# 	add.s64 	%rd5, %rd17, %rd14;
# 	@%p15 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_19;
# $L__BB0_18:
# 	st.shared.b32 	[%rd5], %r91;
# 	st.shared.b32 	[%rd5+16], %r92;
# $L__BB0_19:
# 	setp.gt.u32 	%p16, %r90, 31;
# 	@%p16 bra 	$L__BB0_21;
# 	st.shared.b32 	[%rd5+256], %r93;
# 	st.shared.b32 	[%rd5+272], %r94;
# 	bra.uni 	$L__BB0_21;
# $L__BB0_23:
# 	cvt.u32.u64 	%r69, %rd1;
# 	cvt.u32.u64 	%r70, %rd2;
# 	setp.ge.u32 	%p18, %r69, %r70;
# 	@%p18 bra 	$L__BB0_25;
# 	shr.u32 	%r82, %r17, 2;
# 	shl.b32 	%r83, %r17, 2;
# 	and.b32 	%r84, %r83, 12;
# 	cvt.u64.u32 	%rd18, %r84;
# 	shl.b32 	%r85, %r82, 5;
# 	cvt.u64.u32 	%rd19, %r85;
# 	add.s64 	%rd20, %rd9, %rd19;
# 	add.s64 	%rd21, %rd20, %rd18;
# 	add.s64 	%rd22, %rd11, %rd19;
# 	add.s64 	%rd23, %rd22, %rd18;
# 	ld.shared.b32 	%r80, [%rd23+16];
# 	ld.shared.b32 	%r79, [%rd23];
# 	ld.shared.b32 	%r78, [%rd21+272];
# 	ld.shared.b32 	%r77, [%rd21+16];
# 	ld.shared.b32 	%r76, [%rd21+256];
# 	ld.shared.b32 	%r75, [%rd21];
# 	mov.b32 	%r81, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%r71, %r72, %r73, %r74}, {%r75, %r76, %r77, %r78}, {%r79, %r80}, {%r81, %r81, %r81, %r81};
# 	// end inline asm
# 	shl.b32 	%r86, %r17, 1;
# 	and.b32 	%r87, %r86, 6;
# 	shl.b32 	%r88, %r82, 3;
# 	mul.wide.u32 	%rd24, %r88, 4;
# 	add.s64 	%rd25, %rd31, %rd24;
# 	mul.wide.u32 	%rd26, %r87, 4;
# 	add.s64 	%rd27, %rd25, %rd26;
# 	st.shared.v2.b32 	[%rd27], {%r71, %r72};
# 	st.shared.v2.b32 	[%rd27+256], {%r73, %r74};
# $L__BB0_25:
# 	bar.sync 	0;
# 	mul.wide.u32 	%rd28, %r1, 4;
# 	add.s64 	%rd29, %rd31, %rd28;
# 	ld.shared.b32 	%r89, [%rd29];
# 	add.s64 	%rd30, %rd8, %rd28;
# 	st.global.b32 	[%rd30], %r89;
# 	ret;
#
# }
