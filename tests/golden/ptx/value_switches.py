# golden: --emit=ptx --arch=sm_90
"""Values that a few others choose are choices, and no jumps; roots stay behind their conditions."""
import math

from numba import cuda


@cuda.jit("void(uint8[::1], int32[::1])")
def letters(text, codes):
    i = cuda.grid(1)
    if i >= text.size or i >= codes.size:
        return
    base = text[i]
    if base == 65 or base == 97:
        code = 0
    elif base == 67 or base == 99:
        code = 1
    elif base == 71 or base == 103:
        code = 2
    elif base == 84 or base == 116:
        code = 3
    else:
        return
    codes[i] = code


@cuda.jit("void(float32, float32, float32[::1])")
def nearer(b, disc, out):
    if disc > 0:
        t = b - math.sqrt(disc)
        if t > 0 and t < out[0]:
            out[0] = t

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel letters entry letters source value_switches.py:9
# // arg text array uint8 ndim 1 layout C
# // arg codes array int32 ndim 1 layout C
# // param text ptr ptr offset 0 size 8
# // param text shape0 i64 offset 8 size 8
# // param codes ptr ptr offset 16 size 8
# // param codes shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel nearer entry nearer source value_switches.py:28
# // arg b scalar float32
# // arg disc scalar float32
# // arg out array float32 ndim 1 layout C
# // param b value f32 offset 0 size 4
# // param disc value f32 offset 4 size 4
# // param out ptr ptr offset 8 size 8
# // param out shape0 i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	letters
#
# .visible .entry letters(
# 	.param .u64 .ptr .global .align 1 letters_param_0,
# 	.param .u64 letters_param_1,
# 	.param .u64 .ptr .global .align 4 letters_param_2,
# 	.param .u64 letters_param_3
# )
# {
# 	.reg .pred 	%p<13>;
# 	.reg .b16 	%rs<3>;
# 	.reg .b32 	%r<8>;
# 	.reg .b64 	%rd<16>;
#
# 	ld.param.b64 	%rd4, [letters_param_1];
# 	mov.u32 	%r2, %ctaid.x;
# 	ld.param.b64 	%rd5, [letters_param_3];
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd6, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd7, %r4;
# 	add.s64 	%rd1, %rd6, %rd7;
# 	min.u64 	%rd8, %rd4, %rd5;
# 	setp.gt.u64 	%p1, %rd8, %rd1;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd2, [letters_param_0];
# 	add.s64 	%rd10, %rd2, %rd1;
# 	ld.global.b8 	%rs1, [%rd10];
# 	add.s16 	%rs2, %rs1, -65;
# 	setp.gt.u16 	%p11, %rs2, 51;
# 	@%p11 bra 	$L__BB0_1;
# 	cvt.u64.u16 	%rd9, %rs2;
# 	cvt.u32.u64 	%r7, %rd9;
# 	mov.b64 	%rd11, 1;
# 	shl.b64 	%rd12, %rd11, %r7;
# 	and.b64 	%rd13, %rd12, 2252096166953029;
# 	setp.ne.b64 	%p12, %rd13, 0;
# 	@%p12 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_4:
# 	ld.param.b64 	%rd3, [letters_param_2];
# 	setp.eq.b16 	%p2, %rs1, 67;
# 	setp.eq.b16 	%p3, %rs1, 99;
# 	or.pred 	%p4, %p2, %p3;
# 	selp.b32 	%r5, 1, 0, %p4;
# 	setp.eq.b16 	%p5, %rs1, 71;
# 	setp.eq.b16 	%p6, %rs1, 103;
# 	or.pred 	%p7, %p5, %p6;
# 	selp.b32 	%r6, 2, %r5, %p7;
# 	setp.eq.b16 	%p8, %rs1, 84;
# 	setp.eq.b16 	%p9, %rs1, 116;
# 	or.pred 	%p10, %p8, %p9;
# 	selp.b32 	%r1, 3, %r6, %p10;
# 	shl.b64 	%rd14, %rd1, 2;
# 	add.s64 	%rd15, %rd3, %rd14;
# 	st.global.b32 	[%rd15], %r1;
# $L__BB0_1:
# 	ret;
#
# }
# 	// .globl	nearer
# .visible .entry nearer(
# 	.param .f32 nearer_param_0,
# 	.param .f32 nearer_param_1,
# 	.param .u64 .ptr .global .align 4 nearer_param_2,
# 	.param .u64 nearer_param_3
# )
# {
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<3>;
#
# 	ld.param.b32 	%r3, [nearer_param_1];
# 	setp.leu.f32 	%p1, %r3, 0f00000000;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.param.b32 	%r2, [nearer_param_0];
# 	sqrt.rn.f32 	%r4, %r3;
# 	sub.rn.f32 	%r1, %r2, %r4;
# 	setp.gt.f32 	%p2, %r1, 0f00000000;
# 	@%p2 bra 	$L__BB1_3;
# 	bra.uni 	$L__BB1_2;
# $L__BB1_3:
# 	ld.param.b64 	%rd2, [nearer_param_3];
# 	ld.param.b64 	%rd1, [nearer_param_2];
# 	setp.eq.b64 	%p3, %rd2, 0;
# 	mov.b32 	%r5, 0f00000000;
# 	@%p3 bra 	$L__BB1_5;
# 	ld.global.b32 	%r5, [%rd1];
# $L__BB1_5:
# 	setp.geu.f32 	%p4, %r1, %r5;
# 	or.pred 	%p5, %p3, %p4;
# 	@%p5 bra 	$L__BB1_2;
# 	st.global.b32 	[%rd1], %r1;
# $L__BB1_2:
# 	ret;
#
# }
