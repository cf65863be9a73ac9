# golden: --emit=ptx --arch=sm_90 --noalias
# The elements are asked for before the first division, in whichever block their guards keep them.
import math

from numba import cuda


@cuda.jit("void(float32[::1], int64, int64, float32[::1])")
def ratios(x, i, j, out):
    out[0] = 1 / x[i] + math.sqrt(x[j])


@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def neighbours(x, w, out):
    i = cuda.grid(1)
    out[0] = x[i] / w[i] + x[i * i] / w[i * i]

# === --emit=ptx --arch=sm_90 --noalias
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel ratios entry ratios source late_divisions.py:9
# // arg x array float32 ndim 1 layout C
# // arg i scalar int64
# // arg j scalar int64
# // arg out array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param i value i64 offset 16 size 8
# // param j value i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // kernel neighbours entry neighbours source late_divisions.py:14
# // arg x array float32 ndim 1 layout C
# // arg w array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param w ptr ptr offset 16 size 8
# // param w shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	ratios
#
# .visible .entry ratios(
# 	.param .u64 .ptr .global .align 4 ratios_param_0,
# 	.param .u64 ratios_param_1,
# 	.param .u64 ratios_param_2,
# 	.param .u64 ratios_param_3,
# 	.param .u64 .ptr .global .align 4 ratios_param_4,
# 	.param .u64 ratios_param_5
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<17>;
#
# 	ld.param.b64 	%rd5, [ratios_param_3];
# 	ld.param.b64 	%rd4, [ratios_param_1];
# 	ld.param.b64 	%rd3, [ratios_param_0];
# 	ld.param.b64 	%rd8, [ratios_param_2];
# 	shr.s64 	%rd9, %rd8, 63;
# 	and.b64 	%rd10, %rd9, %rd4;
# 	add.s64 	%rd11, %rd10, %rd8;
# 	setp.ge.u64 	%p1, %rd11, %rd4;
# 	mov.b32 	%r5, 0f00000000;
# 	mov.b32 	%r4, %r5;
# 	@%p1 bra 	$L__BB0_2;
# 	shl.b64 	%rd12, %rd11, 2;
# 	add.s64 	%rd1, %rd3, %rd12;
# 	ld.global.nc.b32 	%r4, [%rd1];
# $L__BB0_2:
# 	ld.param.b64 	%rd7, [ratios_param_5];
# 	shr.s64 	%rd13, %rd5, 63;
# 	and.b64 	%rd14, %rd13, %rd4;
# 	add.s64 	%rd15, %rd14, %rd5;
# 	setp.ge.u64 	%p2, %rd15, %rd4;
# 	@%p2 bra 	$L__BB0_4;
# 	shl.b64 	%rd16, %rd15, 2;
# 	add.s64 	%rd2, %rd3, %rd16;
# 	ld.global.nc.b32 	%r5, [%rd2];
# $L__BB0_4:
# 	setp.eq.b64 	%p3, %rd7, 0;
# 	@%p3 bra 	$L__BB0_6;
# 	ld.param.b64 	%rd6, [ratios_param_4];
# 	rcp.rn.f32 	%r1, %r4;
# 	sqrt.rn.f32 	%r2, %r5;
# 	add.rn.f32 	%r3, %r1, %r2;
# 	st.global.b32 	[%rd6], %r3;
# $L__BB0_6:
# 	ret;
#
# }
# 	// .globl	neighbours
# .visible .entry neighbours(
# 	.param .u64 .ptr .global .align 4 neighbours_param_0,
# 	.param .u64 neighbours_param_1,
# 	.param .u64 .ptr .global .align 4 neighbours_param_2,
# 	.param .u64 neighbours_param_3,
# 	.param .u64 .ptr .global .align 4 neighbours_param_4,
# 	.param .u64 neighbours_param_5
# )
# {
# 	.reg .pred 	%p<12>;
# 	.reg .b32 	%r<17>;
# 	.reg .b64 	%rd<29>;
#
# 	ld.param.b64 	%rd12, [neighbours_param_5];
# 	ld.param.b64 	%rd10, [neighbours_param_3];
# 	ld.param.b64 	%rd9, [neighbours_param_2];
# 	ld.param.b64 	%rd8, [neighbours_param_1];
# 	ld.param.b64 	%rd7, [neighbours_param_0];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd13, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd14, %r4;
# 	add.s64 	%rd1, %rd13, %rd14;
# 	setp.eq.b64 	%p1, %rd12, 0;
# 	setp.ge.u64 	%p2, %rd1, %rd8;
# 	setp.ge.u64 	%p3, %rd1, %rd10;
# 	mul.lo.s64 	%rd2, %rd1, %rd1;
# 	setp.ge.s64 	%p4, %rd2, %rd8;
# 	or.pred 	%p5, %p4, %p1;
# 	setp.ge.u64 	%p6, %rd2, %rd10;
# 	or.pred 	%p7, %p6, %p5;
# 	or.pred 	%p8, %p2, %p7;
# 	or.pred 	%p9, %p3, %p8;
# 	@%p9 bra 	$L__BB1_4;
# 	shl.b64 	%rd23, %rd1, 2;
# 	add.s64 	%rd24, %rd7, %rd23;
# 	ld.global.nc.b32 	%r6, [%rd24];
# 	add.s64 	%rd25, %rd9, %rd23;
# 	ld.global.nc.b32 	%r7, [%rd25];
# 	shl.b64 	%rd26, %rd2, 2;
# 	add.s64 	%rd27, %rd7, %rd26;
# 	ld.global.nc.b32 	%r8, [%rd27];
# 	add.s64 	%rd28, %rd9, %rd26;
# 	ld.global.nc.b32 	%r9, [%rd28];
# 	div.rn.f32 	%r10, %r6, %r7;
# 	div.rn.f32 	%r11, %r8, %r9;
# 	add.rn.f32 	%r12, %r10, %r11;
# 	bra.uni 	$L__BB1_2;
# $L__BB1_4:
# 	shl.b64 	%rd15, %rd1, 2;
# 	mov.b32 	%r14, 0f00000000;
# 	mov.b32 	%r13, %r14;
# 	@%p2 bra 	$L__BB1_6;
# 	add.s64 	%rd3, %rd7, %rd15;
# 	ld.global.nc.b32 	%r13, [%rd3];
# $L__BB1_6:
# 	@%p3 bra 	$L__BB1_8;
# 	add.s64 	%rd4, %rd9, %rd15;
# 	ld.global.nc.b32 	%r14, [%rd4];
# $L__BB1_8:
# 	shr.s64 	%rd16, %rd2, 63;
# 	and.b64 	%rd17, %rd16, %rd8;
# 	add.s64 	%rd18, %rd17, %rd2;
# 	setp.ge.u64 	%p10, %rd18, %rd8;
# 	mov.b32 	%r16, 0f00000000;
# 	mov.b32 	%r15, %r16;
# 	@%p10 bra 	$L__BB1_10;
# 	shl.b64 	%rd19, %rd18, 2;
# 	add.s64 	%rd5, %rd7, %rd19;
# 	ld.global.nc.b32 	%r15, [%rd5];
# $L__BB1_10:
# 	and.b64 	%rd20, %rd16, %rd10;
# 	add.s64 	%rd21, %rd20, %rd2;
# 	setp.ge.u64 	%p11, %rd21, %rd10;
# 	@%p11 bra 	$L__BB1_12;
# 	shl.b64 	%rd22, %rd21, 2;
# 	add.s64 	%rd6, %rd9, %rd22;
# 	ld.global.nc.b32 	%r16, [%rd6];
# $L__BB1_12:
# 	@%p1 bra 	$L__BB1_3;
# 	div.rn.f32 	%r1, %r13, %r14;
# 	div.rn.f32 	%r5, %r15, %r16;
# 	add.rn.f32 	%r12, %r1, %r5;
# $L__BB1_2:
# 	ld.param.b64 	%rd11, [neighbours_param_4];
# 	st.global.b32 	[%rd11], %r12;
# $L__BB1_3:
# 	ret;
#
# }
