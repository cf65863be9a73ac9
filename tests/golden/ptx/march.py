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
# 	.reg .pred 	%p<23>;
# 	.reg .b32 	%r<30>;
# 	.reg .b64 	%rd<37>;
#
# 	ld.param.b32 	%r6, [march_param_7];
# 	ld.param.b64 	%rd11, [march_param_6];
# 	ld.param.b64 	%rd10, [march_param_5];
# 	ld.param.b64 	%rd8, [march_param_3];
# 	ld.param.b64 	%rd7, [march_param_2];
# 	ld.param.b64 	%rd6, [march_param_1];
# 	ld.param.b64 	%rd5, [march_param_0];
# 	or.b64 	%rd12, %rd7, %rd6;
# 	or.b64 	%rd13, %rd12, %rd8;
# 	or.b64 	%rd14, %rd13, %rd10;
# 	or.b64 	%rd15, %rd14, %rd11;
# 	setp.gt.u64 	%p2, %rd15, 1073741823;
# 	@%p2 bra 	$L__BB0_5;
# 	cvt.u32.u64 	%r4, %rd10;
# 	mov.u32 	%r16, %ctaid.x;
# 	mov.u32 	%r17, %ntid.x;
# 	mul.wide.u32 	%rd22, %r16, %r17;
# 	mov.u32 	%r18, %tid.x;
# 	cvt.u64.u32 	%rd23, %r18;
# 	add.s64 	%rd33, %rd22, %rd23;
# 	mov.u32 	%r19, %ctaid.y;
# 	mov.u32 	%r20, %ntid.y;
# 	mov.u32 	%r21, %tid.y;
# 	mad.lo.s32 	%r27, %r19, %r20, %r21;
# 	setp.lt.u64 	%p13, %rd33, %rd11;
# 	setp.gt.u32 	%p14, %r4, %r27;
# 	and.pred 	%p15, %p13, %p14;
# 	@%p15 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_2:
# 	cvt.u32.u64 	%r2, %rd7;
# 	cvt.u32.u64 	%r3, %rd8;
# 	cvt.u32.u64 	%r5, %rd33;
# 	setp.ge.u32 	%p16, %r5, %r3;
# 	setp.le.u32 	%p17, %r2, %r27;
# 	mov.b32 	%r28, 0f00000000;
# 	or.pred 	%p18, %p17, %p16;
# 	@%p18 bra 	$L__BB0_3;
# 	cvt.u32.u64 	%r1, %rd6;
# 	setp.eq.b32 	%p19, %r1, 0;
# 	@%p19 bra 	$L__BB0_3;
# 	add.s32 	%r22, %r1, -1;
# 	cvt.u64.u32 	%rd35, %r22;
# 	mul.wide.u32 	%rd24, %r3, %r27;
# 	shl.b64 	%rd25, %rd24, 2;
# 	shl.b32 	%r23, %r5, 2;
# 	cvt.u64.u32 	%rd26, %r23;
# 	add.s64 	%rd27, %rd25, %rd26;
# 	add.s64 	%rd34, %rd5, %rd27;
# 	mul.wide.u32 	%rd28, %r3, %r2;
# 	shl.b64 	%rd3, %rd28, 2;
# 	mov.b32 	%r28, 0f00000000;
# $L__BB0_13:
# 	ld.global.b32 	%r24, [%rd34];
# 	mov.b32 	%r25, 0f3F800000;
# 	sub.rn.f32 	%r26, %r25, %r28;
# 	fma.rn.f32 	%r28, %r24, %r26, %r28;
# 	setp.gt.f32 	%p20, %r28, %r6;
# 	setp.eq.b64 	%p21, %rd35, 0;
# 	or.pred 	%p22, %p20, %p21;
# 	add.s64 	%rd35, %rd35, -1;
# 	add.s64 	%rd34, %rd34, %rd3;
# 	@%p22 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_5:
# 	mov.u32 	%r7, %ctaid.x;
# 	mov.u32 	%r8, %ntid.x;
# 	mul.wide.u32 	%rd16, %r7, %r8;
# 	mov.u32 	%r9, %tid.x;
# 	cvt.u64.u32 	%rd17, %r9;
# 	add.s64 	%rd33, %rd16, %rd17;
# 	mov.u32 	%r10, %ctaid.y;
# 	mov.u32 	%r11, %ntid.y;
# 	mov.u32 	%r12, %tid.y;
# 	mad.lo.s32 	%r27, %r10, %r11, %r12;
# 	cvt.u64.u32 	%rd1, %r27;
# 	setp.ge.u64 	%p3, %rd33, %rd11;
# 	setp.le.u64 	%p4, %rd10, %rd1;
# 	or.pred 	%p5, %p3, %p4;
# 	@%p5 bra 	$L__BB0_4;
# 	setp.eq.b64 	%p6, %rd6, 0;
# 	mov.b32 	%r28, 0f00000000;
# 	@%p6 bra 	$L__BB0_3;
# 	shl.b64 	%rd18, %rd33, 2;
# 	add.s64 	%rd2, %rd5, %rd18;
# 	setp.gt.u64 	%p7, %rd7, %rd1;
# 	setp.lt.u64 	%p8, %rd33, %rd8;
# 	and.pred 	%p1, %p7, %p8;
# 	mov.b32 	%r13, 0f00000000;
# 	mov.b64 	%rd36, 0;
# 	not.pred 	%p9, %p1;
# 	mov.b32 	%r28, %r13;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_10:
# 	mov.b32 	%r14, 0f3F800000;
# 	sub.rn.f32 	%r15, %r14, %r28;
# 	fma.rn.f32 	%r28, %r29, %r15, %r28;
# 	setp.gt.f32 	%p10, %r28, %r6;
# 	add.s64 	%rd36, %rd36, 1;
# 	setp.eq.b64 	%p11, %rd36, %rd6;
# 	or.pred 	%p12, %p10, %p11;
# 	@%p12 bra 	$L__BB0_3;
# $L__BB0_8:
# 	.pragma "nounroll";
# 	mov.b32 	%r29, %r13;
# 	@%p9 bra 	$L__BB0_10;
# 	mad.lo.s64 	%rd19, %rd36, %rd7, %rd1;
# 	mul.lo.s64 	%rd20, %rd19, %rd8;
# 	shl.b64 	%rd21, %rd20, 2;
# 	add.s64 	%rd4, %rd2, %rd21;
# 	ld.global.b32 	%r29, [%rd4];
# 	bra.uni 	$L__BB0_10;
# $L__BB0_3:
# 	ld.param.b64 	%rd9, [march_param_4];
# 	cvt.u64.u32 	%rd29, %r27;
# 	mad.lo.s64 	%rd30, %rd11, %rd29, %rd33;
# 	shl.b64 	%rd31, %rd30, 2;
# 	add.s64 	%rd32, %rd9, %rd31;
# 	st.global.b32 	[%rd32], %r28;
# $L__BB0_4:
# 	ret;
#
# }
