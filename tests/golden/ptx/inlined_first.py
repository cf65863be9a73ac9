# golden: --emit=ptx --arch=sm_90 --passes=-inline-functions
# A function is inlined before it is simplified: the number that it converts
# first is converted before the loop that follows it there, not behind.
from numba import cuda, float32, float64


@cuda.jit(device=True)
def scaled(number, limit):
    half = float32(float64(number) * 0.5)
    power = float32(1.0)
    while power < limit:
        power *= float32(1.5)
    return half * power


@cuda.jit("void(int32, float32[::1])")
def scale(numbers, out):
    i = cuda.grid(1)
    if i < out.size:
        total = float32(0.0)
        for number in range(numbers):
            total += scaled(number ^ i, total)
        out[i] = total

# === --emit=ptx --arch=sm_90 --passes=-inline-functions
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel scale entry scale source inlined_first.py:17
# // arg numbers scalar int32
# // arg out array float32 ndim 1 layout C
# // param numbers value i32 offset 0 size 4
# // param out ptr ptr offset 8 size 8
# // param out shape0 i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	scale
#
# .visible .entry scale(
# 	.param .u32 scale_param_0,
# 	.param .u64 .ptr .global .align 4 scale_param_1,
# 	.param .u64 scale_param_2
# )
# {
# 	.reg .pred 	%p<17>;
# 	.reg .b32 	%r<26>;
# 	.reg .b64 	%rd<28>;
#
# 	mov.u32 	%r6, %ctaid.x;
# 	ld.param.b64 	%rd3, [scale_param_2];
# 	mov.u32 	%r7, %ntid.x;
# 	mul.wide.u32 	%rd4, %r6, %r7;
# 	mov.u32 	%r8, %tid.x;
# 	cvt.u64.u32 	%rd5, %r8;
# 	add.s64 	%rd1, %rd4, %rd5;
# 	setp.ge.u64 	%p1, %rd1, %rd3;
# 	@%p1 bra 	$L__BB0_28;
# 	ld.param.b64 	%rd2, [scale_param_1];
# 	ld.param.b32 	%r5, [scale_param_0];
# 	setp.lt.s32 	%p2, %r5, 1;
# 	mov.b32 	%r25, 0f00000000;
# 	@%p2 bra 	$L__BB0_27;
# 	and.b32 	%r1, %r5, 3;
# 	setp.lt.u32 	%p3, %r5, 4;
# 	mov.b32 	%r25, 0f00000000;
# 	mov.b32 	%r22, 0;
# 	mov.b32 	%r21, %r22;
# 	@%p3 bra 	$L__BB0_22;
# 	and.b32 	%r21, %r5, 2147483644;
# 	mov.b32 	%r25, 0f00000000;
# 	mov.b32 	%r12, 0;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_20:
# 	add.rn.f32 	%r25, %r4, %r20;
# 	add.s32 	%r12, %r12, 4;
# 	setp.ne.b32 	%p12, %r12, %r21;
# 	@%p12 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_21;
# $L__BB0_4:
# 	cvt.u64.u32 	%rd6, %r12;
# 	xor.b64 	%rd7, %rd6, %rd1;
# 	cvt.rn.f64.u64 	%rd8, %rd7;
# 	mul.rn.f64 	%rd9, %rd8, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r14, %rd9;
# 	setp.leu.f32 	%p4, %r25, 0f3F800000;
# 	@%p4 bra 	$L__BB0_8;
# 	mov.b32 	%r13, 0f3F800000;
# $L__BB0_6:
# 	mul.rn.f32 	%r13, %r13, 0f3FC00000;
# 	setp.lt.f32 	%p5, %r13, %r25;
# 	@%p5 bra 	$L__BB0_6;
# 	mul.rn.f32 	%r14, %r13, %r14;
# $L__BB0_8:
# 	add.rn.f32 	%r2, %r25, %r14;
# 	or.b32 	%r9, %r12, 1;
# 	cvt.u64.u32 	%rd10, %r9;
# 	xor.b64 	%rd11, %rd10, %rd1;
# 	cvt.rn.f64.u64 	%rd12, %rd11;
# 	mul.rn.f64 	%rd13, %rd12, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r16, %rd13;
# 	setp.leu.f32 	%p6, %r2, 0f3F800000;
# 	@%p6 bra 	$L__BB0_12;
# 	mov.b32 	%r15, 0f3F800000;
# $L__BB0_10:
# 	mul.rn.f32 	%r15, %r15, 0f3FC00000;
# 	setp.lt.f32 	%p7, %r15, %r2;
# 	@%p7 bra 	$L__BB0_10;
# 	mul.rn.f32 	%r16, %r15, %r16;
# $L__BB0_12:
# 	add.rn.f32 	%r3, %r2, %r16;
# 	or.b32 	%r10, %r12, 2;
# 	cvt.u64.u32 	%rd14, %r10;
# 	xor.b64 	%rd15, %rd14, %rd1;
# 	cvt.rn.f64.u64 	%rd16, %rd15;
# 	mul.rn.f64 	%rd17, %rd16, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r18, %rd17;
# 	setp.leu.f32 	%p8, %r3, 0f3F800000;
# 	@%p8 bra 	$L__BB0_16;
# 	mov.b32 	%r17, 0f3F800000;
# $L__BB0_14:
# 	mul.rn.f32 	%r17, %r17, 0f3FC00000;
# 	setp.lt.f32 	%p9, %r17, %r3;
# 	@%p9 bra 	$L__BB0_14;
# 	mul.rn.f32 	%r18, %r17, %r18;
# $L__BB0_16:
# 	add.rn.f32 	%r4, %r3, %r18;
# 	or.b32 	%r11, %r12, 3;
# 	cvt.u64.u32 	%rd18, %r11;
# 	xor.b64 	%rd19, %rd18, %rd1;
# 	cvt.rn.f64.u64 	%rd20, %rd19;
# 	mul.rn.f64 	%rd21, %rd20, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r20, %rd21;
# 	setp.leu.f32 	%p10, %r4, 0f3F800000;
# 	@%p10 bra 	$L__BB0_20;
# 	mov.b32 	%r19, 0f3F800000;
# $L__BB0_18:
# 	mul.rn.f32 	%r19, %r19, 0f3FC00000;
# 	setp.lt.f32 	%p11, %r19, %r4;
# 	@%p11 bra 	$L__BB0_18;
# 	mul.rn.f32 	%r20, %r19, %r20;
# 	bra.uni 	$L__BB0_20;
# $L__BB0_21:
# 	setp.eq.b32 	%p13, %r1, 0;
# 	@%p13 bra 	$L__BB0_27;
# 	bra.uni 	$L__BB0_22;
# $L__BB0_27:
# 	shl.b64 	%rd26, %rd1, 2;
# 	add.s64 	%rd27, %rd2, %rd26;
# 	st.global.b32 	[%rd27], %r25;
# $L__BB0_28:
# 	ret;
# $L__BB0_26:
# 	add.rn.f32 	%r25, %r25, %r24;
# 	add.s32 	%r21, %r21, 1;
# 	add.s32 	%r22, %r22, 1;
# 	setp.ne.b32 	%p16, %r22, %r1;
# 	@%p16 bra 	$L__BB0_22;
# 	bra.uni 	$L__BB0_27;
# $L__BB0_22:
# 	.pragma "nounroll";
# 	cvt.u64.u32 	%rd22, %r21;
# 	xor.b64 	%rd23, %rd22, %rd1;
# 	cvt.rn.f64.u64 	%rd24, %rd23;
# 	mul.rn.f64 	%rd25, %rd24, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r24, %rd25;
# 	setp.leu.f32 	%p14, %r25, 0f3F800000;
# 	@%p14 bra 	$L__BB0_26;
# 	mov.b32 	%r23, 0f3F800000;
# $L__BB0_24:
# 	mul.rn.f32 	%r23, %r23, 0f3FC00000;
# 	setp.lt.f32 	%p15, %r23, %r25;
# 	@%p15 bra 	$L__BB0_24;
# 	mul.rn.f32 	%r24, %r23, %r24;
# 	bra.uni 	$L__BB0_26;
#
# }
