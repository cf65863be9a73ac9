# golden: --emit=ptx --arch=sm_90
# golden: --emit=ptx --arch=sm_90 --passes=-small-switches
# A choice by few runs of values is comparisons, whether it is a branch (first)
# or a bool (second); that of many is a bit of a constant (third).
from numba import cuda


@cuda.jit(device=True)
def is_space(c):
    return c == 32 or 9 <= c <= 10 or c == 13


@cuda.jit("void(uint8[::1], int32[::1])")
def words(text, out):
    i = cuda.grid(1)
    if 0 < i < text.size and i < out.size:
        if is_space(text[i - 1]) and not is_space(text[i]):
            out[i] = 1


@cuda.jit("void(int32[::1], int32[::1])")
def small_primes(x, out):
    i = cuda.grid(1)
    if i < x.size and i < out.size:
        v = x[i]
        prime = False
        if v == 2 or v == 3 or v == 5 or v == 7 or v == 11:
            prime = True
        out[i] = 10 if prime else 20


@cuda.jit("void(int32[::1], int32[::1])")
def vowels(x, out):
    i = cuda.grid(1)
    if i < x.size and i < out.size:
        v = x[i]
        if v == 1 or v == 5 or v == 9 or v == 15 or v == 21 or v == 25:
            out[i] = 1

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel words entry words source small_switches.py:14
# // arg text array uint8 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param text ptr ptr offset 0 size 8
# // param text shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel small_primes entry small_primes source small_switches.py:22
# // arg x array int32 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel vowels entry vowels source small_switches.py:33
# // arg x array int32 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	words
# .global .align 4 .b8 switch_$_table_$_small_primes[40] = {10, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 20, 0, 0, 0, 20, 0, 0, 0, 10};
#
# .visible .entry words(
# 	.param .u64 .ptr .global .align 1 words_param_0,
# 	.param .u64 words_param_1,
# 	.param .u64 .ptr .global .align 4 words_param_2,
# 	.param .u64 words_param_3
# )
# {
# 	.reg .pred 	%p<18>;
# 	.reg .b16 	%rs<3>;
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd6, [words_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd7, [words_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd8, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd9, %r3;
# 	add.s64 	%rd1, %rd8, %rd9;
# 	setp.eq.b64 	%p1, %rd1, 0;
# 	min.u64 	%rd10, %rd6, %rd7;
# 	setp.le.u64 	%p2, %rd10, %rd1;
# 	or.pred 	%p3, %p2, %p1;
# 	@%p3 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd4, [words_param_0];
# 	add.s64 	%rd2, %rd4, %rd1;
# 	ld.global.b8 	%rs1, [%rd2+-1];
# 	setp.eq.b16 	%p4, %rs1, 9;
# 	setp.eq.b16 	%p5, %rs1, 10;
# 	or.pred 	%p6, %p4, %p5;
# 	setp.eq.b16 	%p7, %rs1, 13;
# 	or.pred 	%p8, %p6, %p7;
# 	setp.eq.b16 	%p9, %rs1, 32;
# 	or.pred 	%p10, %p8, %p9;
# 	@%p10 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	ld.global.b8 	%rs2, [%rd2];
# 	setp.eq.b16 	%p11, %rs2, 9;
# 	setp.eq.b16 	%p12, %rs2, 10;
# 	or.pred 	%p13, %p11, %p12;
# 	setp.eq.b16 	%p14, %rs2, 13;
# 	or.pred 	%p15, %p13, %p14;
# 	setp.eq.b16 	%p16, %rs2, 32;
# 	or.pred 	%p17, %p15, %p16;
# 	@%p17 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd5, [words_param_2];
# 	shl.b64 	%rd11, %rd1, 2;
# 	add.s64 	%rd3, %rd5, %rd11;
# 	st.global.b32 	[%rd3], 1;
# $L__BB0_2:
# 	ret;
#
# }
# 	// .globl	small_primes
# .visible .entry small_primes(
# 	.param .u64 .ptr .global .align 4 small_primes_param_0,
# 	.param .u64 small_primes_param_1,
# 	.param .u64 .ptr .global .align 4 small_primes_param_2,
# 	.param .u64 small_primes_param_3
# )
# {
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<10>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd4, [small_primes_param_1];
# 	mov.u32 	%r2, %ctaid.x;
# 	ld.param.b64 	%rd5, [small_primes_param_3];
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd6, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd7, %r4;
# 	add.s64 	%rd1, %rd6, %rd7;
# 	min.u64 	%rd8, %rd4, %rd5;
# 	setp.le.u64 	%p1, %rd8, %rd1;
# 	@%p1 bra 	$L__BB1_4;
# 	ld.param.b64 	%rd3, [small_primes_param_2];
# 	ld.param.b64 	%rd2, [small_primes_param_0];
# 	shl.b64 	%rd9, %rd1, 2;
# 	add.s64 	%rd10, %rd2, %rd9;
# 	ld.global.b32 	%r5, [%rd10];
# 	add.s32 	%r1, %r5, -2;
# 	setp.lt.u32 	%p2, %r1, 10;
# 	mov.b32 	%r9, 20;
# 	@%p2 bra 	$L__BB1_2;
# 	bra.uni 	$L__BB1_3;
# $L__BB1_2:
# 	setp.eq.b32 	%p3, %r1, 2;
# 	setp.eq.b32 	%p4, %r1, 4;
# 	add.s32 	%r6, %r1, -6;
# 	setp.lt.u32 	%p5, %r6, 3;
# 	selp.b32 	%r7, 20, 10, %p5;
# 	selp.b32 	%r8, 20, %r7, %p4;
# 	selp.b32 	%r9, 20, %r8, %p3;
# $L__BB1_3:
# 	add.s64 	%rd11, %rd3, %rd9;
# 	st.global.b32 	[%rd11], %r9;
# $L__BB1_4:
# 	ret;
#
# }
# 	// .globl	vowels
# .visible .entry vowels(
# 	.param .u64 .ptr .global .align 4 vowels_param_0,
# 	.param .u64 vowels_param_1,
# 	.param .u64 .ptr .global .align 4 vowels_param_2,
# 	.param .u64 vowels_param_3
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<18>;
#
# 	ld.param.b64 	%rd4, [vowels_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd5, [vowels_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd6, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd7, %r3;
# 	add.s64 	%rd1, %rd6, %rd7;
# 	min.u64 	%rd8, %rd4, %rd5;
# 	setp.le.u64 	%p1, %rd8, %rd1;
# 	@%p1 bra 	$L__BB2_3;
# 	ld.param.b64 	%rd2, [vowels_param_0];
# 	shl.b64 	%rd10, %rd1, 2;
# 	add.s64 	%rd11, %rd2, %rd10;
# 	ld.global.s32 	%rd12, [%rd11];
# 	add.s64 	%rd13, %rd12, -1;
# 	mov.b64 	{%r4, %r5}, %rd13;
# 	shf.l.wrap.b32 	%r6, %r5, %r4, 31;
# 	shf.l.wrap.b32 	%r7, %r4, %r5, 31;
# 	mov.b64 	%rd9, {%r7, %r6};
# 	setp.gt.u64 	%p2, %rd9, 12;
# 	@%p2 bra 	$L__BB2_3;
# 	cvt.u32.u64 	%r8, %rd9;
# 	mov.b64 	%rd14, 1;
# 	shl.b64 	%rd15, %rd14, %r8;
# 	and.b64 	%rd16, %rd15, 5269;
# 	setp.ne.b64 	%p3, %rd16, 0;
# 	@%p3 bra 	$L__BB2_4;
# 	bra.uni 	$L__BB2_3;
# $L__BB2_4:
# 	ld.param.b64 	%rd3, [vowels_param_2];
# 	add.s64 	%rd17, %rd3, %rd10;
# 	st.global.b32 	[%rd17], 1;
# $L__BB2_3:
# 	ret;
#
# }

# === --emit=ptx --arch=sm_90 --passes=-small-switches
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel words entry words source small_switches.py:14
# // arg text array uint8 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param text ptr ptr offset 0 size 8
# // param text shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel small_primes entry small_primes source small_switches.py:22
# // arg x array int32 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel vowels entry vowels source small_switches.py:33
# // arg x array int32 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	words
# .global .align 4 .b8 switch_$_table_$_small_primes[40] = {10, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 20, 0, 0, 0, 20, 0, 0, 0, 10};
#
# .visible .entry words(
# 	.param .u64 .ptr .global .align 1 words_param_0,
# 	.param .u64 words_param_1,
# 	.param .u64 .ptr .global .align 4 words_param_2,
# 	.param .u64 words_param_3
# )
# {
# 	.reg .pred 	%p<8>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<20>;
#
# 	ld.param.b64 	%rd5, [words_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd6, [words_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd7, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd8, %r3;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	setp.eq.b64 	%p1, %rd1, 0;
# 	min.u64 	%rd9, %rd5, %rd6;
# 	setp.le.u64 	%p2, %rd9, %rd1;
# 	or.pred 	%p3, %p2, %p1;
# 	@%p3 bra 	$L__BB0_3;
# 	ld.param.b64 	%rd3, [words_param_0];
# 	add.s64 	%rd2, %rd3, %rd1;
# 	ld.global.b8 	%rd10, [%rd2+-1];
# 	setp.gt.u64 	%p4, %rd10, 32;
# 	@%p4 bra 	$L__BB0_3;
# 	cvt.u32.u64 	%r4, %rd10;
# 	mov.b64 	%rd11, 1;
# 	shl.b64 	%rd12, %rd11, %r4;
# 	and.b64 	%rd13, %rd12, 4294977024;
# 	setp.ne.b64 	%p5, %rd13, 0;
# 	@%p5 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_4:
# 	ld.global.b8 	%rd14, [%rd2];
# 	setp.gt.u64 	%p6, %rd14, 32;
# 	@%p6 bra 	$L__BB0_6;
# 	cvt.u32.u64 	%r5, %rd14;
# 	mov.b64 	%rd15, 1;
# 	shl.b64 	%rd16, %rd15, %r5;
# 	and.b64 	%rd17, %rd16, 4294977024;
# 	setp.ne.b64 	%p7, %rd17, 0;
# 	@%p7 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_3:
# 	ret;
# $L__BB0_6:
# 	ld.param.b64 	%rd4, [words_param_2];
# 	shl.b64 	%rd18, %rd1, 2;
# 	add.s64 	%rd19, %rd4, %rd18;
# 	st.global.b32 	[%rd19], 1;
# 	bra.uni 	$L__BB0_3;
#
# }
# 	// .globl	small_primes
# .visible .entry small_primes(
# 	.param .u64 .ptr .global .align 4 small_primes_param_0,
# 	.param .u64 small_primes_param_1,
# 	.param .u64 .ptr .global .align 4 small_primes_param_2,
# 	.param .u64 small_primes_param_3
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<15>;
#
# 	ld.param.b64 	%rd5, [small_primes_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd6, [small_primes_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd7, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd8, %r3;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	min.u64 	%rd9, %rd5, %rd6;
# 	setp.le.u64 	%p1, %rd9, %rd1;
# 	@%p1 bra 	$L__BB1_4;
# 	ld.param.b64 	%rd4, [small_primes_param_2];
# 	ld.param.b64 	%rd3, [small_primes_param_0];
# 	shl.b64 	%rd10, %rd1, 2;
# 	add.s64 	%rd11, %rd3, %rd10;
# 	ld.global.b32 	%r4, [%rd11];
# 	add.s32 	%r5, %r4, -2;
# 	setp.lt.u32 	%p2, %r5, 10;
# 	mov.b32 	%r6, 20;
# 	@%p2 bra 	$L__BB1_2;
# 	bra.uni 	$L__BB1_3;
# $L__BB1_2:
# 	mul.wide.u32 	%rd12, %r5, 4;
# 	mov.b64 	%rd13, switch_$_table_$_small_primes;
# 	add.s64 	%rd2, %rd13, %rd12;
# 	ld.global.nc.b32 	%r6, [%rd2];
# $L__BB1_3:
# 	add.s64 	%rd14, %rd4, %rd10;
# 	st.global.b32 	[%rd14], %r6;
# $L__BB1_4:
# 	ret;
#
# }
# 	// .globl	vowels
# .visible .entry vowels(
# 	.param .u64 .ptr .global .align 4 vowels_param_0,
# 	.param .u64 vowels_param_1,
# 	.param .u64 .ptr .global .align 4 vowels_param_2,
# 	.param .u64 vowels_param_3
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<18>;
#
# 	ld.param.b64 	%rd4, [vowels_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd5, [vowels_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd6, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd7, %r3;
# 	add.s64 	%rd1, %rd6, %rd7;
# 	min.u64 	%rd8, %rd4, %rd5;
# 	setp.le.u64 	%p1, %rd8, %rd1;
# 	@%p1 bra 	$L__BB2_3;
# 	ld.param.b64 	%rd2, [vowels_param_0];
# 	shl.b64 	%rd10, %rd1, 2;
# 	add.s64 	%rd11, %rd2, %rd10;
# 	ld.global.s32 	%rd12, [%rd11];
# 	add.s64 	%rd13, %rd12, -1;
# 	mov.b64 	{%r4, %r5}, %rd13;
# 	shf.l.wrap.b32 	%r6, %r5, %r4, 31;
# 	shf.l.wrap.b32 	%r7, %r4, %r5, 31;
# 	mov.b64 	%rd9, {%r7, %r6};
# 	setp.gt.u64 	%p2, %rd9, 12;
# 	@%p2 bra 	$L__BB2_3;
# 	cvt.u32.u64 	%r8, %rd9;
# 	mov.b64 	%rd14, 1;
# 	shl.b64 	%rd15, %rd14, %r8;
# 	and.b64 	%rd16, %rd15, 5269;
# 	setp.ne.b64 	%p3, %rd16, 0;
# 	@%p3 bra 	$L__BB2_4;
# 	bra.uni 	$L__BB2_3;
# $L__BB2_4:
# 	ld.param.b64 	%rd3, [vowels_param_2];
# 	add.s64 	%rd17, %rd3, %rd10;
# 	st.global.b32 	[%rd17], 1;
# $L__BB2_3:
# 	ret;
#
# }
