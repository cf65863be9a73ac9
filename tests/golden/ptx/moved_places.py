# golden: --emit=ptx --arch=sm_90 --bounds=none
# A place that moves in a loop now and then has 32 bits where it cannot leave
# them.
from numba import cuda, uint8


@cuda.jit("void(uint8[::1], uint8[::1])")
def lines(text, out):
    first = cuda.grid(1) * 64
    n = 0
    for i in range(64):
        if text[first + i] == 10:
            out[n] = i
            n += 3
            if n > 60:
                n -= 2

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel lines entry lines source moved_places.py:8
# // arg text array uint8 ndim 1 layout C
# // arg out array uint8 ndim 1 layout C
# // param text ptr ptr offset 0 size 8
# // param text shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	lines
#
# .visible .entry lines(
# 	.param .u64 .ptr .global .align 1 lines_param_0,
# 	.param .u64 lines_param_1,
# 	.param .u64 .ptr .global .align 1 lines_param_2,
# 	.param .u64 lines_param_3
# )
# {
# 	.reg .pred 	%p<18>;
# 	.reg .b16 	%rs<17>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<27>;
#
# 	ld.param.b64 	%rd11, [lines_param_2];
# 	ld.param.b64 	%rd12, [lines_param_0];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd13, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd14, %r4;
# 	add.s64 	%rd15, %rd13, %rd14;
# 	shl.b64 	%rd16, %rd15, 6;
# 	add.s64 	%rd17, %rd16, %rd12;
# 	add.s64 	%rd1, %rd17, 3;
# 	mov.b32 	%r6, 0;
# 	mov.b32 	%r5, 7;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_17:
# 	add.s32 	%r5, %r5, 8;
# 	setp.eq.b32 	%p17, %r5, 71;
# 	@%p17 bra 	$L__BB0_18;
# $L__BB0_1:
# 	.pragma "nounroll";
# 	cvt.u64.u32 	%rd18, %r5;
# 	add.s64 	%rd2, %rd1, %rd18;
# 	ld.global.b8 	%rs8, [%rd2+-10];
# 	setp.eq.b16 	%p1, %rs8, 10;
# 	add.s32 	%r8, %r6, 3;
# 	add.s32 	%r7, %r6, 1;
# 	cvt.u16.u32 	%rs9, %r5;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	setp.gt.u32 	%p2, %r8, 60;
# 	selp.b32 	%r1, %r7, %r8, %p2;
# 	cvt.u64.u32 	%rd19, %r6;
# 	add.s64 	%rd3, %rd11, %rd19;
# 	add.s16 	%rs1, %rs9, -7;
# 	st.global.b8 	[%rd3], %rs1;
# 	add.s32 	%r8, %r1, 3;
# 	add.s32 	%r7, %r1, 1;
# 	mov.b32 	%r6, %r1;
# $L__BB0_3:
# 	ld.global.b8 	%rs10, [%rd2+-9];
# 	setp.ne.b16 	%p3, %rs10, 10;
# 	@%p3 bra 	$L__BB0_5;
# 	cvt.u64.u32 	%rd20, %r6;
# 	setp.gt.u32 	%p4, %r8, 60;
# 	selp.b32 	%r6, %r7, %r8, %p4;
# 	add.s64 	%rd4, %rd11, %rd20;
# 	add.s16 	%rs2, %rs9, -6;
# 	st.global.b8 	[%rd4], %rs2;
# 	add.s32 	%r8, %r6, 3;
# 	add.s32 	%r7, %r6, 1;
# $L__BB0_5:
# 	ld.global.b8 	%rs11, [%rd2+-8];
# 	setp.ne.b16 	%p5, %rs11, 10;
# 	@%p5 bra 	$L__BB0_7;
# 	cvt.u64.u32 	%rd21, %r6;
# 	setp.gt.u32 	%p6, %r8, 60;
# 	selp.b32 	%r6, %r7, %r8, %p6;
# 	add.s64 	%rd5, %rd11, %rd21;
# 	add.s16 	%rs3, %rs9, -5;
# 	st.global.b8 	[%rd5], %rs3;
# 	add.s32 	%r8, %r6, 3;
# 	add.s32 	%r7, %r6, 1;
# $L__BB0_7:
# 	ld.global.b8 	%rs12, [%rd2+-7];
# 	setp.ne.b16 	%p7, %rs12, 10;
# 	@%p7 bra 	$L__BB0_9;
# 	cvt.u64.u32 	%rd22, %r6;
# 	setp.gt.u32 	%p8, %r8, 60;
# 	selp.b32 	%r6, %r7, %r8, %p8;
# 	add.s64 	%rd6, %rd11, %rd22;
# 	add.s16 	%rs4, %rs9, -4;
# 	st.global.b8 	[%rd6], %rs4;
# 	add.s32 	%r8, %r6, 3;
# 	add.s32 	%r7, %r6, 1;
# $L__BB0_9:
# 	ld.global.b8 	%rs13, [%rd2+-6];
# 	setp.ne.b16 	%p9, %rs13, 10;
# 	@%p9 bra 	$L__BB0_11;
# 	cvt.u64.u32 	%rd23, %r6;
# 	setp.gt.u32 	%p10, %r8, 60;
# 	selp.b32 	%r6, %r7, %r8, %p10;
# 	add.s64 	%rd7, %rd11, %rd23;
# 	add.s16 	%rs5, %rs9, -3;
# 	st.global.b8 	[%rd7], %rs5;
# 	add.s32 	%r8, %r6, 3;
# 	add.s32 	%r7, %r6, 1;
# $L__BB0_11:
# 	ld.global.b8 	%rs14, [%rd2+-5];
# 	setp.ne.b16 	%p11, %rs14, 10;
# 	@%p11 bra 	$L__BB0_13;
# 	cvt.u64.u32 	%rd24, %r6;
# 	setp.gt.u32 	%p12, %r8, 60;
# 	selp.b32 	%r6, %r7, %r8, %p12;
# 	add.s64 	%rd8, %rd11, %rd24;
# 	add.s16 	%rs6, %rs9, -2;
# 	st.global.b8 	[%rd8], %rs6;
# 	add.s32 	%r8, %r6, 3;
# 	add.s32 	%r7, %r6, 1;
# $L__BB0_13:
# 	ld.global.b8 	%rs15, [%rd2+-4];
# 	setp.ne.b16 	%p13, %rs15, 10;
# 	@%p13 bra 	$L__BB0_15;
# 	cvt.u64.u32 	%rd25, %r6;
# 	setp.gt.u32 	%p14, %r8, 60;
# 	selp.b32 	%r6, %r7, %r8, %p14;
# 	add.s64 	%rd9, %rd11, %rd25;
# 	add.s16 	%rs7, %rs9, -1;
# 	st.global.b8 	[%rd9], %rs7;
# 	add.s32 	%r8, %r6, 3;
# 	add.s32 	%r7, %r6, 1;
# $L__BB0_15:
# 	ld.global.b8 	%rs16, [%rd2+-3];
# 	setp.ne.b16 	%p15, %rs16, 10;
# 	@%p15 bra 	$L__BB0_17;
# 	cvt.u64.u32 	%rd26, %r6;
# 	setp.gt.u32 	%p16, %r8, 60;
# 	selp.b32 	%r6, %r7, %r8, %p16;
# 	add.s64 	%rd10, %rd11, %rd26;
# 	st.global.b8 	[%rd10], %rs9;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_18:
# 	ret;
#
# }
