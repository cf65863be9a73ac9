# golden: --emit=ptx --arch=sm_90 --bounds=none
"""What rounds of a loop leave over is no loop, where turns wait for loads."""
from numba import cuda, float32


@cuda.jit("void(float32[::1], float32[::1], int64, float32[::1])")
def dot(x, y, n, out):
    for row in range(out.size):
        total = float32(0)
        for i in range(n):
            total += x[i] * y[row + i]
        out[row] = total

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel dot entry dot source left_turns.py:7
# // arg x array float32 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // arg n scalar int64
# // arg out array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // param n value i64 offset 32 size 8
# // param out ptr ptr offset 40 size 8
# // param out shape0 i64 offset 48 size 8
# // facts params 56 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	dot
#
# .visible .entry dot(
# 	.param .u64 .ptr .global .align 4 dot_param_0,
# 	.param .u64 dot_param_1,
# 	.param .u64 .ptr .global .align 4 dot_param_2,
# 	.param .u64 dot_param_3,
# 	.param .u64 dot_param_4,
# 	.param .u64 .ptr .global .align 4 dot_param_5,
# 	.param .u64 dot_param_6
# )
# {
# 	.reg .pred 	%p<23>;
# 	.reg .b32 	%r<42>;
# 	.reg .b64 	%rd<48>;
#
# 	ld.param.b64 	%rd16, [dot_param_6];
# 	ld.param.b64 	%rd15, [dot_param_5];
# 	ld.param.b64 	%rd14, [dot_param_4];
# 	ld.param.b64 	%rd13, [dot_param_3];
# 	ld.param.b64 	%rd12, [dot_param_2];
# 	ld.param.b64 	%rd11, [dot_param_0];
# 	cvt.u32.u64 	%r1, %rd14;
# 	add.s64 	%rd17, %rd16, %rd14;
# 	add.s64 	%rd18, %rd13, 2;
# 	setp.lt.s64 	%p1, %rd17, %rd18;
# 	setp.lt.s64 	%p2, %rd14, 1125899906842626;
# 	and.pred 	%p3, %p2, %p1;
# 	@%p3 bra 	$L__BB0_7;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_7:
# 	setp.eq.b64 	%p15, %rd16, 0;
# 	@%p15 bra 	$L__BB0_27;
# 	and.b32 	%r3, %r1, 3;
# 	and.b64 	%rd3, %rd14, 9223372036854775804;
# 	add.s64 	%rd35, %rd12, 8;
# 	add.s64 	%rd4, %rd11, 8;
# 	mov.b64 	%rd36, 0;
# 	setp.lt.s64 	%p16, %rd14, 1;
# 	setp.lt.u64 	%p17, %rd14, 4;
# 	setp.eq.b32 	%p20, %r3, 1;
# 	setp.eq.b32 	%p21, %r3, 2;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_17:
# 	add.s64 	%rd32, %rd15, %rd34;
# 	st.global.b32 	[%rd32], %r40;
# 	add.s64 	%rd36, %rd36, 1;
# 	add.s64 	%rd35, %rd35, 4;
# 	setp.eq.b64 	%p22, %rd36, %rd16;
# 	@%p22 bra 	$L__BB0_27;
# $L__BB0_9:
# 	mov.b32 	%r40, 0f00000000;
# 	shl.b64 	%rd34, %rd36, 2;
# 	@%p16 bra 	$L__BB0_17;
# 	mov.b32 	%r40, 0f00000000;
# 	mov.b64 	%rd40, 0;
# 	@%p17 bra 	$L__BB0_14;
# 	mov.b32 	%r40, 0f00000000;
# 	mov.b64 	%rd39, 0;
# 	mov.b64 	%rd37, %rd4;
# 	mov.b64 	%rd38, %rd35;
# $L__BB0_12:
# 	.pragma "nounroll";
# 	ld.global.b32 	%r23, [%rd37+-8];
# 	ld.global.b32 	%r24, [%rd38+-8];
# 	fma.rn.f32 	%r25, %r23, %r24, %r40;
# 	ld.global.b32 	%r26, [%rd37+-4];
# 	ld.global.b32 	%r27, [%rd38+-4];
# 	fma.rn.f32 	%r28, %r26, %r27, %r25;
# 	ld.global.b32 	%r29, [%rd37];
# 	ld.global.b32 	%r30, [%rd38];
# 	fma.rn.f32 	%r31, %r29, %r30, %r28;
# 	ld.global.b32 	%r32, [%rd37+4];
# 	ld.global.b32 	%r33, [%rd38+4];
# 	fma.rn.f32 	%r40, %r32, %r33, %r31;
# 	add.s64 	%rd39, %rd39, 4;
# 	add.s64 	%rd38, %rd38, 16;
# 	add.s64 	%rd37, %rd37, 16;
# 	setp.ne.b64 	%p18, %rd3, %rd39;
# 	@%p18 bra 	$L__BB0_12;
# 	setp.eq.b32 	%p19, %r3, 0;
# 	mov.b64 	%rd40, %rd3;
# 	@%p19 bra 	$L__BB0_17;
# $L__BB0_14:
# 	add.s64 	%rd5, %rd12, %rd34;
# 	shl.b64 	%rd31, %rd40, 2;
# 	add.s64 	%rd6, %rd11, %rd31;
# 	ld.global.b32 	%r34, [%rd6];
# 	add.s64 	%rd7, %rd5, %rd31;
# 	ld.global.b32 	%r35, [%rd7];
# 	fma.rn.f32 	%r40, %r34, %r35, %r40;
# 	@%p20 bra 	$L__BB0_17;
# 	ld.global.b32 	%r36, [%rd6+4];
# 	ld.global.b32 	%r37, [%rd7+4];
# 	fma.rn.f32 	%r40, %r36, %r37, %r40;
# 	@%p21 bra 	$L__BB0_17;
# 	ld.global.b32 	%r38, [%rd6+8];
# 	ld.global.b32 	%r39, [%rd7+8];
# 	fma.rn.f32 	%r40, %r38, %r39, %r40;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_1:
# 	setp.eq.b64 	%p4, %rd16, 0;
# 	@%p4 bra 	$L__BB0_27;
# 	and.b32 	%r2, %r1, 3;
# 	and.b64 	%rd1, %rd14, 9223372036854775804;
# 	add.s64 	%rd41, %rd12, 8;
# 	add.s64 	%rd2, %rd11, 8;
# 	mov.b64 	%rd42, 0;
# 	setp.lt.s64 	%p8, %rd14, 1;
# 	setp.lt.u64 	%p9, %rd14, 4;
# 	setp.eq.b32 	%p12, %r2, 1;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_26:
# 	add.s64 	%rd30, %rd15, %rd33;
# 	st.global.b32 	[%rd30], %r41;
# 	add.s64 	%rd42, %rd42, 1;
# 	setp.eq.b64 	%p14, %rd42, %rd16;
# 	add.s64 	%rd41, %rd41, 4;
# 	@%p14 bra 	$L__BB0_27;
# $L__BB0_3:
# 	.pragma "nounroll";
# 	add.s64 	%rd19, %rd42, %rd14;
# 	setp.le.s64 	%p5, %rd19, %rd13;
# 	and.pred 	%p6, %p2, %p5;
# 	shl.b64 	%rd33, %rd42, 2;
# 	mov.b32 	%r41, 0f00000000;
# 	@%p6 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_18:
# 	@%p8 bra 	$L__BB0_26;
# 	mov.b32 	%r41, 0f00000000;
# 	mov.b64 	%rd43, 0;
# 	@%p9 bra 	$L__BB0_23;
# 	mov.b32 	%r41, 0f00000000;
# 	mov.b64 	%rd46, 0;
# 	mov.b64 	%rd44, %rd2;
# 	mov.b64 	%rd45, %rd41;
# $L__BB0_21:
# 	.pragma "nounroll";
# 	ld.global.b32 	%r6, [%rd44+-8];
# 	ld.global.b32 	%r7, [%rd45+-8];
# 	fma.rn.f32 	%r8, %r6, %r7, %r41;
# 	ld.global.b32 	%r9, [%rd44+-4];
# 	ld.global.b32 	%r10, [%rd45+-4];
# 	fma.rn.f32 	%r11, %r9, %r10, %r8;
# 	ld.global.b32 	%r12, [%rd44];
# 	ld.global.b32 	%r13, [%rd45];
# 	fma.rn.f32 	%r14, %r12, %r13, %r11;
# 	ld.global.b32 	%r15, [%rd44+4];
# 	ld.global.b32 	%r16, [%rd45+4];
# 	fma.rn.f32 	%r41, %r15, %r16, %r14;
# 	add.s64 	%rd46, %rd46, 4;
# 	add.s64 	%rd45, %rd45, 16;
# 	add.s64 	%rd44, %rd44, 16;
# 	setp.eq.b64 	%p10, %rd1, %rd46;
# 	@%p10 bra 	$L__BB0_22;
# 	bra.uni 	$L__BB0_21;
# $L__BB0_22:
# 	setp.eq.b32 	%p11, %r2, 0;
# 	mov.b64 	%rd43, %rd1;
# 	@%p11 bra 	$L__BB0_26;
# $L__BB0_23:
# 	add.s64 	%rd8, %rd12, %rd33;
# 	shl.b64 	%rd29, %rd43, 2;
# 	add.s64 	%rd9, %rd11, %rd29;
# 	ld.global.b32 	%r17, [%rd9];
# 	add.s64 	%rd10, %rd8, %rd29;
# 	ld.global.b32 	%r18, [%rd10];
# 	fma.rn.f32 	%r41, %r17, %r18, %r41;
# 	@%p12 bra 	$L__BB0_26;
# 	ld.global.b32 	%r19, [%rd9+4];
# 	ld.global.b32 	%r20, [%rd10+4];
# 	fma.rn.f32 	%r41, %r19, %r20, %r41;
# 	setp.eq.b32 	%p13, %r2, 2;
# 	@%p13 bra 	$L__BB0_26;
# 	ld.global.b32 	%r21, [%rd9+8];
# 	ld.global.b32 	%r22, [%rd10+8];
# 	fma.rn.f32 	%r41, %r21, %r22, %r41;
# 	bra.uni 	$L__BB0_26;
# $L__BB0_4:
# 	@%p8 bra 	$L__BB0_26;
# 	mov.b32 	%r41, 0f00000000;
# 	mov.b64 	%rd47, 0;
# $L__BB0_6:
# 	.pragma "nounroll";
# 	shl.b64 	%rd20, %rd47, 2;
# 	add.s64 	%rd21, %rd11, %rd20;
# 	ld.global.b32 	%r4, [%rd21];
# 	add.s64 	%rd22, %rd47, %rd42;
# 	shr.s64 	%rd23, %rd22, 63;
# 	and.b64 	%rd24, %rd23, %rd13;
# 	shl.b64 	%rd25, %rd22, 2;
# 	add.s64 	%rd26, %rd12, %rd25;
# 	shl.b64 	%rd27, %rd24, 2;
# 	add.s64 	%rd28, %rd26, %rd27;
# 	ld.global.b32 	%r5, [%rd28];
# 	fma.rn.f32 	%r41, %r4, %r5, %r41;
# 	add.s64 	%rd47, %rd47, 1;
# 	setp.eq.b64 	%p7, %rd47, %rd14;
# 	@%p7 bra 	$L__BB0_26;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_27:
# 	ret;
#
# }
