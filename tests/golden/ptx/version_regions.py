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
# 	.reg .pred 	%p<20>;
# 	.reg .b32 	%r<28>;
# 	.reg .b64 	%rd<41>;
#
# 	ld.param.b64 	%rd11, [wave_param_5];
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	ld.param.b64 	%rd12, [wave_param_4];
# 	mul.wide.u32 	%rd13, %r3, %r4;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd14, %r5;
# 	add.s64 	%rd15, %rd13, %rd14;
# 	mov.u32 	%r6, %ctaid.y;
# 	mov.u32 	%r7, %ntid.y;
# 	mov.u32 	%r8, %tid.y;
# 	mad.lo.s32 	%r9, %r6, %r7, %r8;
# 	cvt.u64.u32 	%rd1, %r9;
# 	setp.ne.b64 	%p1, %rd15, 0;
# 	add.s64 	%rd16, %rd11, -1;
# 	setp.lt.s64 	%p2, %rd15, %rd16;
# 	and.pred 	%p3, %p1, %p2;
# 	setp.ne.b32 	%p4, %r9, 0;
# 	add.s64 	%rd17, %rd12, -1;
# 	setp.gt.s64 	%p5, %rd17, %rd1;
# 	and.pred 	%p6, %p4, %p5;
# 	and.pred 	%p7, %p3, %p6;
# 	not.pred 	%p8, %p7;
# 	@%p8 bra 	$L__BB0_7;
# 	ld.param.b64 	%rd10, [wave_param_8];
# 	ld.param.b64 	%rd9, [wave_param_7];
# 	ld.param.b64 	%rd8, [wave_param_6];
# 	ld.param.b64 	%rd7, [wave_param_3];
# 	ld.param.b64 	%rd6, [wave_param_2];
# 	ld.param.b64 	%rd5, [wave_param_1];
# 	ld.param.b64 	%rd4, [wave_param_0];
# 	min.u64 	%rd18, %rd6, %rd10;
# 	setp.gt.u64 	%p9, %rd18, %rd15;
# 	setp.gt.u64 	%p10, %rd5, %rd1;
# 	and.pred 	%p11, %p10, %p9;
# 	setp.gt.u64 	%p12, %rd9, %rd1;
# 	and.pred 	%p13, %p12, %p11;
# 	@%p13 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	mad.lo.s64 	%rd29, %rd11, %rd1, %rd15;
# 	shl.b64 	%rd30, %rd29, 2;
# 	add.s64 	%rd31, %rd7, %rd30;
# 	ld.global.b32 	%r17, [%rd31+-4];
# 	ld.global.b32 	%r18, [%rd31+4];
# 	add.rn.f32 	%r19, %r17, %r18;
# 	shl.b64 	%rd32, %rd11, 2;
# 	sub.s64 	%rd33, %rd31, %rd32;
# 	ld.global.b32 	%r20, [%rd33];
# 	add.rn.f32 	%r21, %r19, %r20;
# 	add.s64 	%rd34, %rd31, %rd32;
# 	ld.global.b32 	%r22, [%rd34];
# 	add.rn.f32 	%r23, %r21, %r22;
# 	mad.lo.s64 	%rd35, %rd6, %rd1, %rd15;
# 	shl.b64 	%rd36, %rd35, 2;
# 	add.s64 	%rd37, %rd4, %rd36;
# 	ld.global.b32 	%r24, [%rd37];
# 	neg.f32 	%r25, %r24;
# 	fma.rn.f32 	%r26, %r23, 0f3F000000, %r25;
# 	mad.lo.s64 	%rd38, %rd10, %rd1, %rd15;
# 	shl.b64 	%rd39, %rd38, 2;
# 	add.s64 	%rd40, %rd8, %rd39;
# 	st.global.b32 	[%rd40], %r26;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_3:
# 	setp.le.u64 	%p14, %rd5, %rd1;
# 	setp.ge.u64 	%p15, %rd15, %rd6;
# 	mov.b32 	%r27, 0f00000000;
# 	or.pred 	%p16, %p14, %p15;
# 	@%p16 bra 	$L__BB0_5;
# 	mad.lo.s64 	%rd25, %rd6, %rd1, %rd15;
# 	shl.b64 	%rd26, %rd25, 2;
# 	add.s64 	%rd2, %rd4, %rd26;
# 	ld.global.b32 	%r27, [%rd2];
# $L__BB0_5:
# 	setp.le.u64 	%p17, %rd9, %rd1;
# 	setp.ge.u64 	%p18, %rd15, %rd10;
# 	or.pred 	%p19, %p17, %p18;
# 	@%p19 bra 	$L__BB0_7;
# 	mad.lo.s64 	%rd19, %rd11, %rd1, %rd15;
# 	shl.b64 	%rd20, %rd19, 2;
# 	add.s64 	%rd21, %rd7, %rd20;
# 	shl.b64 	%rd22, %rd11, 2;
# 	ld.global.b32 	%r10, [%rd21+-4];
# 	ld.global.b32 	%r11, [%rd21+4];
# 	sub.s64 	%rd23, %rd21, %rd22;
# 	add.rn.f32 	%r12, %r10, %r11;
# 	ld.global.b32 	%r13, [%rd23];
# 	add.s64 	%rd24, %rd21, %rd22;
# 	add.rn.f32 	%r14, %r12, %r13;
# 	ld.global.b32 	%r15, [%rd24];
# 	add.rn.f32 	%r1, %r14, %r15;
# 	mad.lo.s64 	%rd27, %rd10, %rd1, %rd15;
# 	shl.b64 	%rd28, %rd27, 2;
# 	add.s64 	%rd3, %rd8, %rd28;
# 	neg.f32 	%r16, %r27;
# 	fma.rn.f32 	%r2, %r1, 0f3F000000, %r16;
# 	st.global.b32 	[%rd3], %r2;
# $L__BB0_7:
# 	ret;
#
# }
