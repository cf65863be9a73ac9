# golden: --emit=ptx --arch=sm_90 --noalias
# All four loads before the first division; of a record's fields those that lie
# beside others stay behind it.
import numpy as np
from numba import cuda, float32, from_dtype

Body = np.dtype([("x", np.float32), ("y", np.float32), ("vx", np.float32), ("vy", np.float32)])


@cuda.jit("void(float32[::1], float32[::1], float32[::1], float32[::1], float32[::1])")
def quotients(a, b, c, d, out):
    i = cuda.threadIdx.x
    out[i] = a[i] / b[i] + c[i] / d[i]


@cuda.jit((from_dtype(Body)[::1], float32[::1], float32))
def fields(bodies, mass, dt):
    i = cuda.threadIdx.x
    q = bodies[i].x / bodies[i].y
    bodies[i].vx = q * dt + bodies[i].vy * mass[i]

# === --emit=ptx --arch=sm_90 --noalias
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel quotients entry quotients source early_loads.py:11
# // arg a array float32 ndim 1 layout C
# // arg b array float32 ndim 1 layout C
# // arg c array float32 ndim 1 layout C
# // arg d array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param c ptr ptr offset 32 size 8
# // param c shape0 i64 offset 40 size 8
# // param d ptr ptr offset 48 size 8
# // param d shape0 i64 offset 56 size 8
# // param out ptr ptr offset 64 size 8
# // param out shape0 i64 offset 72 size 8
# // facts params 80 shared 0 dynamic no bounds guard typing python
# // kernel fields entry fields source early_loads.py:17
# // arg bodies array record(x:%20float32,%20y:%20float32,%20vx:%20float32,%20vy:%20float32) ndim 1 layout C bytes 16
# // arg mass array float32 ndim 1 layout C
# // arg dt scalar float32
# // param bodies ptr ptr offset 0 size 8
# // param bodies shape0 i64 offset 8 size 8
# // param mass ptr ptr offset 16 size 8
# // param mass shape0 i64 offset 24 size 8
# // param dt value f32 offset 32 size 4
# // facts params 36 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	quotients
#
# .visible .entry quotients(
# 	.param .u64 .ptr .global .align 4 quotients_param_0,
# 	.param .u64 quotients_param_1,
# 	.param .u64 .ptr .global .align 4 quotients_param_2,
# 	.param .u64 quotients_param_3,
# 	.param .u64 .ptr .global .align 4 quotients_param_4,
# 	.param .u64 quotients_param_5,
# 	.param .u64 .ptr .global .align 4 quotients_param_6,
# 	.param .u64 quotients_param_7,
# 	.param .u64 .ptr .global .align 4 quotients_param_8,
# 	.param .u64 quotients_param_9
# )
# {
# 	.reg .pred 	%p<7>;
# 	.reg .b32 	%r<16>;
# 	.reg .b64 	%rd<28>;
#
# 	ld.param.b64 	%rd16, [quotients_param_9];
# 	ld.param.b64 	%rd15, [quotients_param_8];
# 	ld.param.b64 	%rd14, [quotients_param_7];
# 	ld.param.b64 	%rd13, [quotients_param_6];
# 	ld.param.b64 	%rd12, [quotients_param_5];
# 	ld.param.b64 	%rd11, [quotients_param_4];
# 	ld.param.b64 	%rd10, [quotients_param_3];
# 	ld.param.b64 	%rd9, [quotients_param_2];
# 	ld.param.b64 	%rd8, [quotients_param_1];
# 	ld.param.b64 	%rd7, [quotients_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	min.u64 	%rd17, %rd8, %rd10;
# 	min.u64 	%rd18, %rd17, %rd12;
# 	min.u64 	%rd19, %rd18, %rd14;
# 	min.u64 	%rd20, %rd19, %rd16;
# 	setp.le.u64 	%p1, %rd20, %rd1;
# 	@%p1 bra 	$L__BB0_3;
# 	mul.wide.u32 	%rd22, %r1, 4;
# 	add.s64 	%rd23, %rd7, %rd22;
# 	ld.global.nc.b32 	%r5, [%rd23];
# 	add.s64 	%rd24, %rd9, %rd22;
# 	ld.global.nc.b32 	%r6, [%rd24];
# 	add.s64 	%rd25, %rd11, %rd22;
# 	ld.global.nc.b32 	%r7, [%rd25];
# 	add.s64 	%rd26, %rd13, %rd22;
# 	ld.global.nc.b32 	%r8, [%rd26];
# 	div.rn.f32 	%r9, %r5, %r6;
# 	div.rn.f32 	%r10, %r7, %r8;
# 	add.rn.f32 	%r11, %r9, %r10;
# 	add.s64 	%rd27, %rd15, %rd22;
# 	st.global.b32 	[%rd27], %r11;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	setp.le.u64 	%p2, %rd8, %rd1;
# 	mul.wide.u32 	%rd21, %r1, 4;
# 	mov.b32 	%r13, 0f00000000;
# 	mov.b32 	%r12, %r13;
# 	@%p2 bra 	$L__BB0_5;
# 	add.s64 	%rd2, %rd7, %rd21;
# 	ld.global.nc.b32 	%r12, [%rd2];
# $L__BB0_5:
# 	setp.le.u64 	%p3, %rd10, %rd1;
# 	@%p3 bra 	$L__BB0_7;
# 	add.s64 	%rd3, %rd9, %rd21;
# 	ld.global.nc.b32 	%r13, [%rd3];
# $L__BB0_7:
# 	setp.le.u64 	%p4, %rd12, %rd1;
# 	mov.b32 	%r15, 0f00000000;
# 	mov.b32 	%r14, %r15;
# 	@%p4 bra 	$L__BB0_9;
# 	add.s64 	%rd4, %rd11, %rd21;
# 	ld.global.nc.b32 	%r14, [%rd4];
# $L__BB0_9:
# 	setp.le.u64 	%p5, %rd14, %rd1;
# 	@%p5 bra 	$L__BB0_11;
# 	add.s64 	%rd5, %rd13, %rd21;
# 	ld.global.nc.b32 	%r15, [%rd5];
# $L__BB0_11:
# 	setp.le.u64 	%p6, %rd16, %rd1;
# 	@%p6 bra 	$L__BB0_2;
# 	div.rn.f32 	%r3, %r12, %r13;
# 	add.s64 	%rd6, %rd15, %rd21;
# 	div.rn.f32 	%r4, %r14, %r15;
# 	add.rn.f32 	%r2, %r3, %r4;
# 	st.global.b32 	[%rd6], %r2;
# $L__BB0_2:
# 	ret;
#
# }
# 	// .globl	fields
# .visible .entry fields(
# 	.param .u64 .ptr .global .align 4 fields_param_0,
# 	.param .u64 fields_param_1,
# 	.param .u64 .ptr .global .align 4 fields_param_2,
# 	.param .u64 fields_param_3,
# 	.param .f32 fields_param_4
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<19>;
# 	.reg .b64 	%rd<15>;
#
# 	ld.param.b32 	%r3, [fields_param_4];
# 	ld.param.b64 	%rd7, [fields_param_3];
# 	ld.param.b64 	%rd6, [fields_param_2];
# 	ld.param.b64 	%rd5, [fields_param_1];
# 	ld.param.b64 	%rd4, [fields_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	min.u64 	%rd8, %rd5, %rd7;
# 	setp.le.u64 	%p1, %rd8, %rd1;
# 	@%p1 bra 	$L__BB1_3;
# 	shl.b32 	%r7, %r1, 4;
# 	cvt.u64.u32 	%rd11, %r7;
# 	add.s64 	%rd12, %rd4, %rd11;
# 	ld.global.b32 	%r8, [%rd12];
# 	ld.global.b32 	%r9, [%rd12+4];
# 	mul.wide.u32 	%rd13, %r1, 4;
# 	add.s64 	%rd14, %rd6, %rd13;
# 	ld.global.nc.b32 	%r10, [%rd14];
# 	div.rn.f32 	%r11, %r8, %r9;
# 	ld.global.b32 	%r12, [%rd12+12];
# 	mul.rn.f32 	%r13, %r12, %r10;
# 	fma.rn.f32 	%r14, %r11, %r3, %r13;
# 	st.global.b32 	[%rd12+8], %r14;
# 	bra.uni 	$L__BB1_2;
# $L__BB1_3:
# 	setp.le.u64 	%p2, %rd5, %rd1;
# 	shl.b32 	%r4, %r1, 4;
# 	cvt.u64.u32 	%rd9, %r4;
# 	add.s64 	%rd2, %rd4, %rd9;
# 	mov.b32 	%r16, 0f00000000;
# 	mov.b32 	%r15, %r16;
# 	@%p2 bra 	$L__BB1_5;
# 	ld.global.b32 	%r15, [%rd2];
# $L__BB1_5:
# 	@%p2 bra 	$L__BB1_7;
# 	ld.global.b32 	%r16, [%rd2+4];
# $L__BB1_7:
# 	mov.b32 	%r18, 0f00000000;
# 	mov.b32 	%r17, %r18;
# 	@%p2 bra 	$L__BB1_9;
# 	ld.global.b32 	%r17, [%rd2+12];
# $L__BB1_9:
# 	setp.le.u64 	%p3, %rd7, %rd1;
# 	@%p3 bra 	$L__BB1_11;
# 	mul.wide.u32 	%rd10, %r1, 4;
# 	add.s64 	%rd3, %rd6, %rd10;
# 	ld.global.nc.b32 	%r18, [%rd3];
# $L__BB1_11:
# 	@%p2 bra 	$L__BB1_2;
# 	div.rn.f32 	%r5, %r15, %r16;
# 	mul.rn.f32 	%r6, %r17, %r18;
# 	fma.rn.f32 	%r2, %r5, %r3, %r6;
# 	st.global.b32 	[%rd2+8], %r2;
# $L__BB1_2:
# 	ret;
#
# }
