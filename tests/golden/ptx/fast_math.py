# golden: --emit=ptx --bounds=none --arch=sm_80
# golden: --emit=ptx --bounds=none --arch=sm_80 --prec-div=false --prec-sqrt=false --ftz=false
# nvcc 13 -use_fast_math -arch=sm_80, of the same in CUDA C++: div.approx.ftz,
# rcp.approx.ftz, sqrt.approx.ftz, rsqrt.approx.ftz, sin.approx.ftz, cos.approx.ftz,
# (sin.approx, cos.approx, div.approx).ftz, (mul, ex2.approx).ftz,
# (lg2.approx, mul).ftz, lg2.approx.ftz, (lg2.approx, mul).ftz, (lg2.approx, mul,
# ex2.approx).ftz, tanh.approx, fma.rn.ftz; float64 as without. With -prec-div=false
# -prec-sqrt=false alone: div.full, rcp.approx, sqrt.approx, rsqrt.approx.
import math
from numba import cuda


@cuda.jit(device=True)
def half(x):
    return x / 3


@cuda.jit("void(float32[::1], float32, float32, float64[::1])", fastmath=True)
def fast(x, a, b, d):
    x[0] = a / b
    x[1] = 1 / a
    x[2] = math.sqrt(a)
    x[3] = 1 / math.sqrt(b)
    x[4] = math.sin(a)
    x[5] = math.cos(a)
    x[6] = math.tan(a)
    x[7] = math.exp(a)
    x[8] = math.log(a)
    x[9] = math.log2(a)
    x[10] = math.log10(a)
    x[11] = a ** b
    x[12] = math.tanh(a)
    x[13] = a * b + a
    product = a * b
    x[14] = product + b
    d[0] = d[1] / math.sqrt(d[2])
    x[15] = half(a)


@cuda.jit("void(float32[::1], float32, float32)", fastmath=False)
def ordinary(x, a, b):
    x[0] = a / b
    x[1] = half(a)
    x[2] = 1 / math.sqrt(b)

# === --emit=ptx --bounds=none --arch=sm_80
# // pyk2ptx abi 1
# // target sm_80 ptx 7.0
# // kernel fast entry fast source fast_math.py:19
# // arg x array float32 ndim 1 layout C
# // arg a scalar float32
# // arg b scalar float32
# // arg d array float64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param a value f32 offset 16 size 4
# // param b value f32 offset 20 size 4
# // param d ptr ptr offset 24 size 8
# // param d shape0 i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds none typing python
# // kernel ordinary entry ordinary source fast_math.py:41
# // arg x array float32 ndim 1 layout C
# // arg a scalar float32
# // arg b scalar float32
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param a value f32 offset 16 size 4
# // param b value f32 offset 20 size 4
# // facts params 24 shared 0 dynamic no bounds none typing python
# // end
# .version 7.0
# .target sm_80
# .address_size 64
#
# 	// .globl	fast
#
# .visible .entry fast(
# 	.param .u64 .ptr .global .align 4 fast_param_0,
# 	.param .u64 fast_param_1,
# 	.param .f32 fast_param_2,
# 	.param .f32 fast_param_3,
# 	.param .u64 .ptr .global .align 8 fast_param_4,
# 	.param .u64 fast_param_5
# )
# {
# 	.reg .b32 	%r<21>;
# 	.reg .b64 	%rd<7>;
#
# 	ld.param.b64 	%rd1, [fast_param_0];
# 	ld.param.b32 	%r1, [fast_param_2];
# 	ld.param.b32 	%r2, [fast_param_3];
# 	div.approx.ftz.f32 	%r3, %r1, %r2;
# 	st.global.b32 	[%rd1], %r3;
# 	rcp.approx.ftz.f32 	%r4, %r1;
# 	ld.param.b64 	%rd2, [fast_param_4];
# 	st.global.b32 	[%rd1+4], %r4;
# 	sqrt.approx.ftz.f32 	%r5, %r1;
# 	st.global.b32 	[%rd1+8], %r5;
# 	rsqrt.approx.ftz.f32 	%r6, %r2;
# 	st.global.b32 	[%rd1+12], %r6;
# 	sin.approx.ftz.f32 	%r7, %r1;
# 	st.global.b32 	[%rd1+16], %r7;
# 	cos.approx.ftz.f32 	%r8, %r1;
# 	st.global.b32 	[%rd1+20], %r8;
# 	div.approx.ftz.f32 	%r9, %r7, %r8;
# 	st.global.b32 	[%rd1+24], %r9;
# 	mul.rn.ftz.f32 	%r10, %r1, 0f3FB8AA3B;
# 	ex2.approx.ftz.f32 	%r11, %r10;
# 	st.global.b32 	[%rd1+28], %r11;
# 	lg2.approx.ftz.f32 	%r12, %r1;
# 	mul.rn.ftz.f32 	%r13, %r12, 0f3F317218;
# 	st.global.b32 	[%rd1+32], %r13;
# 	st.global.b32 	[%rd1+36], %r12;
# 	mul.rn.ftz.f32 	%r14, %r12, 0f3E9A209B;
# 	st.global.b32 	[%rd1+40], %r14;
# 	mul.rn.ftz.f32 	%r15, %r2, %r12;
# 	ex2.approx.ftz.f32 	%r16, %r15;
# 	st.global.b32 	[%rd1+44], %r16;
# 	tanh.approx.f32 	%r17, %r1;
# 	st.global.b32 	[%rd1+48], %r17;
# 	fma.rn.ftz.f32 	%r18, %r1, %r2, %r1;
# 	st.global.b32 	[%rd1+52], %r18;
# 	fma.rn.ftz.f32 	%r19, %r1, %r2, %r2;
# 	st.global.b32 	[%rd1+56], %r19;
# 	ld.global.b64 	%rd3, [%rd2+8];
# 	ld.global.b64 	%rd4, [%rd2+16];
# 	sqrt.rn.f64 	%rd5, %rd4;
# 	div.rn.f64 	%rd6, %rd3, %rd5;
# 	st.global.b64 	[%rd2], %rd6;
# 	div.approx.ftz.f32 	%r20, %r1, 0f40400000;
# 	st.global.b32 	[%rd1+60], %r20;
# 	ret;
#
# }
# 	// .globl	ordinary
# .visible .entry ordinary(
# 	.param .u64 .ptr .global .align 4 ordinary_param_0,
# 	.param .u64 ordinary_param_1,
# 	.param .f32 ordinary_param_2,
# 	.param .f32 ordinary_param_3
# )
# {
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [ordinary_param_0];
# 	ld.param.b32 	%r1, [ordinary_param_2];
# 	ld.param.b32 	%r2, [ordinary_param_3];
# 	div.rn.f32 	%r3, %r1, %r2;
# 	div.rn.f32 	%r4, %r1, 0f40400000;
# 	sqrt.rn.f32 	%r5, %r2;
# 	rcp.rn.f32 	%r6, %r5;
# 	st.global.b32 	[%rd1], %r3;
# 	st.global.b32 	[%rd1+4], %r4;
# 	st.global.b32 	[%rd1+8], %r6;
# 	ret;
#
# }

# === --emit=ptx --bounds=none --arch=sm_80 --prec-div=false --prec-sqrt=false --ftz=false
# // pyk2ptx abi 1
# // target sm_80 ptx 7.0
# // kernel fast entry fast source fast_math.py:19
# // arg x array float32 ndim 1 layout C
# // arg a scalar float32
# // arg b scalar float32
# // arg d array float64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param a value f32 offset 16 size 4
# // param b value f32 offset 20 size 4
# // param d ptr ptr offset 24 size 8
# // param d shape0 i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds none typing python
# // kernel ordinary entry ordinary source fast_math.py:41
# // arg x array float32 ndim 1 layout C
# // arg a scalar float32
# // arg b scalar float32
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param a value f32 offset 16 size 4
# // param b value f32 offset 20 size 4
# // facts params 24 shared 0 dynamic no bounds none typing python
# // end
# .version 7.0
# .target sm_80
# .address_size 64
#
# 	// .globl	fast
#
# .visible .entry fast(
# 	.param .u64 .ptr .global .align 4 fast_param_0,
# 	.param .u64 fast_param_1,
# 	.param .f32 fast_param_2,
# 	.param .f32 fast_param_3,
# 	.param .u64 .ptr .global .align 8 fast_param_4,
# 	.param .u64 fast_param_5
# )
# {
# 	.reg .b32 	%r<21>;
# 	.reg .b64 	%rd<7>;
#
# 	ld.param.b64 	%rd1, [fast_param_0];
# 	ld.param.b32 	%r1, [fast_param_2];
# 	ld.param.b32 	%r2, [fast_param_3];
# 	div.approx.f32 	%r3, %r1, %r2;
# 	st.global.b32 	[%rd1], %r3;
# 	rcp.approx.f32 	%r4, %r1;
# 	ld.param.b64 	%rd2, [fast_param_4];
# 	st.global.b32 	[%rd1+4], %r4;
# 	sqrt.approx.f32 	%r5, %r1;
# 	st.global.b32 	[%rd1+8], %r5;
# 	rsqrt.approx.f32 	%r6, %r2;
# 	st.global.b32 	[%rd1+12], %r6;
# 	sin.approx.f32 	%r7, %r1;
# 	st.global.b32 	[%rd1+16], %r7;
# 	cos.approx.f32 	%r8, %r1;
# 	st.global.b32 	[%rd1+20], %r8;
# 	div.approx.f32 	%r9, %r7, %r8;
# 	st.global.b32 	[%rd1+24], %r9;
# 	mul.rn.f32 	%r10, %r1, 0f3FB8AA3B;
# 	ex2.approx.f32 	%r11, %r10;
# 	st.global.b32 	[%rd1+28], %r11;
# 	lg2.approx.f32 	%r12, %r1;
# 	mul.rn.f32 	%r13, %r12, 0f3F317218;
# 	st.global.b32 	[%rd1+32], %r13;
# 	st.global.b32 	[%rd1+36], %r12;
# 	mul.rn.f32 	%r14, %r12, 0f3E9A209B;
# 	st.global.b32 	[%rd1+40], %r14;
# 	mul.rn.f32 	%r15, %r2, %r12;
# 	ex2.approx.f32 	%r16, %r15;
# 	st.global.b32 	[%rd1+44], %r16;
# 	tanh.approx.f32 	%r17, %r1;
# 	st.global.b32 	[%rd1+48], %r17;
# 	fma.rn.f32 	%r18, %r1, %r2, %r1;
# 	st.global.b32 	[%rd1+52], %r18;
# 	fma.rn.f32 	%r19, %r1, %r2, %r2;
# 	st.global.b32 	[%rd1+56], %r19;
# 	ld.global.b64 	%rd3, [%rd2+8];
# 	ld.global.b64 	%rd4, [%rd2+16];
# 	sqrt.rn.f64 	%rd5, %rd4;
# 	div.rn.f64 	%rd6, %rd3, %rd5;
# 	st.global.b64 	[%rd2], %rd6;
# 	div.approx.f32 	%r20, %r1, 0f40400000;
# 	st.global.b32 	[%rd1+60], %r20;
# 	ret;
#
# }
# 	// .globl	ordinary
# .visible .entry ordinary(
# 	.param .u64 .ptr .global .align 4 ordinary_param_0,
# 	.param .u64 ordinary_param_1,
# 	.param .f32 ordinary_param_2,
# 	.param .f32 ordinary_param_3
# )
# {
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [ordinary_param_0];
# 	ld.param.b32 	%r1, [ordinary_param_2];
# 	ld.param.b32 	%r2, [ordinary_param_3];
# 	div.full.f32 	%r3, %r1, %r2;
# 	st.global.b32 	[%rd1], %r3;
# 	mov.b32 	%r4, 0f40400000;
# 	div.full.f32 	%r5, %r1, %r4;
# 	st.global.b32 	[%rd1+4], %r5;
# 	rsqrt.approx.f32 	%r6, %r2;
# 	st.global.b32 	[%rd1+8], %r6;
# 	ret;
#
# }
