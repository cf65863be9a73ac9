# golden: --emit=ptx --arch=sm_90
# A loop that may end at any turn and goes on by planes: its address is stepped,
# not multiplied in each turn. Along a row the index is all that there is.
from numba import cuda, float32


@cuda.jit("void(float32[:, :, ::1], float32[:, ::1], float32)")
def march(volume, out, limit):
    x, y = cuda.grid(2)
    if x < out.shape[1] and y < out.shape[0]:
        light = float32(0)
        for z in range(volume.shape[0]):
            light += volume[z, y, x] * (float32(1) - light)
            if light > limit:
                break
        out[y, x] = light

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel march entry march source march.py:8
# // arg volume array float32 ndim 3 layout C
# // arg out array float32 ndim 2 layout C
# // arg limit scalar float32
# // param volume ptr ptr offset 0 size 8
# // param volume shape0 i64 offset 8 size 8
# // param volume shape1 i64 offset 16 size 8
# // param volume shape2 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // param out shape1 i64 offset 48 size 8
# // param limit value f32 offset 56 size 4
# // facts params 60 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	march
#
# .visible .entry march(
# 	.param .u64 .ptr .global .align 4 march_param_0,
# 	.param .u64 march_param_1,
# 	.param .u64 march_param_2,
# 	.param .u64 march_param_3,
# 	.param .u64 .ptr .global .align 4 march_param_4,
# 	.param .u64 march_param_5,
# 	.param .u64 march_param_6,
# 	.param .f32 march_param_7
# )
# {
# 	.reg .pred 	%p<26>;
# 	.reg .b32 	%r<33>;
# 	.reg .b64 	%rd<34>;
#
# 	ld.param.b32 	%r11, [march_param_7];
# 	ld.param.b64 	%rd11, [march_param_6];
# 	ld.param.b64 	%rd10, [march_param_5];
# 	ld.param.b64 	%rd8, [march_param_3];
# 	ld.param.b64 	%rd7, [march_param_2];
# 	ld.param.b64 	%rd6, [march_param_1];
# 	ld.param.b64 	%rd5, [march_param_0];
# 	cvt.u32.u64 	%r12, %rd8;
# 	cvt.u32.u64 	%r13, %rd7;
# 	cvt.u32.u64 	%r14, %rd6;
# 	or.b64 	%rd12, %rd7, %rd6;
# 	and.b32 	%r2, %r14, 536870911;
# 	and.b32 	%r3, %r13, 536870911;
# 	mul.wide.u32 	%rd13, %r3, %r2;
# 	cvt.u32.u64 	%r15, %rd13;
# 	or.b64 	%rd14, %rd12, %rd8;
# 	and.b32 	%r16, %r15, 2147483647;
# 	and.b32 	%r4, %r12, 536870911;
# 	mul.wide.u32 	%rd15, %r16, %r4;
# 	or.b64 	%rd16, %rd15, %rd13;
# 	setp.gt.u64 	%p2, %rd16, 2147483647;
# 	or.b64 	%rd17, %rd14, %rd10;
# 	or.b64 	%rd18, %rd17, %rd11;
# 	setp.gt.u64 	%p3, %rd18, 536870911;
# 	mov.u32 	%r5, %ctaid.x;
# 	mov.u32 	%r6, %ntid.x;
# 	mul.wide.u32 	%rd19, %r5, %r6;
# 	mov.u32 	%r7, %tid.x;
# 	cvt.u64.u32 	%rd20, %r7;
# 	add.s64 	%rd1, %rd19, %rd20;
# 	mov.u32 	%r17, %ctaid.y;
# 	mov.u32 	%r18, %ntid.y;
# 	mov.u32 	%r19, %tid.y;
# 	mad.lo.s32 	%r9, %r17, %r18, %r19;
# 	cvt.u64.u32 	%rd2, %r9;
# 	or.pred 	%p4, %p3, %p2;
# 	@%p4 bra 	$L__BB0_5;
# 	cvt.u32.u64 	%r1, %rd10;
# 	setp.lt.u64 	%p15, %rd1, %rd11;
# 	and.b32 	%r23, %r1, 536870911;
# 	setp.gt.u32 	%p16, %r23, %r9;
# 	and.pred 	%p17, %p15, %p16;
# 	@%p17 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_2:
# 	cvt.u32.u64 	%r8, %rd1;
# 	setp.ge.u32 	%p18, %r8, %r4;
# 	setp.le.u32 	%p19, %r3, %r9;
# 	setp.eq.b32 	%p20, %r2, 0;
# 	or.pred 	%p21, %p19, %p18;
# 	or.pred 	%p22, %p21, %p20;
# 	mov.b32 	%r30, 0f00000000;
# 	@%p22 bra 	$L__BB0_3;
# 	cvt.u32.u64 	%r24, %rd2;
# 	add.s32 	%r25, %r2, -1;
# 	cvt.u64.u32 	%rd32, %r25;
# 	mad.lo.s32 	%r26, %r6, %r5, %r7;
# 	mad.lo.s32 	%r31, %r24, %r4, %r26;
# 	mul.lo.s32 	%r10, %r3, %r4;
# 	mov.b32 	%r30, 0f00000000;
# $L__BB0_12:
# 	mul.wide.u32 	%rd25, %r31, 4;
# 	add.s64 	%rd26, %rd5, %rd25;
# 	ld.global.b32 	%r27, [%rd26];
# 	mov.b32 	%r28, 0f3F800000;
# 	sub.rn.f32 	%r29, %r28, %r30;
# 	fma.rn.f32 	%r30, %r27, %r29, %r30;
# 	setp.gt.f32 	%p23, %r30, %r11;
# 	setp.eq.b64 	%p24, %rd32, 0;
# 	or.pred 	%p25, %p23, %p24;
# 	add.s64 	%rd32, %rd32, -1;
# 	add.s32 	%r31, %r31, %r10;
# 	@%p25 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_5:
# 	setp.ge.u64 	%p5, %rd1, %rd11;
# 	setp.le.u64 	%p6, %rd10, %rd2;
# 	or.pred 	%p7, %p5, %p6;
# 	@%p7 bra 	$L__BB0_4;
# 	setp.eq.b64 	%p8, %rd6, 0;
# 	mov.b32 	%r30, 0f00000000;
# 	@%p8 bra 	$L__BB0_3;
# 	shl.b64 	%rd21, %rd1, 2;
# 	add.s64 	%rd3, %rd5, %rd21;
# 	setp.gt.u64 	%p9, %rd7, %rd2;
# 	setp.lt.u64 	%p10, %rd1, %rd8;
# 	and.pred 	%p1, %p9, %p10;
# 	mov.b32 	%r20, 0f00000000;
# 	mov.b64 	%rd33, 0;
# 	not.pred 	%p11, %p1;
# 	mov.b32 	%r30, %r20;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_10:
# 	mov.b32 	%r21, 0f3F800000;
# 	sub.rn.f32 	%r22, %r21, %r30;
# 	fma.rn.f32 	%r30, %r32, %r22, %r30;
# 	setp.gt.f32 	%p12, %r30, %r11;
# 	add.s64 	%rd33, %rd33, 1;
# 	setp.eq.b64 	%p13, %rd33, %rd6;
# 	or.pred 	%p14, %p12, %p13;
# 	@%p14 bra 	$L__BB0_3;
# $L__BB0_8:
# 	.pragma "nounroll";
# 	mov.b32 	%r32, %r20;
# 	@%p11 bra 	$L__BB0_10;
# 	mad.lo.s64 	%rd22, %rd33, %rd7, %rd2;
# 	mul.lo.s64 	%rd23, %rd22, %rd8;
# 	shl.b64 	%rd24, %rd23, 2;
# 	add.s64 	%rd4, %rd3, %rd24;
# 	ld.global.b32 	%r32, [%rd4];
# 	bra.uni 	$L__BB0_10;
# $L__BB0_3:
# 	ld.param.b64 	%rd9, [march_param_4];
# 	mul.lo.s64 	%rd27, %rd11, %rd2;
# 	shl.b64 	%rd28, %rd27, 2;
# 	add.s64 	%rd29, %rd9, %rd28;
# 	shl.b64 	%rd30, %rd1, 2;
# 	add.s64 	%rd31, %rd29, %rd30;
# 	st.global.b32 	[%rd31], %r30;
# $L__BB0_4:
# 	ret;
#
# }
