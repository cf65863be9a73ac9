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
# 	.reg .b16 	%rs<8>;
# 	.reg .b32 	%r<49>;
# 	.reg .b64 	%rd<92>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[512];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[256];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[512];
# 	ld.param.b64 	%rd23, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u16.u32 	%rs2, %r1;
# 	cvt.u64.u32 	%rd1, %r1;
# 	mov.b64 	%rd24, k_shared;
# 	add.s64 	%rd25, %rd24, %rd1;
# 	st.shared.b8 	[%rd25], %rs2;
# 	mov.b64 	%rd26, k_shared1;
# 	add.s64 	%rd27, %rd26, %rd1;
# 	st.shared.b8 	[%rd27], %rs2;
# 	bar.sync 	0;
# 	mov.u32 	%r2, %ntid.x;
# 	min.u32 	%r3, %r2, 32;
# 	cvt.u64.u32 	%rd2, %r3;
# 	and.b64 	%rd28, %rd2, 31;
# 	setp.eq.b64 	%p1, %rd28, 0;
# 	mov.b64 	%rd88, k_shared2;
# 	@%p1 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_18:
# 	mov.u32 	%r4, %laneid;
# 	cvt.u64.u32 	%rd22, %r4;
# 	sub.s64 	%rd29, %rd1, %rd22;
# 	and.b64 	%rd30, %rd29, 31;
# 	setp.eq.b64 	%p2, %rd30, 0;
# 	@%p2 bra 	$L__BB0_19;
# $L__BB0_1:
# 	cvt.u32.u64 	%r5, %rd1;
# 	cvt.u32.u64 	%r6, %rd2;
# 	setp.ge.u32 	%p3, %r5, %r6;
# 	@%p3 bra 	$L__BB0_21;
# 	shl.b64 	%rd89, %rd1, 3;
# 	shl.b64 	%rd3, %rd2, 3;
# 	cvt.u16.u64 	%rs7, %rd1;
# 	cvt.u16.u64 	%rs1, %rd2;
# 	mov.b64 	%rd90, %rd1;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_17:
# 	shl.b64 	%rd71, %rd6, 2;
# 	add.s64 	%rd72, %rd88, %rd71;
# 	add.s64 	%rd73, %rd72, %rd7;
# 	st.shared.b32 	[%rd73], %r41;
# 	st.shared.b32 	[%rd73+16], %r42;
# 	st.shared.b32 	[%rd73+256], %r43;
# 	st.shared.b32 	[%rd73+272], %r44;
# 	add.s64 	%rd90, %rd90, %rd2;
# 	setp.lt.u64 	%p15, %rd90, 32;
# 	add.s64 	%rd89, %rd89, %rd3;
# 	add.s16 	%rs7, %rs7, %rs1;
# 	@%p15 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_21;
# $L__BB0_3:
# 	and.b64 	%rd31, %rd89, -32;
# 	add.s64 	%rd32, %rd24, %rd31;
# 	add.s64 	%rd4, %rd32, 256;
# 	cvt.u32.u16 	%r7, %rs7;
# 	and.b32 	%r8, %r7, 3;
# 	mul.wide.u32 	%rd33, %r8, 32;
# 	add.s64 	%rd5, %rd26, %rd33;
# 	and.b64 	%rd6, %rd90, 3;
# 	shl.b64 	%rd34, %rd90, 3;
# 	and.b64 	%rd7, %rd34, 9223372036854775776;
# 	mov.b64 	%rd91, 0;
# 	mov.b32 	%r41, 0f00000000;
# 	mov.b32 	%r42, %r41;
# 	mov.b32 	%r43, %r41;
# 	mov.b32 	%r44, %r41;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_15:
# 	setp.eq.b64 	%p13, %rd20, 124;
# 	selp.b64 	%rd69, 2139095040, 2147483647, %p13;
# 	or.b64 	%rd70, %rd69, %rd21;
# 	cvt.u32.u64 	%r48, %rd70;
# $L__BB0_16:
# 	fma.rn.f32 	%r41, %r45, %r47, %r41;
# 	fma.rn.f32 	%r42, %r45, %r48, %r42;
# 	fma.rn.f32 	%r43, %r46, %r47, %r43;
# 	fma.rn.f32 	%r44, %r46, %r48, %r44;
# 	add.s64 	%rd91, %rd91, 1;
# 	setp.eq.b64 	%p14, %rd91, 32;
# 	@%p14 bra 	$L__BB0_17;
# $L__BB0_4:
# 	add.s64 	%rd8, %rd4, %rd91;
# 	ld.shared.b8 	%rs3, [%rd8+-256];
# 	cvt.u64.u16 	%rd9, %rs3;
# 	and.b64 	%rd10, %rd9, 127;
# 	cvt.u32.u16 	%r9, %rs3;
# 	mul.wide.u32 	%rd11, %r9, 16777216;
# 	setp.eq.b64 	%p4, %rd10, 127;
# 	@%p4 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_5:
# 	cvt.u32.u64 	%r13, %rd11;
# 	or.b32 	%r45, %r13, 2147483647;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_6:
# 	and.b64 	%rd35, %rd11, 2147483648;
# 	and.b64 	%rd36, %rd9, 7;
# 	shr.u64 	%rd37, %rd10, 3;
# 	setp.eq.b64 	%p5, %rd37, 0;
# 	max.u64 	%rd38, %rd37, 1;
# 	selp.b64 	%rd39, 0, 8, %p5;
# 	or.b64 	%rd40, %rd39, %rd36;
# 	shl.b64 	%rd41, %rd38, 23;
# 	or.b64 	%rd42, %rd41, %rd35;
# 	cvt.u32.u64 	%r10, %rd42;
# 	add.s32 	%r11, %r10, 981467136;
# 	cvt.rn.f32.u64 	%r12, %rd40;
# 	mul.rn.f32 	%r45, %r12, %r11;
# $L__BB0_7:
# 	ld.shared.b8 	%rs4, [%rd8];
# 	cvt.u64.u16 	%rd12, %rs4;
# 	and.b64 	%rd13, %rd12, 127;
# 	cvt.u32.u16 	%r14, %rs4;
# 	mul.wide.u32 	%rd14, %r14, 16777216;
# 	setp.eq.b64 	%p6, %rd13, 127;
# 	@%p6 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_9:
# 	cvt.u32.u64 	%r18, %rd14;
# 	or.b32 	%r46, %r18, 2147483647;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_8:
# 	and.b64 	%rd43, %rd14, 2147483648;
# 	and.b64 	%rd44, %rd12, 7;
# 	shr.u64 	%rd45, %rd13, 3;
# 	setp.eq.b64 	%p7, %rd45, 0;
# 	max.u64 	%rd46, %rd45, 1;
# 	selp.b64 	%rd47, 0, 8, %p7;
# 	or.b64 	%rd48, %rd47, %rd44;
# 	shl.b64 	%rd49, %rd46, 23;
# 	or.b64 	%rd50, %rd49, %rd43;
# 	cvt.u32.u64 	%r15, %rd50;
# 	add.s32 	%r16, %r15, 981467136;
# 	cvt.rn.f32.u64 	%r17, %rd48;
# 	mul.rn.f32 	%r46, %r17, %r16;
# $L__BB0_10:
# 	add.s64 	%rd15, %rd5, %rd91;
# 	ld.shared.b8 	%rs5, [%rd15];
# 	cvt.u64.u16 	%rd16, %rs5;
# 	and.b64 	%rd17, %rd16, 127;
# 	cvt.u32.u16 	%r19, %rs5;
# 	mul.wide.u32 	%rd18, %r19, 16777216;
# 	setp.lt.u64 	%p8, %rd17, 124;
# 	@%p8 bra 	$L__BB0_12;
# 	setp.eq.b64 	%p10, %rd17, 124;
# 	selp.b64 	%rd59, 2139095040, 2147483647, %p10;
# 	or.b64 	%rd60, %rd59, %rd18;
# 	cvt.u32.u64 	%r47, %rd60;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_12:
# 	and.b64 	%rd51, %rd18, 2147483648;
# 	and.b64 	%rd52, %rd16, 3;
# 	shr.u64 	%rd53, %rd17, 2;
# 	setp.eq.b64 	%p9, %rd53, 0;
# 	max.u64 	%rd54, %rd53, 1;
# 	selp.b64 	%rd55, 0, 4, %p9;
# 	or.b64 	%rd56, %rd55, %rd52;
# 	shl.b64 	%rd57, %rd54, 23;
# 	or.b64 	%rd58, %rd57, %rd51;
# 	cvt.u32.u64 	%r20, %rd58;
# 	add.s32 	%r21, %r20, 922746880;
# 	cvt.rn.f32.u64 	%r22, %rd56;
# 	mul.rn.f32 	%r47, %r22, %r21;
# $L__BB0_13:
# 	ld.shared.b8 	%rs6, [%rd15+128];
# 	cvt.u64.u16 	%rd19, %rs6;
# 	and.b64 	%rd20, %rd19, 127;
# 	cvt.u32.u16 	%r23, %rs6;
# 	mul.wide.u32 	%rd21, %r23, 16777216;
# 	setp.gt.u64 	%p11, %rd20, 123;
# 	@%p11 bra 	$L__BB0_15;
# 	and.b64 	%rd61, %rd21, 2147483648;
# 	and.b64 	%rd62, %rd19, 3;
# 	shr.u64 	%rd63, %rd20, 2;
# 	setp.eq.b64 	%p12, %rd63, 0;
# 	max.u64 	%rd64, %rd63, 1;
# 	selp.b64 	%rd65, 0, 4, %p12;
# 	or.b64 	%rd66, %rd65, %rd62;
# 	shl.b64 	%rd67, %rd64, 23;
# 	or.b64 	%rd68, %rd67, %rd61;
# 	cvt.u32.u64 	%r24, %rd68;
# 	add.s32 	%r25, %r24, 922746880;
# 	cvt.rn.f32.u64 	%r26, %rd66;
# 	mul.rn.f32 	%r48, %r26, %r25;
# 	bra.uni 	$L__BB0_16;
# $L__BB0_19:
# 	cvt.u32.u64 	%r27, %rd1;
# 	cvt.u32.u64 	%r28, %rd2;
# 	setp.ge.u32 	%p16, %r27, %r28;
# 	@%p16 bra 	$L__BB0_21;
# 	shl.b64 	%rd74, %rd22, 2;
# 	and.b64 	%rd75, %rd74, 12;
# 	shl.b64 	%rd76, %rd22, 3;
# 	and.b64 	%rd77, %rd76, 224;
# 	add.s64 	%rd78, %rd24, %rd77;
# 	add.s64 	%rd79, %rd88, %rd77;
# 	add.s64 	%rd80, %rd26, %rd77;
# 	add.s64 	%rd81, %rd78, %rd75;
# 	add.s64 	%rd82, %rd80, %rd75;
# 	and.b64 	%rd83, %rd76, 24;
# 	add.s64 	%rd84, %rd79, %rd83;
# 	ld.shared.b32 	%r33, [%rd81];
# 	ld.shared.b32 	%r34, [%rd81+256];
# 	ld.shared.b32 	%r35, [%rd81+16];
# 	ld.shared.b32 	%r36, [%rd81+272];
# 	ld.shared.b32 	%r37, [%rd82];
# 	ld.shared.b32 	%r38, [%rd82+16];
# 	mov.b32 	%r39, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%r29, %r30, %r31, %r32}, {%r33, %r34, %r35, %r36}, {%r37, %r38}, {%r39, %r39, %r39, %r39};
# 	// end inline asm
# 	st.shared.v2.b32 	[%rd84], {%r29, %r30};
# 	st.shared.v2.b32 	[%rd84+256], {%r31, %r32};
# $L__BB0_21:
# 	bar.sync 	0;
# 	shl.b64 	%rd85, %rd1, 2;
# 	add.s64 	%rd86, %rd88, %rd85;
# 	ld.shared.b32 	%r40, [%rd86];
# 	add.s64 	%rd87, %rd23, %rd85;
# 	st.global.b32 	[%rd87], %r40;
# 	ret;
#
# }
