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
# 	.reg .pred 	%p<18>;
# 	.reg .b32 	%r<29>;
# 	.reg .b64 	%rd<55>;
#
# 	ld.param.b64 	%rd12, [wave_param_5];
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd13, %r3, %r4;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd14, %r5;
# 	add.s64 	%rd15, %rd13, %rd14;
# 	setp.ne.b64 	%p1, %rd15, 0;
# 	add.s64 	%rd16, %rd12, -1;
# 	setp.lt.s64 	%p2, %rd15, %rd16;
# 	and.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd8, [wave_param_4];
# 	mov.u32 	%r6, %ctaid.y;
# 	mov.u32 	%r7, %ntid.y;
# 	mov.u32 	%r8, %tid.y;
# 	mad.lo.s32 	%r9, %r6, %r7, %r8;
# 	cvt.u64.u32 	%rd1, %r9;
# 	cvt.u32.u64 	%r10, %rd1;
# 	setp.ne.b32 	%p4, %r10, 0;
# 	add.s64 	%rd17, %rd8, -1;
# 	setp.gt.s64 	%p5, %rd17, %rd1;
# 	and.pred 	%p6, %p4, %p5;
# 	@%p6 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_3:
# 	ld.param.b64 	%rd11, [wave_param_8];
# 	ld.param.b64 	%rd10, [wave_param_7];
# 	ld.param.b64 	%rd9, [wave_param_6];
# 	ld.param.b64 	%rd7, [wave_param_3];
# 	ld.param.b64 	%rd6, [wave_param_2];
# 	ld.param.b64 	%rd5, [wave_param_1];
# 	ld.param.b64 	%rd4, [wave_param_0];
# 	min.u64 	%rd18, %rd6, %rd11;
# 	setp.gt.u64 	%p7, %rd18, %rd15;
# 	setp.gt.u64 	%p8, %rd5, %rd1;
# 	and.pred 	%p9, %p8, %p7;
# 	setp.gt.u64 	%p10, %rd10, %rd1;
# 	and.pred 	%p11, %p10, %p9;
# 	@%p11 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_4:
# 	mul.lo.s64 	%rd36, %rd12, %rd1;
# 	shl.b64 	%rd37, %rd36, 2;
# 	add.s64 	%rd38, %rd7, %rd37;
# 	shl.b64 	%rd39, %rd15, 2;
# 	add.s64 	%rd40, %rd38, %rd39;
# 	ld.global.b32 	%r18, [%rd40+-4];
# 	ld.global.b32 	%r19, [%rd40+4];
# 	add.rn.f32 	%r20, %r18, %r19;
# 	sub.s64 	%rd41, %rd36, %rd12;
# 	shl.b64 	%rd42, %rd41, 2;
# 	add.s64 	%rd43, %rd7, %rd42;
# 	add.s64 	%rd44, %rd43, %rd39;
# 	ld.global.b32 	%r21, [%rd44];
# 	add.rn.f32 	%r22, %r20, %r21;
# 	shl.b64 	%rd45, %rd12, 2;
# 	add.s64 	%rd46, %rd40, %rd45;
# 	ld.global.b32 	%r23, [%rd46];
# 	add.rn.f32 	%r24, %r22, %r23;
# 	mul.lo.s64 	%rd47, %rd6, %rd1;
# 	shl.b64 	%rd48, %rd47, 2;
# 	add.s64 	%rd49, %rd4, %rd48;
# 	add.s64 	%rd50, %rd49, %rd39;
# 	ld.global.b32 	%r25, [%rd50];
# 	neg.f32 	%r26, %r25;
# 	fma.rn.f32 	%r27, %r24, 0f3F000000, %r26;
# 	mul.lo.s64 	%rd51, %rd11, %rd1;
# 	shl.b64 	%rd52, %rd51, 2;
# 	add.s64 	%rd53, %rd9, %rd52;
# 	add.s64 	%rd54, %rd53, %rd39;
# 	st.global.b32 	[%rd54], %r27;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_5:
# 	setp.le.u64 	%p12, %rd5, %rd1;
# 	setp.ge.u64 	%p13, %rd15, %rd6;
# 	shl.b64 	%rd22, %rd15, 2;
# 	mov.b32 	%r28, 0f00000000;
# 	or.pred 	%p14, %p12, %p13;
# 	@%p14 bra 	$L__BB0_7;
# 	mul.lo.s64 	%rd30, %rd6, %rd1;
# 	shl.b64 	%rd31, %rd30, 2;
# 	add.s64 	%rd32, %rd4, %rd31;
# 	add.s64 	%rd2, %rd32, %rd22;
# 	ld.global.b32 	%r28, [%rd2];
# $L__BB0_7:
# 	setp.le.u64 	%p15, %rd10, %rd1;
# 	setp.ge.u64 	%p16, %rd15, %rd11;
# 	or.pred 	%p17, %p15, %p16;
# 	@%p17 bra 	$L__BB0_1;
# 	mul.lo.s64 	%rd19, %rd12, %rd1;
# 	shl.b64 	%rd20, %rd19, 2;
# 	sub.s64 	%rd24, %rd19, %rd12;
# 	add.s64 	%rd21, %rd7, %rd20;
# 	shl.b64 	%rd25, %rd24, 2;
# 	add.s64 	%rd23, %rd21, %rd22;
# 	add.s64 	%rd26, %rd7, %rd25;
# 	ld.global.b32 	%r11, [%rd23+-4];
# 	ld.global.b32 	%r12, [%rd23+4];
# 	add.s64 	%rd27, %rd26, %rd22;
# 	shl.b64 	%rd28, %rd12, 2;
# 	add.rn.f32 	%r13, %r11, %r12;
# 	ld.global.b32 	%r14, [%rd27];
# 	add.s64 	%rd29, %rd23, %rd28;
# 	add.rn.f32 	%r15, %r13, %r14;
# 	ld.global.b32 	%r16, [%rd29];
# 	add.rn.f32 	%r1, %r15, %r16;
# 	mul.lo.s64 	%rd33, %rd11, %rd1;
# 	shl.b64 	%rd34, %rd33, 2;
# 	add.s64 	%rd35, %rd9, %rd34;
# 	add.s64 	%rd3, %rd35, %rd22;
# 	neg.f32 	%r17, %r28;
# 	fma.rn.f32 	%r2, %r1, 0f3F000000, %r17;
# 	st.global.b32 	[%rd3], %r2;
# $L__BB0_1:
# 	ret;
#
# }
