# golden: --emit=ptx --arch=sm_90 --bounds=none
# PTX's conversions saturate by themselves. What is clamped takes 32 bits.
import math

from numba import cuda, float32, float64, uint8, uint64


@cuda.jit("void(float32[::1], int64[::1])")
def any_float(x, out):
    i = cuda.grid(1)
    out[i] = int(x[i])


@cuda.jit("void(float64[::1], uint64[::1])")
def any_double(x, out):
    i = cuda.grid(1)
    out[i] = uint64(x[i])


@cuda.jit("void(float32[::1], uint8[::1])")
def colour(x, out):
    i = cuda.grid(1)
    out[i] = uint8(min(max(x[i] + float32(0.5), float32(0.0)), float32(255.0)))


@cuda.jit("void(float64[::1], float32[::1], float32[::1])")
def cell(x, table, out):
    i = cuda.grid(1)
    at = int(math.floor(min(max(x[i], 0.0), 1.0) * 255.0))
    out[i] = table[at]

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel any_float entry any_float source float_to_integer.py:9
# // arg x array float32 ndim 1 layout C
# // arg out array int64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // kernel any_double entry any_double source float_to_integer.py:15
# // arg x array float64 ndim 1 layout C
# // arg out array uint64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // kernel colour entry colour source float_to_integer.py:21
# // arg x array float32 ndim 1 layout C
# // arg out array uint8 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // kernel cell entry cell source float_to_integer.py:27
# // arg x array float64 ndim 1 layout C
# // arg table array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param table ptr ptr offset 16 size 8
# // param table shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	any_float
#
# .visible .entry any_float(
# 	.param .u64 .ptr .global .align 4 any_float_param_0,
# 	.param .u64 any_float_param_1,
# 	.param .u64 .ptr .global .align 8 any_float_param_2,
# 	.param .u64 any_float_param_3
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<5>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd1, [any_float_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd2, [any_float_param_2];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd3, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd4, %r3;
# 	add.s64 	%rd5, %rd3, %rd4;
# 	shl.b64 	%rd6, %rd5, 2;
# 	add.s64 	%rd7, %rd1, %rd6;
# 	ld.global.b32 	%r4, [%rd7];
# 	cvt.rzi.s64.f32 	%rd8, %r4;
# 	setp.nan.f32 	%p1, %r4, %r4;
# 	selp.b64 	%rd9, 0, %rd8, %p1;
# 	shl.b64 	%rd10, %rd5, 3;
# 	add.s64 	%rd11, %rd2, %rd10;
# 	st.global.b64 	[%rd11], %rd9;
# 	ret;
#
# }
# 	// .globl	any_double
# .visible .entry any_double(
# 	.param .u64 .ptr .global .align 8 any_double_param_0,
# 	.param .u64 any_double_param_1,
# 	.param .u64 .ptr .global .align 8 any_double_param_2,
# 	.param .u64 any_double_param_3
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<15>;
#
# 	ld.param.b64 	%rd1, [any_double_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd2, [any_double_param_2];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd3, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd4, %r3;
# 	add.s64 	%rd5, %rd3, %rd4;
# 	shl.b64 	%rd6, %rd5, 3;
# 	add.s64 	%rd7, %rd1, %rd6;
# 	ld.global.b64 	%rd8, [%rd7];
# 	cvt.rzi.s64.f64 	%rd9, %rd8;
# 	setp.nan.f64 	%p1, %rd8, %rd8;
# 	selp.b64 	%rd10, 0, %rd9, %p1;
# 	cvt.rzi.u64.f64 	%rd11, %rd8;
# 	selp.b64 	%rd12, 0, %rd11, %p1;
# 	setp.lt.f64 	%p2, %rd8, 0d0000000000000000;
# 	selp.b64 	%rd13, %rd10, %rd12, %p2;
# 	add.s64 	%rd14, %rd2, %rd6;
# 	st.global.b64 	[%rd14], %rd13;
# 	ret;
#
# }
# 	// .globl	colour
# .visible .entry colour(
# 	.param .u64 .ptr .global .align 4 colour_param_0,
# 	.param .u64 colour_param_1,
# 	.param .u64 .ptr .global .align 1 colour_param_2,
# 	.param .u64 colour_param_3
# )
# {
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<9>;
#
# 	ld.param.b64 	%rd1, [colour_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd2, [colour_param_2];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd3, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd4, %r3;
# 	add.s64 	%rd5, %rd3, %rd4;
# 	shl.b64 	%rd6, %rd5, 2;
# 	add.s64 	%rd7, %rd1, %rd6;
# 	ld.global.b32 	%r4, [%rd7];
# 	add.rn.f32 	%r5, %r4, 0f3F000000;
# 	max.f32 	%r6, %r5, 0f00000000;
# 	min.f32 	%r7, %r6, 0f437F0000;
# 	cvt.rzi.s32.f32 	%r8, %r7;
# 	add.s64 	%rd8, %rd2, %rd5;
# 	st.global.b8 	[%rd8], %r8;
# 	ret;
#
# }
# 	// .globl	cell
# .visible .entry cell(
# 	.param .u64 .ptr .global .align 8 cell_param_0,
# 	.param .u64 cell_param_1,
# 	.param .u64 .ptr .global .align 4 cell_param_2,
# 	.param .u64 cell_param_3,
# 	.param .u64 .ptr .global .align 4 cell_param_4,
# 	.param .u64 cell_param_5
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<22>;
#
# 	ld.param.b64 	%rd1, [cell_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd2, [cell_param_2];
# 	ld.param.b64 	%rd3, [cell_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	ld.param.b64 	%rd4, [cell_param_4];
# 	mul.wide.u32 	%rd5, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd6, %r3;
# 	add.s64 	%rd7, %rd5, %rd6;
# 	shl.b64 	%rd8, %rd7, 3;
# 	add.s64 	%rd9, %rd1, %rd8;
# 	ld.global.b64 	%rd10, [%rd9];
# 	max.f64 	%rd11, %rd10, 0d0000000000000000;
# 	min.f64 	%rd12, %rd11, 0d3FF0000000000000;
# 	mul.rn.f64 	%rd13, %rd12, 0d406FE00000000000;
# 	cvt.rmi.f64.f64 	%rd14, %rd13;
# 	cvt.rzi.s32.f64 	%r4, %rd14;
# 	setp.lt.s32 	%p1, %r4, 0;
# 	selp.b64 	%rd15, %rd3, 0, %p1;
# 	mul.wide.s32 	%rd16, %r4, 4;
# 	add.s64 	%rd17, %rd2, %rd16;
# 	shl.b64 	%rd18, %rd15, 2;
# 	add.s64 	%rd19, %rd17, %rd18;
# 	ld.global.b32 	%r5, [%rd19];
# 	shl.b64 	%rd20, %rd7, 2;
# 	add.s64 	%rd21, %rd4, %rd20;
# 	st.global.b32 	[%rd21], %r5;
# 	ret;
#
# }
