# golden: --emit=ptx --arch=sm_90 --facts=small
"""Where there are few elements, rows that are others in each turn are found in 32 bits."""
from numba import cuda


@cuda.jit("void(float32[:, :, ::1], int64[:, ::1], float32[::1])")
def gather(x, place, out):
    t = cuda.grid(1)
    if t < out.size:
        total = out[t]
        for i in range(2):
            total += x[place[t, i], place[t, i + 1], t]
        out[t] = total

# === --emit=ptx --arch=sm_90 --facts=small
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel gather entry gather source short_places.py:7
# // arg x array float32 ndim 3 layout C
# // arg place array int64 ndim 2 layout C
# // arg out array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param x shape1 i64 offset 16 size 8
# // param x shape2 i64 offset 24 size 8
# // param place ptr ptr offset 32 size 8
# // param place shape0 i64 offset 40 size 8
# // param place shape1 i64 offset 48 size 8
# // param out ptr ptr offset 56 size 8
# // param out shape0 i64 offset 64 size 8
# // facts params 72 shared 0 dynamic no bounds guard typing python
# // launch small
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	gather
#
# .visible .entry gather(
# 	.param .u64 .ptr .global .align 4 gather_param_0,
# 	.param .u64 gather_param_1,
# 	.param .u64 gather_param_2,
# 	.param .u64 gather_param_3,
# 	.param .u64 .ptr .global .align 8 gather_param_4,
# 	.param .u64 gather_param_5,
# 	.param .u64 gather_param_6,
# 	.param .u64 .ptr .global .align 4 gather_param_7,
# 	.param .u64 gather_param_8
# )
# {
# 	.reg .pred 	%p<23>;
# 	.reg .b32 	%r<41>;
# 	.reg .b64 	%rd<45>;
#
# 	mov.u32 	%r14, %ctaid.x;
# 	ld.param.b64 	%rd11, [gather_param_8];
# 	mov.u32 	%r15, %ntid.x;
# 	mul.wide.u32 	%rd12, %r14, %r15;
# 	mov.u32 	%r16, %tid.x;
# 	cvt.u64.u32 	%rd13, %r16;
# 	add.s64 	%rd14, %rd12, %rd13;
# 	setp.ge.u64 	%p2, %rd14, %rd11;
# 	@%p2 bra 	$L__BB0_11;
# 	ld.param.b64 	%rd10, [gather_param_7];
# 	ld.param.b64 	%rd9, [gather_param_4];
# 	ld.param.b64 	%rd8, [gather_param_2];
# 	ld.param.b64 	%rd7, [gather_param_1];
# 	ld.param.b64 	%rd6, [gather_param_0];
# 	cvt.u32.u64 	%r1, %rd8;
# 	cvt.u32.u64 	%r2, %rd7;
# 	ld.param.b32 	%r3, [gather_param_3];
# 	ld.param.b32 	%r4, [gather_param_5];
# 	ld.param.b32 	%r5, [gather_param_6];
# 	cvt.u32.u64 	%r6, %rd14;
# 	mul.wide.u32 	%rd15, %r6, 4;
# 	add.s64 	%rd1, %rd10, %rd15;
# 	ld.global.b32 	%r39, [%rd1];
# 	setp.lt.u32 	%p3, %r5, 3;
# 	min.u32 	%r17, %r4, %r3;
# 	setp.le.u32 	%p4, %r17, %r6;
# 	mul.wide.u32 	%rd16, %r5, %r6;
# 	shl.b64 	%rd17, %rd16, 3;
# 	add.s64 	%rd2, %rd9, %rd17;
# 	or.pred 	%p5, %p4, %p3;
# 	@%p5 bra 	$L__BB0_2;
# 	ld.global.b64 	%rd26, [%rd2];
# 	shr.s64 	%rd27, %rd26, 63;
# 	cvt.u32.u64 	%r25, %rd27;
# 	and.b32 	%r26, %r25, %r2;
# 	cvt.u64.u32 	%rd28, %r26;
# 	add.s64 	%rd29, %rd28, %rd26;
# 	setp.lt.u64 	%p16, %rd29, %rd7;
# 	ld.global.b64 	%rd3, [%rd2+8];
# 	shr.s64 	%rd30, %rd3, 63;
# 	cvt.u32.u64 	%r27, %rd30;
# 	and.b32 	%r28, %r27, %r1;
# 	cvt.u64.u32 	%rd31, %r28;
# 	add.s64 	%rd32, %rd31, %rd3;
# 	setp.lt.u64 	%p17, %rd32, %rd8;
# 	and.pred 	%p18, %p16, %p17;
# 	mov.b32 	%r37, 0f00000000;
# 	mov.b32 	%r36, %r37;
# 	@%p18 bra 	$L__BB0_13;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_13:
# 	cvt.u32.u64 	%r7, %rd29;
# 	cvt.u32.u64 	%r8, %rd32;
# 	mad.lo.s32 	%r29, %r7, %r1, %r8;
# 	mad.lo.s32 	%r30, %r29, %r3, %r6;
# 	mul.wide.u32 	%rd33, %r30, 4;
# 	add.s64 	%rd34, %rd6, %rd33;
# 	ld.global.b32 	%r36, [%rd34];
# $L__BB0_14:
# 	add.rn.f32 	%r9, %r39, %r36;
# 	and.b32 	%r31, %r27, %r2;
# 	cvt.u64.u32 	%rd35, %r31;
# 	add.s64 	%rd36, %rd35, %rd3;
# 	setp.ge.u64 	%p19, %rd36, %rd7;
# 	ld.global.b64 	%rd37, [%rd2+16];
# 	shr.s64 	%rd38, %rd37, 63;
# 	cvt.u32.u64 	%r32, %rd38;
# 	and.b32 	%r33, %r32, %r1;
# 	cvt.u64.u32 	%rd39, %r33;
# 	add.s64 	%rd40, %rd39, %rd37;
# 	setp.ge.u64 	%p20, %rd40, %rd8;
# 	or.pred 	%p21, %p19, %p20;
# 	@%p21 bra 	$L__BB0_16;
# 	cvt.u32.u64 	%r10, %rd36;
# 	cvt.u32.u64 	%r11, %rd40;
# 	mad.lo.s32 	%r34, %r10, %r1, %r11;
# 	mad.lo.s32 	%r35, %r34, %r3, %r6;
# 	mul.wide.u32 	%rd41, %r35, 4;
# 	add.s64 	%rd42, %rd6, %rd41;
# 	ld.global.b32 	%r37, [%rd42];
# $L__BB0_16:
# 	add.rn.f32 	%r39, %r9, %r37;
# $L__BB0_10:
# 	st.global.b32 	[%rd1], %r39;
# $L__BB0_11:
# 	ret;
# $L__BB0_2:
# 	mov.b32 	%r38, 0;
# 	mov.pred 	%p22, -1;
# 	setp.ge.u32 	%p6, %r6, %r4;
# 	setp.ge.u32 	%p12, %r6, %r3;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_9:
# 	add.rn.f32 	%r39, %r39, %r40;
# 	mov.b32 	%r38, 1;
# 	mov.pred 	%p22, 0;
# 	@%p1 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_3:
# 	.pragma "nounroll";
# 	mov.pred 	%p1, %p22;
# 	setp.ge.u32 	%p7, %r38, %r5;
# 	mul.wide.u32 	%rd18, %r38, 8;
# 	add.s64 	%rd4, %rd2, %rd18;
# 	mov.b64 	%rd44, 0;
# 	or.pred 	%p8, %p6, %p7;
# 	mov.b64 	%rd43, %rd44;
# 	@%p8 bra 	$L__BB0_5;
# 	ld.global.b64 	%rd43, [%rd4];
# $L__BB0_5:
# 	shr.s64 	%rd19, %rd43, 63;
# 	cvt.u32.u64 	%r18, %rd19;
# 	and.b32 	%r19, %r18, %r2;
# 	cvt.u64.u32 	%rd20, %r19;
# 	add.s64 	%rd5, %rd20, %rd43;
# 	add.s32 	%r20, %r38, 1;
# 	setp.ge.u32 	%p9, %r20, %r5;
# 	or.pred 	%p10, %p6, %p9;
# 	@%p10 bra 	$L__BB0_7;
# 	ld.global.b64 	%rd44, [%rd4+8];
# $L__BB0_7:
# 	setp.ge.u64 	%p11, %rd5, %rd7;
# 	shr.s64 	%rd21, %rd44, 63;
# 	cvt.u32.u64 	%r21, %rd21;
# 	and.b32 	%r22, %r21, %r1;
# 	cvt.u64.u32 	%rd22, %r22;
# 	add.s64 	%rd23, %rd22, %rd44;
# 	setp.ge.u64 	%p13, %rd23, %rd8;
# 	or.pred 	%p14, %p11, %p13;
# 	mov.b32 	%r40, 0f00000000;
# 	or.pred 	%p15, %p12, %p14;
# 	@%p15 bra 	$L__BB0_9;
# 	cvt.u32.u64 	%r12, %rd5;
# 	cvt.u32.u64 	%r13, %rd23;
# 	mad.lo.s32 	%r23, %r12, %r1, %r13;
# 	mad.lo.s32 	%r24, %r23, %r3, %r6;
# 	mul.wide.u32 	%rd24, %r24, 4;
# 	add.s64 	%rd25, %rd6, %rd24;
# 	ld.global.b32 	%r40, [%rd25];
# 	bra.uni 	$L__BB0_9;
#
# }
