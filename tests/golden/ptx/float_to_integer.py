# golden: --emit=ptx --arch=sm_90 --bounds=none --passes=-apart-copies
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


@cuda.jit("void(float32[::1], float64[::1], int64[::1])")
def rounded(x, y, out):
    i = cuda.grid(1)
    out[i] = math.floor(x[i])
    out[i + 1] = math.ceil(min(max(x[i], float32(-9)), float32(9)))
    out[i + 2] = round(y[i])


@cuda.jit("void(uint8[::1], float32[::1], uint8[::1])")
def between(row, places, out):
    i = cuda.grid(1)
    x = min(max(places[i], float32(0)), float32(4095))
    at = int(x)
    rest = x - at
    out[i] = uint8(row[at] * (float32(1) - rest) + row[at + 1] * rest)

# === --emit=ptx --arch=sm_90 --bounds=none --passes=-apart-copies
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
# // kernel rounded entry rounded source float_to_integer.py:34
# // arg x array float32 ndim 1 layout C
# // arg y array float64 ndim 1 layout C
# // arg out array int64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // kernel between entry between source float_to_integer.py:42
# // arg row array uint8 ndim 1 layout C
# // arg places array float32 ndim 1 layout C
# // arg out array uint8 ndim 1 layout C
# // param row ptr ptr offset 0 size 8
# // param row shape0 i64 offset 8 size 8
# // param places ptr ptr offset 16 size 8
# // param places shape0 i64 offset 24 size 8
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
# 	.reg .b64 	%rd<21>;
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
# 	cvt.rmi.s32.f64 	%r4, %rd13;
# 	setp.lt.s32 	%p1, %r4, 0;
# 	selp.b64 	%rd14, %rd3, 0, %p1;
# 	shl.b64 	%rd15, %rd14, 2;
# 	add.s64 	%rd16, %rd2, %rd15;
# 	mul.wide.s32 	%rd17, %r4, 4;
# 	add.s64 	%rd18, %rd16, %rd17;
# 	ld.global.b32 	%r5, [%rd18];
# 	shl.b64 	%rd19, %rd7, 2;
# 	add.s64 	%rd20, %rd4, %rd19;
# 	st.global.b32 	[%rd20], %r5;
# 	ret;
#
# }
# 	// .globl	rounded
# .visible .entry rounded(
# 	.param .u64 .ptr .global .align 4 rounded_param_0,
# 	.param .u64 rounded_param_1,
# 	.param .u64 .ptr .global .align 8 rounded_param_2,
# 	.param .u64 rounded_param_3,
# 	.param .u64 .ptr .global .align 8 rounded_param_4,
# 	.param .u64 rounded_param_5
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<18>;
#
# 	ld.param.b64 	%rd1, [rounded_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd2, [rounded_param_2];
# 	mov.u32 	%r2, %ntid.x;
# 	ld.param.b64 	%rd3, [rounded_param_4];
# 	mul.wide.u32 	%rd4, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd5, %r3;
# 	add.s64 	%rd6, %rd4, %rd5;
# 	shl.b64 	%rd7, %rd6, 2;
# 	add.s64 	%rd8, %rd1, %rd7;
# 	ld.global.b32 	%r4, [%rd8];
# 	cvt.rmi.s64.f32 	%rd9, %r4;
# 	setp.nan.f32 	%p1, %r4, %r4;
# 	selp.b64 	%rd10, 0, %rd9, %p1;
# 	shl.b64 	%rd11, %rd6, 3;
# 	add.s64 	%rd12, %rd3, %rd11;
# 	st.global.b64 	[%rd12], %rd10;
# 	ld.global.b32 	%r5, [%rd8];
# 	max.f32 	%r6, %r5, 0fC1100000;
# 	min.f32 	%r7, %r6, 0f41100000;
# 	cvt.rpi.s32.f32 	%r8, %r7;
# 	cvt.s64.s32 	%rd13, %r8;
# 	st.global.b64 	[%rd12+8], %rd13;
# 	add.s64 	%rd14, %rd2, %rd11;
# 	ld.global.b64 	%rd15, [%rd14];
# 	cvt.rni.s64.f64 	%rd16, %rd15;
# 	setp.nan.f64 	%p2, %rd15, %rd15;
# 	selp.b64 	%rd17, 0, %rd16, %p2;
# 	st.global.b64 	[%rd12+16], %rd17;
# 	ret;
#
# }
# 	// .globl	between
# .visible .entry between(
# 	.param .u64 .ptr .global .align 1 between_param_0,
# 	.param .u64 between_param_1,
# 	.param .u64 .ptr .global .align 4 between_param_2,
# 	.param .u64 between_param_3,
# 	.param .u64 .ptr .global .align 1 between_param_4,
# 	.param .u64 between_param_5
# )
# {
# 	.reg .b16 	%rs<3>;
# 	.reg .b32 	%r<17>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd1, [between_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd2, [between_param_2];
# 	mov.u32 	%r2, %ntid.x;
# 	ld.param.b64 	%rd3, [between_param_4];
# 	mul.wide.u32 	%rd4, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd5, %r3;
# 	add.s64 	%rd6, %rd4, %rd5;
# 	shl.b64 	%rd7, %rd6, 2;
# 	add.s64 	%rd8, %rd2, %rd7;
# 	ld.global.b32 	%r4, [%rd8];
# 	max.f32 	%r5, %r4, 0f00000000;
# 	min.f32 	%r6, %r5, 0f457FF000;
# 	cvt.rzi.s32.f32 	%r7, %r6;
# 	cvt.u64.u32 	%rd9, %r7;
# 	cvt.rn.f32.u32 	%r8, %r7;
# 	sub.rn.f32 	%r9, %r6, %r8;
# 	add.s64 	%rd10, %rd1, %rd9;
# 	ld.global.b8 	%rs1, [%rd10];
# 	cvt.rn.f32.u16 	%r10, %rs1;
# 	mov.b32 	%r11, 0f3F800000;
# 	sub.rn.f32 	%r12, %r11, %r9;
# 	ld.global.b8 	%rs2, [%rd10+1];
# 	cvt.rn.f32.u16 	%r13, %rs2;
# 	mul.rn.f32 	%r14, %r9, %r13;
# 	fma.rn.f32 	%r15, %r10, %r12, %r14;
# 	cvt.rzi.s32.f32 	%r16, %r15;
# 	add.s64 	%rd11, %rd3, %rd6;
# 	st.global.b8 	[%rd11], %r16;
# 	ret;
#
# }
