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
# 	.reg .b32 	%r<27>;
# 	.reg .b64 	%rd<28>;
#
# 	mov.u32 	%r7, %ctaid.x;
# 	ld.param.b64 	%rd3, [scale_param_2];
# 	mov.u32 	%r8, %ntid.x;
# 	mul.wide.u32 	%rd4, %r7, %r8;
# 	mov.u32 	%r9, %tid.x;
# 	cvt.u64.u32 	%rd5, %r9;
# 	add.s64 	%rd1, %rd4, %rd5;
# 	setp.ge.u64 	%p1, %rd1, %rd3;
# 	@%p1 bra 	$L__BB0_28;
# 	ld.param.b64 	%rd2, [scale_param_1];
# 	ld.param.b32 	%r6, [scale_param_0];
# 	setp.lt.s32 	%p2, %r6, 1;
# 	mov.b32 	%r26, 0f00000000;
# 	@%p2 bra 	$L__BB0_27;
# 	and.b32 	%r1, %r6, 3;
# 	setp.lt.u32 	%p3, %r6, 4;
# 	mov.b32 	%r26, 0f00000000;
# 	mov.b32 	%r23, 0;
# 	mov.b32 	%r22, %r23;
# 	@%p3 bra 	$L__BB0_22;
# 	and.b32 	%r2, %r6, 2147483644;
# 	mov.b32 	%r26, 0f00000000;
# 	mov.b32 	%r22, 0;
# 	mov.b32 	%r13, %r22;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_20:
# 	add.rn.f32 	%r26, %r5, %r21;
# 	add.s32 	%r22, %r22, 4;
# 	add.s32 	%r13, %r13, 4;
# 	setp.ne.b32 	%p12, %r13, %r2;
# 	@%p12 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_21;
# $L__BB0_4:
# 	cvt.u64.u32 	%rd6, %r22;
# 	xor.b64 	%rd7, %rd6, %rd1;
# 	cvt.rn.f64.u64 	%rd8, %rd7;
# 	mul.rn.f64 	%rd9, %rd8, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r15, %rd9;
# 	setp.leu.f32 	%p4, %r26, 0f3F800000;
# 	@%p4 bra 	$L__BB0_8;
# 	mov.b32 	%r14, 0f3F800000;
# $L__BB0_6:
# 	mul.rn.f32 	%r14, %r14, 0f3FC00000;
# 	setp.lt.f32 	%p5, %r14, %r26;
# 	@%p5 bra 	$L__BB0_6;
# 	mul.rn.f32 	%r15, %r14, %r15;
# $L__BB0_8:
# 	add.rn.f32 	%r3, %r26, %r15;
# 	or.b32 	%r10, %r22, 1;
# 	cvt.u64.u32 	%rd10, %r10;
# 	xor.b64 	%rd11, %rd10, %rd1;
# 	cvt.rn.f64.u64 	%rd12, %rd11;
# 	mul.rn.f64 	%rd13, %rd12, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r17, %rd13;
# 	setp.leu.f32 	%p6, %r3, 0f3F800000;
# 	@%p6 bra 	$L__BB0_12;
# 	mov.b32 	%r16, 0f3F800000;
# $L__BB0_10:
# 	mul.rn.f32 	%r16, %r16, 0f3FC00000;
# 	setp.lt.f32 	%p7, %r16, %r3;
# 	@%p7 bra 	$L__BB0_10;
# 	mul.rn.f32 	%r17, %r16, %r17;
# $L__BB0_12:
# 	add.rn.f32 	%r4, %r3, %r17;
# 	or.b32 	%r11, %r22, 2;
# 	cvt.u64.u32 	%rd14, %r11;
# 	xor.b64 	%rd15, %rd14, %rd1;
# 	cvt.rn.f64.u64 	%rd16, %rd15;
# 	mul.rn.f64 	%rd17, %rd16, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r19, %rd17;
# 	setp.leu.f32 	%p8, %r4, 0f3F800000;
# 	@%p8 bra 	$L__BB0_16;
# 	mov.b32 	%r18, 0f3F800000;
# $L__BB0_14:
# 	mul.rn.f32 	%r18, %r18, 0f3FC00000;
# 	setp.lt.f32 	%p9, %r18, %r4;
# 	@%p9 bra 	$L__BB0_14;
# 	mul.rn.f32 	%r19, %r18, %r19;
# $L__BB0_16:
# 	add.rn.f32 	%r5, %r4, %r19;
# 	or.b32 	%r12, %r22, 3;
# 	cvt.u64.u32 	%rd18, %r12;
# 	xor.b64 	%rd19, %rd18, %rd1;
# 	cvt.rn.f64.u64 	%rd20, %rd19;
# 	mul.rn.f64 	%rd21, %rd20, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r21, %rd21;
# 	setp.leu.f32 	%p10, %r5, 0f3F800000;
# 	@%p10 bra 	$L__BB0_20;
# 	mov.b32 	%r20, 0f3F800000;
# $L__BB0_18:
# 	mul.rn.f32 	%r20, %r20, 0f3FC00000;
# 	setp.lt.f32 	%p11, %r20, %r5;
# 	@%p11 bra 	$L__BB0_18;
# 	mul.rn.f32 	%r21, %r20, %r21;
# 	bra.uni 	$L__BB0_20;
# $L__BB0_21:
# 	setp.eq.b32 	%p13, %r1, 0;
# 	@%p13 bra 	$L__BB0_27;
# 	bra.uni 	$L__BB0_22;
# $L__BB0_27:
# 	shl.b64 	%rd26, %rd1, 2;
# 	add.s64 	%rd27, %rd2, %rd26;
# 	st.global.b32 	[%rd27], %r26;
# $L__BB0_28:
# 	ret;
# $L__BB0_26:
# 	add.rn.f32 	%r26, %r26, %r25;
# 	add.s32 	%r22, %r22, 1;
# 	add.s32 	%r23, %r23, 1;
# 	setp.ne.b32 	%p16, %r23, %r1;
# 	@%p16 bra 	$L__BB0_22;
# 	bra.uni 	$L__BB0_27;
# $L__BB0_22:
# 	.pragma "nounroll";
# 	cvt.u64.u32 	%rd22, %r22;
# 	xor.b64 	%rd23, %rd22, %rd1;
# 	cvt.rn.f64.u64 	%rd24, %rd23;
# 	mul.rn.f64 	%rd25, %rd24, 0d3FE0000000000000;
# 	cvt.rn.f32.f64 	%r25, %rd25;
# 	setp.leu.f32 	%p14, %r26, 0f3F800000;
# 	@%p14 bra 	$L__BB0_26;
# 	mov.b32 	%r24, 0f3F800000;
# $L__BB0_24:
# 	mul.rn.f32 	%r24, %r24, 0f3FC00000;
# 	setp.lt.f32 	%p15, %r24, %r26;
# 	@%p15 bra 	$L__BB0_24;
# 	mul.rn.f32 	%r25, %r24, %r25;
# 	bra.uni 	$L__BB0_26;
#
# }
