# golden: --emit=ptx --arch=sm_90
# A band of antidiagonals: `j >= 0 and j < n` is one setp.lt.u32 in the loop, of
# max(n, 0), which is found before it.
from numba import cuda


@cuda.jit("void(int32[::1], float32[::1])")
def band(lengths, out):
    i = cuda.threadIdx.x
    n = lengths[cuda.blockIdx.x]
    for step in range(1000):
        j = step - i
        if j >= 0 and j < n:
            out[i] += j
        cuda.syncthreads()

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel band entry band source inside_tests.py:8
# // arg lengths array int32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param lengths ptr ptr offset 0 size 8
# // param lengths shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	band
#
# .visible .entry band(
# 	.param .u64 .ptr .global .align 4 band_param_0,
# 	.param .u64 band_param_1,
# 	.param .u64 .ptr .global .align 4 band_param_2,
# 	.param .u64 band_param_3
# )
# {
# 	.reg .pred 	%p<21>;
# 	.reg .b32 	%r<45>;
# 	.reg .b64 	%rd<11>;
#
# 	ld.param.b64 	%rd5, [band_param_3];
# 	ld.param.b64 	%rd4, [band_param_2];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd7, [band_param_1];
# 	mov.u32 	%r12, %ctaid.x;
# 	cvt.u64.u32 	%rd8, %r12;
# 	setp.le.u64 	%p1, %rd7, %rd8;
# 	mov.b32 	%r3, 0;
# 	mov.b32 	%r44, %r3;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd6, [band_param_0];
# 	mul.wide.u32 	%rd9, %r12, 4;
# 	add.s64 	%rd1, %rd6, %rd9;
# 	ld.global.b32 	%r44, [%rd1];
# $L__BB0_2:
# 	cvt.u64.u32 	%rd2, %r1;
# 	mul.wide.u32 	%rd10, %r1, 4;
# 	add.s64 	%rd3, %rd4, %rd10;
# 	max.s32 	%r2, %r44, 0;
# 	setp.gt.u64 	%p2, %rd5, %rd2;
# 	setp.le.u64 	%p5, %rd5, %rd2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_18:
# 	bar.sync 	0;
# 	add.s32 	%r3, %r3, 8;
# 	setp.eq.b32 	%p20, %r3, 1000;
# 	@%p20 bra 	$L__BB0_19;
# $L__BB0_3:
# 	.pragma "nounroll";
# 	sub.s32 	%r13, %r3, %r1;
# 	setp.lt.u32 	%p3, %r13, %r2;
# 	and.pred 	%p4, %p3, %p2;
# 	@%p4 bra 	$L__BB0_20;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_20:
# 	cvt.rn.f32.u32 	%r4, %r13;
# 	ld.global.b32 	%r14, [%rd3];
# 	add.rn.f32 	%r15, %r14, %r4;
# 	st.global.b32 	[%rd3], %r15;
# $L__BB0_4:
# 	bar.sync 	0;
# 	or.b32 	%r16, %r3, 1;
# 	sub.s32 	%r17, %r16, %r1;
# 	setp.ge.u32 	%p6, %r17, %r2;
# 	or.pred 	%p7, %p6, %p5;
# 	@%p7 bra 	$L__BB0_6;
# 	cvt.rn.f32.u32 	%r5, %r17;
# 	ld.global.b32 	%r18, [%rd3];
# 	add.rn.f32 	%r19, %r18, %r5;
# 	st.global.b32 	[%rd3], %r19;
# $L__BB0_6:
# 	bar.sync 	0;
# 	or.b32 	%r20, %r3, 2;
# 	sub.s32 	%r21, %r20, %r1;
# 	setp.ge.u32 	%p8, %r21, %r2;
# 	or.pred 	%p9, %p8, %p5;
# 	@%p9 bra 	$L__BB0_8;
# 	cvt.rn.f32.u32 	%r6, %r21;
# 	ld.global.b32 	%r22, [%rd3];
# 	add.rn.f32 	%r23, %r22, %r6;
# 	st.global.b32 	[%rd3], %r23;
# $L__BB0_8:
# 	bar.sync 	0;
# 	or.b32 	%r24, %r3, 3;
# 	sub.s32 	%r25, %r24, %r1;
# 	setp.ge.u32 	%p10, %r25, %r2;
# 	or.pred 	%p11, %p10, %p5;
# 	@%p11 bra 	$L__BB0_10;
# 	cvt.rn.f32.u32 	%r7, %r25;
# 	ld.global.b32 	%r26, [%rd3];
# 	add.rn.f32 	%r27, %r26, %r7;
# 	st.global.b32 	[%rd3], %r27;
# $L__BB0_10:
# 	bar.sync 	0;
# 	or.b32 	%r28, %r3, 4;
# 	sub.s32 	%r29, %r28, %r1;
# 	setp.ge.u32 	%p12, %r29, %r2;
# 	or.pred 	%p13, %p12, %p5;
# 	@%p13 bra 	$L__BB0_12;
# 	cvt.rn.f32.u32 	%r8, %r29;
# 	ld.global.b32 	%r30, [%rd3];
# 	add.rn.f32 	%r31, %r30, %r8;
# 	st.global.b32 	[%rd3], %r31;
# $L__BB0_12:
# 	bar.sync 	0;
# 	or.b32 	%r32, %r3, 5;
# 	sub.s32 	%r33, %r32, %r1;
# 	setp.ge.u32 	%p14, %r33, %r2;
# 	or.pred 	%p15, %p14, %p5;
# 	@%p15 bra 	$L__BB0_14;
# 	cvt.rn.f32.u32 	%r9, %r33;
# 	ld.global.b32 	%r34, [%rd3];
# 	add.rn.f32 	%r35, %r34, %r9;
# 	st.global.b32 	[%rd3], %r35;
# $L__BB0_14:
# 	bar.sync 	0;
# 	or.b32 	%r36, %r3, 6;
# 	sub.s32 	%r37, %r36, %r1;
# 	setp.ge.u32 	%p16, %r37, %r2;
# 	or.pred 	%p17, %p16, %p5;
# 	@%p17 bra 	$L__BB0_16;
# 	cvt.rn.f32.u32 	%r10, %r37;
# 	ld.global.b32 	%r38, [%rd3];
# 	add.rn.f32 	%r39, %r38, %r10;
# 	st.global.b32 	[%rd3], %r39;
# $L__BB0_16:
# 	bar.sync 	0;
# 	or.b32 	%r40, %r3, 7;
# 	sub.s32 	%r41, %r40, %r1;
# 	setp.ge.u32 	%p18, %r41, %r2;
# 	or.pred 	%p19, %p18, %p5;
# 	@%p19 bra 	$L__BB0_18;
# 	cvt.rn.f32.u32 	%r11, %r41;
# 	ld.global.b32 	%r42, [%rd3];
# 	add.rn.f32 	%r43, %r42, %r11;
# 	st.global.b32 	[%rd3], %r43;
# 	bra.uni 	$L__BB0_18;
# $L__BB0_19:
# 	ret;
#
# }
