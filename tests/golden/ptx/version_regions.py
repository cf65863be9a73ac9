# golden: --emit=ptx --arch=sm_90
# Statements whose indices are tested before them: with their loads, those that
# need no test too, behind the test, so that all of them are on their way at once.
from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def wave(before, now, after):
    x, y = cuda.grid(2)
    height, width = now.shape
    if 0 < x < width - 1 and 0 < y < height - 1:
        around = now[y, x - 1] + now[y, x + 1] + now[y - 1, x] + now[y + 1, x]
        after[y, x] = around * float32(0.5) - before[y, x]

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel wave entry wave source version_regions.py:8
# // arg before array float32 ndim 2 layout C
# // arg now array float32 ndim 2 layout C
# // arg after array float32 ndim 2 layout C
# // param before ptr ptr offset 0 size 8
# // param before shape0 i64 offset 8 size 8
# // param before shape1 i64 offset 16 size 8
# // param now ptr ptr offset 24 size 8
# // param now shape0 i64 offset 32 size 8
# // param now shape1 i64 offset 40 size 8
# // param after ptr ptr offset 48 size 8
# // param after shape0 i64 offset 56 size 8
# // param after shape1 i64 offset 64 size 8
# // facts params 72 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	wave
#
# .visible .entry wave(
# 	.param .u64 .ptr .global .align 4 wave_param_0,
# 	.param .u64 wave_param_1,
# 	.param .u64 wave_param_2,
# 	.param .u64 .ptr .global .align 4 wave_param_3,
# 	.param .u64 wave_param_4,
# 	.param .u64 wave_param_5,
# 	.param .u64 .ptr .global .align 4 wave_param_6,
# 	.param .u64 wave_param_7,
# 	.param .u64 wave_param_8
# )
# {
# 	.reg .pred 	%p<32>;
# 	.reg .b32 	%r<47>;
# 	.reg .b64 	%rd<76>;
#
# 	ld.param.b64 	%rd13, [wave_param_8];
# 	ld.param.b64 	%rd12, [wave_param_7];
# 	ld.param.b64 	%rd11, [wave_param_6];
# 	ld.param.b64 	%rd10, [wave_param_5];
# 	ld.param.b64 	%rd9, [wave_param_4];
# 	ld.param.b64 	%rd8, [wave_param_3];
# 	ld.param.b64 	%rd7, [wave_param_2];
# 	ld.param.b64 	%rd6, [wave_param_1];
# 	ld.param.b64 	%rd5, [wave_param_0];
# 	setp.ne.b64 	%p1, %rd9, %rd6;
# 	setp.ne.b64 	%p2, %rd10, %rd7;
# 	or.pred 	%p3, %p1, %p2;
# 	setp.ne.b64 	%p4, %rd12, %rd6;
# 	or.pred 	%p5, %p3, %p4;
# 	setp.ne.b64 	%p6, %rd13, %rd7;
# 	or.pred 	%p7, %p5, %p6;
# 	@%p7 bra 	$L__BB0_6;
# 	mov.u32 	%r28, %ctaid.x;
# 	mov.u32 	%r29, %ntid.x;
# 	mul.wide.u32 	%rd56, %r28, %r29;
# 	mov.u32 	%r30, %tid.x;
# 	cvt.u64.u32 	%rd57, %r30;
# 	add.s64 	%rd58, %rd56, %rd57;
# 	setp.ne.b64 	%p25, %rd58, 0;
# 	add.s64 	%rd59, %rd10, -1;
# 	setp.lt.s64 	%p26, %rd58, %rd59;
# 	and.pred 	%p27, %p25, %p26;
# 	@%p27 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	mov.u32 	%r31, %ctaid.y;
# 	mov.u32 	%r32, %ntid.y;
# 	mov.u32 	%r33, %tid.y;
# 	mad.lo.s32 	%r34, %r31, %r32, %r33;
# 	cvt.u64.u32 	%rd1, %r34;
# 	cvt.u32.u64 	%r35, %rd1;
# 	setp.ne.b32 	%p28, %r35, 0;
# 	add.s64 	%rd60, %rd9, -1;
# 	setp.gt.s64 	%p29, %rd60, %rd1;
# 	and.pred 	%p30, %p28, %p29;
# 	@%p30 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_4:
# 	setp.gt.u64 	%p31, %rd9, %rd1;
# 	@%p31 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_5:
# 	mul.lo.s64 	%rd61, %rd10, %rd1;
# 	shl.b64 	%rd62, %rd61, 2;
# 	add.s64 	%rd63, %rd8, %rd62;
# 	shl.b64 	%rd64, %rd58, 2;
# 	add.s64 	%rd65, %rd63, %rd64;
# 	ld.global.b32 	%r36, [%rd65+-4];
# 	ld.global.b32 	%r37, [%rd65+4];
# 	add.rn.f32 	%r38, %r36, %r37;
# 	sub.s64 	%rd66, %rd61, %rd10;
# 	shl.b64 	%rd67, %rd66, 2;
# 	add.s64 	%rd68, %rd8, %rd67;
# 	add.s64 	%rd69, %rd68, %rd64;
# 	ld.global.b32 	%r39, [%rd69];
# 	add.rn.f32 	%r40, %r38, %r39;
# 	shl.b64 	%rd70, %rd10, 2;
# 	add.s64 	%rd71, %rd65, %rd70;
# 	ld.global.b32 	%r41, [%rd71];
# 	add.rn.f32 	%r42, %r40, %r41;
# 	add.s64 	%rd72, %rd61, %rd58;
# 	shl.b64 	%rd73, %rd72, 2;
# 	add.s64 	%rd74, %rd5, %rd73;
# 	ld.global.b32 	%r43, [%rd74];
# 	neg.f32 	%r44, %r43;
# 	fma.rn.f32 	%r45, %r42, 0f3F000000, %r44;
# 	add.s64 	%rd75, %rd11, %rd73;
# 	st.global.b32 	[%rd75], %r45;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_6:
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd14, %r3, %r4;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd15, %r5;
# 	add.s64 	%rd16, %rd14, %rd15;
# 	setp.ne.b64 	%p8, %rd16, 0;
# 	add.s64 	%rd17, %rd10, -1;
# 	setp.lt.s64 	%p9, %rd16, %rd17;
# 	and.pred 	%p10, %p8, %p9;
# 	@%p10 bra 	$L__BB0_7;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_7:
# 	mov.u32 	%r6, %ctaid.y;
# 	mov.u32 	%r7, %ntid.y;
# 	mov.u32 	%r8, %tid.y;
# 	mad.lo.s32 	%r9, %r6, %r7, %r8;
# 	cvt.u64.u32 	%rd2, %r9;
# 	cvt.u32.u64 	%r10, %rd2;
# 	setp.ne.b32 	%p11, %r10, 0;
# 	add.s64 	%rd18, %rd9, -1;
# 	setp.gt.s64 	%p12, %rd18, %rd2;
# 	and.pred 	%p13, %p11, %p12;
# 	@%p13 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_8:
# 	min.u64 	%rd19, %rd7, %rd13;
# 	setp.gt.u64 	%p14, %rd19, %rd16;
# 	setp.gt.u64 	%p15, %rd6, %rd2;
# 	and.pred 	%p16, %p15, %p14;
# 	setp.gt.u64 	%p17, %rd12, %rd2;
# 	and.pred 	%p18, %p17, %p16;
# 	@%p18 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_9:
# 	mul.lo.s64 	%rd37, %rd10, %rd2;
# 	shl.b64 	%rd38, %rd37, 2;
# 	add.s64 	%rd39, %rd8, %rd38;
# 	shl.b64 	%rd40, %rd16, 2;
# 	add.s64 	%rd41, %rd39, %rd40;
# 	ld.global.b32 	%r18, [%rd41+-4];
# 	ld.global.b32 	%r19, [%rd41+4];
# 	add.rn.f32 	%r20, %r18, %r19;
# 	sub.s64 	%rd42, %rd37, %rd10;
# 	shl.b64 	%rd43, %rd42, 2;
# 	add.s64 	%rd44, %rd8, %rd43;
# 	add.s64 	%rd45, %rd44, %rd40;
# 	ld.global.b32 	%r21, [%rd45];
# 	add.rn.f32 	%r22, %r20, %r21;
# 	shl.b64 	%rd46, %rd10, 2;
# 	add.s64 	%rd47, %rd41, %rd46;
# 	ld.global.b32 	%r23, [%rd47];
# 	add.rn.f32 	%r24, %r22, %r23;
# 	mul.lo.s64 	%rd48, %rd7, %rd2;
# 	shl.b64 	%rd49, %rd48, 2;
# 	add.s64 	%rd50, %rd5, %rd49;
# 	add.s64 	%rd51, %rd50, %rd40;
# 	ld.global.b32 	%r25, [%rd51];
# 	neg.f32 	%r26, %r25;
# 	fma.rn.f32 	%r27, %r24, 0f3F000000, %r26;
# 	mul.lo.s64 	%rd52, %rd13, %rd2;
# 	shl.b64 	%rd53, %rd52, 2;
# 	add.s64 	%rd54, %rd11, %rd53;
# 	add.s64 	%rd55, %rd54, %rd40;
# 	st.global.b32 	[%rd55], %r27;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_10:
# 	setp.le.u64 	%p19, %rd6, %rd2;
# 	setp.ge.u64 	%p20, %rd16, %rd7;
# 	shl.b64 	%rd23, %rd16, 2;
# 	mov.b32 	%r46, 0f00000000;
# 	or.pred 	%p21, %p19, %p20;
# 	@%p21 bra 	$L__BB0_12;
# 	mul.lo.s64 	%rd31, %rd7, %rd2;
# 	shl.b64 	%rd32, %rd31, 2;
# 	add.s64 	%rd33, %rd5, %rd32;
# 	add.s64 	%rd3, %rd33, %rd23;
# 	ld.global.b32 	%r46, [%rd3];
# $L__BB0_12:
# 	setp.le.u64 	%p22, %rd12, %rd2;
# 	setp.ge.u64 	%p23, %rd16, %rd13;
# 	or.pred 	%p24, %p22, %p23;
# 	@%p24 bra 	$L__BB0_2;
# 	mul.lo.s64 	%rd20, %rd10, %rd2;
# 	shl.b64 	%rd21, %rd20, 2;
# 	sub.s64 	%rd25, %rd20, %rd10;
# 	add.s64 	%rd22, %rd8, %rd21;
# 	shl.b64 	%rd26, %rd25, 2;
# 	add.s64 	%rd24, %rd22, %rd23;
# 	add.s64 	%rd27, %rd8, %rd26;
# 	ld.global.b32 	%r11, [%rd24+-4];
# 	ld.global.b32 	%r12, [%rd24+4];
# 	add.s64 	%rd28, %rd27, %rd23;
# 	shl.b64 	%rd29, %rd10, 2;
# 	add.rn.f32 	%r13, %r11, %r12;
# 	ld.global.b32 	%r14, [%rd28];
# 	add.s64 	%rd30, %rd24, %rd29;
# 	add.rn.f32 	%r15, %r13, %r14;
# 	ld.global.b32 	%r16, [%rd30];
# 	add.rn.f32 	%r1, %r15, %r16;
# 	mul.lo.s64 	%rd34, %rd13, %rd2;
# 	shl.b64 	%rd35, %rd34, 2;
# 	add.s64 	%rd36, %rd11, %rd35;
# 	add.s64 	%rd4, %rd36, %rd23;
# 	neg.f32 	%r17, %r46;
# 	fma.rn.f32 	%r2, %r1, 0f3F000000, %r17;
# 	st.global.b32 	[%rd4], %r2;
# $L__BB0_2:
# 	ret;
#
# }
