# golden: --emit=ptx --arch=sm_90 --facts=block=1
# The first loop ends where its counter is below zero, which is asked without
# signs: ptxas, of CUDA 13.0, makes it endless where it may unroll it. The second
# it may.
from numba import cuda, int64


@cuda.jit("void(int64[::1], int64)")
def down(x, n):
    last = 0
    for i in range(n % 9 - 3, -3, max(cuda.threadIdx.x for _ in range(3)) % 6 - 2):
        last = i
    x[0] = last


@cuda.jit("void(float32[::1], float32[::1])")
def backwards(x, y):
    s = y[0]
    for i in range(x.size - 1, -1, -1):
        s = s * 2 + x[i]
    y[0] = s

# === --emit=ptx --arch=sm_90 --facts=block=1
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel down entry down source ends_by_wrapping.py:9
# // arg x array int64 ndim 1 layout C
# // arg n scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds guard typing python
# // launch block 1 1 1
# // kernel backwards entry backwards source ends_by_wrapping.py:17
# // arg x array float32 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // launch block 1 1 1
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	down
#
# .visible .entry down(
# 	.param .u64 .ptr .global .align 8 down_param_0,
# 	.param .u64 down_param_1,
# 	.param .u64 down_param_2
# )
# .reqntid 1, 1, 1
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<13>;
#
# 	ld.param.b64 	%rd4, [down_param_1];
# 	ld.param.b64 	%rd5, [down_param_2];
# 	shr.s64 	%rd6, %rd5, 63;
# 	xor.b64 	%rd7, %rd6, %rd5;
# 	mul.hi.u64 	%rd8, %rd7, -2049638230412172401;
# 	shr.u64 	%rd9, %rd8, 3;
# 	mul.lo.s64 	%rd10, %rd9, 9;
# 	sub.s64 	%rd11, %rd7, %rd10;
# 	cvt.u32.u64 	%r2, %rd11;
# 	sub.s32 	%r3, 8, %r2;
# 	setp.lt.s64 	%p1, %rd5, 0;
# 	selp.b32 	%r1, %r3, %r2, %p1;
# 	setp.eq.b32 	%p2, %r1, 0;
# 	mov.b32 	%r5, 0;
# 	@%p2 bra 	$L__BB0_3;
# 	add.s32 	%r4, %r1, -3;
# 	cvt.s64.s32 	%rd12, %r4;
# $L__BB0_2:
# 	.pragma "nounroll";
# 	cvt.u32.u64 	%r5, %rd12;
# 	add.s64 	%rd1, %rd12, -2;
# 	setp.lt.u64 	%p3, %rd12, -3;
# 	mov.b64 	%rd12, %rd1;
# 	@%p3 bra 	$L__BB0_2;
# $L__BB0_3:
# 	setp.eq.b64 	%p4, %rd4, 0;
# 	@%p4 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd3, [down_param_0];
# 	cvt.s64.s32 	%rd2, %r5;
# 	st.global.b64 	[%rd3], %rd2;
# $L__BB0_5:
# 	ret;
#
# }
# 	// .globl	backwards
# .visible .entry backwards(
# 	.param .u64 .ptr .global .align 4 backwards_param_0,
# 	.param .u64 backwards_param_1,
# 	.param .u64 .ptr .global .align 4 backwards_param_2,
# 	.param .u64 backwards_param_3
# )
# .reqntid 1, 1, 1
# {
# 	.reg .pred 	%p<12>;
# 	.reg .b32 	%r<26>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd5, [backwards_param_3];
# 	ld.param.b64 	%rd4, [backwards_param_2];
# 	ld.param.b64 	%rd3, [backwards_param_1];
# 	setp.eq.b64 	%p1, %rd5, 0;
# 	mov.b32 	%r25, 0f00000000;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.global.b32 	%r25, [%rd4];
# $L__BB1_2:
# 	setp.eq.b64 	%p2, %rd3, 0;
# 	@%p2 bra 	$L__BB1_14;
# 	ld.param.b64 	%rd2, [backwards_param_0];
# 	cvt.u32.u64 	%r1, %rd3;
# 	and.b32 	%r2, %r1, 7;
# 	setp.eq.b32 	%p3, %r2, 0;
# 	mov.b64 	%rd9, %rd3;
# 	@%p3 bra 	$L__BB1_11;
# 	add.s64 	%rd9, %rd3, -1;
# 	shl.b64 	%rd6, %rd3, 2;
# 	add.s64 	%rd1, %rd2, %rd6;
# 	ld.global.b32 	%r3, [%rd1+-4];
# 	fma.rn.f32 	%r25, %r25, 0f40000000, %r3;
# 	setp.eq.b32 	%p4, %r2, 1;
# 	@%p4 bra 	$L__BB1_11;
# 	add.s64 	%rd9, %rd3, -2;
# 	ld.global.b32 	%r4, [%rd1+-8];
# 	fma.rn.f32 	%r25, %r25, 0f40000000, %r4;
# 	setp.eq.b32 	%p5, %r2, 2;
# 	@%p5 bra 	$L__BB1_11;
# 	add.s64 	%rd9, %rd3, -3;
# 	ld.global.b32 	%r5, [%rd1+-12];
# 	fma.rn.f32 	%r25, %r25, 0f40000000, %r5;
# 	setp.eq.b32 	%p6, %r2, 3;
# 	@%p6 bra 	$L__BB1_11;
# 	add.s64 	%rd9, %rd3, -4;
# 	ld.global.b32 	%r6, [%rd1+-16];
# 	fma.rn.f32 	%r25, %r25, 0f40000000, %r6;
# 	setp.eq.b32 	%p7, %r2, 4;
# 	@%p7 bra 	$L__BB1_11;
# 	add.s64 	%rd9, %rd3, -5;
# 	ld.global.b32 	%r7, [%rd1+-20];
# 	fma.rn.f32 	%r25, %r25, 0f40000000, %r7;
# 	setp.eq.b32 	%p8, %r2, 5;
# 	@%p8 bra 	$L__BB1_11;
# 	add.s64 	%rd9, %rd3, -6;
# 	ld.global.b32 	%r8, [%rd1+-24];
# 	fma.rn.f32 	%r25, %r25, 0f40000000, %r8;
# 	setp.eq.b32 	%p9, %r2, 6;
# 	@%p9 bra 	$L__BB1_11;
# 	add.s64 	%rd9, %rd3, -7;
# 	ld.global.b32 	%r9, [%rd1+-28];
# 	fma.rn.f32 	%r25, %r25, 0f40000000, %r9;
# $L__BB1_11:
# 	setp.lt.u64 	%p10, %rd3, 8;
# 	@%p10 bra 	$L__BB1_14;
# 	add.s64 	%rd11, %rd9, 8;
# 	shl.b64 	%rd7, %rd9, 2;
# 	add.s64 	%rd8, %rd7, %rd2;
# 	add.s64 	%rd10, %rd8, -16;
# $L__BB1_13:
# 	ld.global.b32 	%r10, [%rd10+12];
# 	fma.rn.f32 	%r11, %r25, 0f40000000, %r10;
# 	ld.global.b32 	%r12, [%rd10+8];
# 	fma.rn.f32 	%r13, %r11, 0f40000000, %r12;
# 	ld.global.b32 	%r14, [%rd10+4];
# 	fma.rn.f32 	%r15, %r13, 0f40000000, %r14;
# 	ld.global.b32 	%r16, [%rd10];
# 	fma.rn.f32 	%r17, %r15, 0f40000000, %r16;
# 	ld.global.b32 	%r18, [%rd10+-4];
# 	fma.rn.f32 	%r19, %r17, 0f40000000, %r18;
# 	ld.global.b32 	%r20, [%rd10+-8];
# 	fma.rn.f32 	%r21, %r19, 0f40000000, %r20;
# 	ld.global.b32 	%r22, [%rd10+-12];
# 	fma.rn.f32 	%r23, %r21, 0f40000000, %r22;
# 	ld.global.b32 	%r24, [%rd10+-16];
# 	fma.rn.f32 	%r25, %r23, 0f40000000, %r24;
# 	add.s64 	%rd11, %rd11, -8;
# 	add.s64 	%rd10, %rd10, -32;
# 	setp.gt.s64 	%p11, %rd11, 8;
# 	@%p11 bra 	$L__BB1_13;
# $L__BB1_14:
# 	@%p1 bra 	$L__BB1_16;
# 	st.global.b32 	[%rd4], %r25;
# $L__BB1_16:
# 	ret;
#
# }
