# golden: --emit=ptx --arch=sm_90
# Indices of one array are compared with its length one by one, not their maximum.
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], int64)")
def around(x, out, pitch):
    i = cuda.grid(1)
    out[i] = x[i] + x[i + 1] + x[i + 2] + x[i + pitch]

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel around entry around source joined_limits.py:7
# // arg x array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // arg pitch scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // param pitch value i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	around
#
# .visible .entry around(
# 	.param .u64 .ptr .global .align 4 around_param_0,
# 	.param .u64 around_param_1,
# 	.param .u64 .ptr .global .align 4 around_param_2,
# 	.param .u64 around_param_3,
# 	.param .u64 around_param_4
# )
# {
# 	.reg .pred 	%p<12>;
# 	.reg .b32 	%r<18>;
# 	.reg .b64 	%rd<26>;
#
# 	ld.param.b64 	%rd10, [around_param_4];
# 	ld.param.b64 	%rd9, [around_param_3];
# 	ld.param.b64 	%rd8, [around_param_2];
# 	ld.param.b64 	%rd7, [around_param_1];
# 	ld.param.b64 	%rd6, [around_param_0];
# 	mov.u32 	%r4, %ctaid.x;
# 	mov.u32 	%r5, %ntid.x;
# 	mul.wide.u32 	%rd11, %r4, %r5;
# 	mov.u32 	%r6, %tid.x;
# 	cvt.u64.u32 	%rd12, %r6;
# 	add.s64 	%rd1, %rd11, %rd12;
# 	add.s64 	%rd2, %rd10, %rd1;
# 	setp.lt.u64 	%p4, %rd2, %rd7;
# 	setp.lt.u64 	%p2, %rd1, %rd9;
# 	add.s64 	%rd13, %rd7, -2;
# 	setp.lt.s64 	%p5, %rd1, %rd13;
# 	and.pred 	%p3, %p5, %p4;
# 	// begin inline asm
# 	and.pred %p1, %p2, %p3;
# 	// end inline asm
# 	not.pred 	%p6, %p1;
# 	@%p6 bra 	$L__BB0_3;
# 	shl.b64 	%rd21, %rd1, 2;
# 	add.s64 	%rd22, %rd6, %rd21;
# 	ld.global.b32 	%r7, [%rd22];
# 	ld.global.b32 	%r8, [%rd22+4];
# 	add.rn.f32 	%r9, %r7, %r8;
# 	ld.global.b32 	%r10, [%rd22+8];
# 	add.rn.f32 	%r11, %r9, %r10;
# 	shl.b64 	%rd23, %rd10, 2;
# 	add.s64 	%rd24, %rd22, %rd23;
# 	ld.global.b32 	%r12, [%rd24];
# 	add.rn.f32 	%r13, %r11, %r12;
# 	add.s64 	%rd25, %rd8, %rd21;
# 	st.global.b32 	[%rd25], %r13;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	setp.ge.u64 	%p7, %rd1, %rd7;
# 	shl.b64 	%rd14, %rd1, 2;
# 	add.s64 	%rd3, %rd6, %rd14;
# 	mov.b32 	%r15, 0f00000000;
# 	mov.b32 	%r14, %r15;
# 	@%p7 bra 	$L__BB0_5;
# 	ld.global.b32 	%r14, [%rd3];
# $L__BB0_5:
# 	add.s64 	%rd15, %rd1, 1;
# 	setp.ge.u64 	%p8, %rd15, %rd7;
# 	@%p8 bra 	$L__BB0_7;
# 	ld.global.b32 	%r15, [%rd3+4];
# $L__BB0_7:
# 	add.s64 	%rd16, %rd1, 2;
# 	setp.ge.u64 	%p9, %rd16, %rd7;
# 	mov.b32 	%r17, 0f00000000;
# 	mov.b32 	%r16, %r17;
# 	@%p9 bra 	$L__BB0_9;
# 	ld.global.b32 	%r16, [%rd3+8];
# $L__BB0_9:
# 	shr.s64 	%rd17, %rd2, 63;
# 	and.b64 	%rd18, %rd17, %rd7;
# 	add.s64 	%rd19, %rd18, %rd2;
# 	setp.ge.u64 	%p10, %rd19, %rd7;
# 	@%p10 bra 	$L__BB0_11;
# 	shl.b64 	%rd20, %rd19, 2;
# 	add.s64 	%rd4, %rd6, %rd20;
# 	ld.global.b32 	%r17, [%rd4];
# $L__BB0_11:
# 	setp.ge.u64 	%p11, %rd1, %rd9;
# 	@%p11 bra 	$L__BB0_2;
# 	add.rn.f32 	%r1, %r14, %r15;
# 	add.rn.f32 	%r2, %r1, %r16;
# 	add.s64 	%rd5, %rd8, %rd14;
# 	add.rn.f32 	%r3, %r2, %r17;
# 	st.global.b32 	[%rd5], %r3;
# $L__BB0_2:
# 	ret;
#
# }
