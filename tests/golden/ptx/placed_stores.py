# golden: --emit=ptx --arch=sm_90
# Numbers put in order into a short array of the thread's own. Each path to the
# last store has a place of its own, so that the array is in registers: there is
# no local memory.
from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[::1])")
def second(x, out):
    i = cuda.grid(1)
    if i >= out.size:
        return
    least = cuda.local.array(3, float32)
    for k in range(3):
        least[k] = float32(1e30)
    for k in range(x.shape[1]):
        value = x[i, k]
        j = 2
        while j > 0 and least[j - 1] > value:
            least[j] = least[j - 1]
            j -= 1
        least[j] = value
    out[i] = least[1]

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel second entry second source placed_stores.py:9
# // arg x array float32 ndim 2 layout C
# // arg out array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param x shape1 i64 offset 16 size 8
# // param out ptr ptr offset 24 size 8
# // param out shape0 i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	second
#
# .visible .entry second(
# 	.param .u64 .ptr .global .align 4 second_param_0,
# 	.param .u64 second_param_1,
# 	.param .u64 second_param_2,
# 	.param .u64 .ptr .global .align 4 second_param_3,
# 	.param .u64 second_param_4
# )
# {
# 	.reg .pred 	%p<30>;
# 	.reg .b32 	%r<52>;
# 	.reg .b64 	%rd<22>;
#
# 	mov.u32 	%r2, %ctaid.x;
# 	ld.param.b64 	%rd6, [second_param_4];
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd7, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd8, %r4;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	setp.ge.u64 	%p1, %rd1, %rd6;
# 	@%p1 bra 	$L__BB0_12;
# 	ld.param.b64 	%rd5, [second_param_3];
# 	ld.param.b64 	%rd4, [second_param_2];
# 	ld.param.b64 	%rd3, [second_param_1];
# 	setp.lt.u64 	%p2, %rd1, %rd3;
# 	@%p2 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_5:
# 	setp.eq.b64 	%p7, %rd4, 0;
# 	mov.b32 	%r49, 0f7149F2CA;
# 	@%p7 bra 	$L__BB0_11;
# 	ld.param.b64 	%rd2, [second_param_0];
# 	cvt.u32.u64 	%r1, %rd4;
# 	and.b32 	%r48, %r1, 7;
# 	setp.gt.u64 	%p8, %rd4, 7;
# 	@%p8 bra 	$L__BB0_13;
# 	mul.lo.s64 	%rd11, %rd4, %rd1;
# 	shl.b64 	%rd16, %rd11, 2;
# 	mov.b64 	%rd17, 0;
# 	mov.b32 	%r50, 0f7149F2CA;
# 	mov.b32 	%r49, %r50;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_2:
# 	setp.eq.b64 	%p3, %rd4, 0;
# 	mov.b32 	%r49, 0f7149F2CA;
# 	@%p3 bra 	$L__BB0_11;
# 	mov.b64 	%rd21, 0;
# 	mov.b32 	%r49, 0f7149F2CA;
# 	mov.b32 	%r51, %r49;
# $L__BB0_4:
# 	.pragma "nounroll";
# 	setp.gt.f32 	%p4, %r49, 0f00000000;
# 	setp.gt.f32 	%p5, %r51, 0f00000000;
# 	max.f32 	%r5, %r51, 0f00000000;
# 	selp.f32 	%r6, 0f00000000, %r51, %p5;
# 	selp.f32 	%r51, %r6, %r51, %p4;
# 	selp.f32 	%r49, %r5, %r49, %p4;
# 	add.s64 	%rd21, %rd21, 1;
# 	setp.eq.b64 	%p6, %rd21, %rd4;
# 	@%p6 bra 	$L__BB0_11;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_13:
# 	and.b64 	%rd17, %rd4, 562949953421304;
# 	mul.lo.s64 	%rd9, %rd4, %rd1;
# 	shl.b64 	%rd16, %rd9, 2;
# 	add.s64 	%rd10, %rd16, %rd2;
# 	add.s64 	%rd19, %rd10, 16;
# 	mov.b64 	%rd20, 0;
# 	mov.b32 	%r50, 0f7149F2CA;
# 	mov.b32 	%r49, %r50;
# $L__BB0_14:
# 	.pragma "nounroll";
# 	ld.global.b32 	%r7, [%rd19+-16];
# 	setp.gt.f32 	%p9, %r49, %r7;
# 	setp.gt.f32 	%p10, %r50, %r7;
# 	selp.f32 	%r8, %r50, %r7, %p10;
# 	selp.f32 	%r9, %r7, %r50, %p10;
# 	selp.f32 	%r10, %r9, %r50, %p9;
# 	selp.f32 	%r11, %r8, %r49, %p9;
# 	ld.global.b32 	%r12, [%rd19+-12];
# 	setp.gt.f32 	%p11, %r11, %r12;
# 	setp.gt.f32 	%p12, %r10, %r12;
# 	selp.f32 	%r13, %r10, %r12, %p12;
# 	selp.f32 	%r14, %r12, %r10, %p12;
# 	selp.f32 	%r15, %r14, %r10, %p11;
# 	selp.f32 	%r16, %r13, %r11, %p11;
# 	ld.global.b32 	%r17, [%rd19+-8];
# 	setp.gt.f32 	%p13, %r16, %r17;
# 	setp.gt.f32 	%p14, %r15, %r17;
# 	selp.f32 	%r18, %r15, %r17, %p14;
# 	selp.f32 	%r19, %r17, %r15, %p14;
# 	selp.f32 	%r20, %r19, %r15, %p13;
# 	selp.f32 	%r21, %r18, %r16, %p13;
# 	ld.global.b32 	%r22, [%rd19+-4];
# 	setp.gt.f32 	%p15, %r21, %r22;
# 	setp.gt.f32 	%p16, %r20, %r22;
# 	selp.f32 	%r23, %r20, %r22, %p16;
# 	selp.f32 	%r24, %r22, %r20, %p16;
# 	selp.f32 	%r25, %r24, %r20, %p15;
# 	selp.f32 	%r26, %r23, %r21, %p15;
# 	ld.global.b32 	%r27, [%rd19];
# 	setp.gt.f32 	%p17, %r26, %r27;
# 	setp.gt.f32 	%p18, %r25, %r27;
# 	selp.f32 	%r28, %r25, %r27, %p18;
# 	selp.f32 	%r29, %r27, %r25, %p18;
# 	selp.f32 	%r30, %r29, %r25, %p17;
# 	selp.f32 	%r31, %r28, %r26, %p17;
# 	ld.global.b32 	%r32, [%rd19+4];
# 	setp.gt.f32 	%p19, %r31, %r32;
# 	setp.gt.f32 	%p20, %r30, %r32;
# 	selp.f32 	%r33, %r30, %r32, %p20;
# 	selp.f32 	%r34, %r32, %r30, %p20;
# 	selp.f32 	%r35, %r34, %r30, %p19;
# 	selp.f32 	%r36, %r33, %r31, %p19;
# 	ld.global.b32 	%r37, [%rd19+8];
# 	setp.gt.f32 	%p21, %r36, %r37;
# 	setp.gt.f32 	%p22, %r35, %r37;
# 	selp.f32 	%r38, %r35, %r37, %p22;
# 	selp.f32 	%r39, %r37, %r35, %p22;
# 	selp.f32 	%r40, %r39, %r35, %p21;
# 	selp.f32 	%r41, %r38, %r36, %p21;
# 	ld.global.b32 	%r42, [%rd19+12];
# 	setp.gt.f32 	%p23, %r41, %r42;
# 	setp.gt.f32 	%p24, %r40, %r42;
# 	selp.f32 	%r43, %r40, %r42, %p24;
# 	selp.f32 	%r44, %r42, %r40, %p24;
# 	selp.f32 	%r50, %r44, %r40, %p23;
# 	selp.f32 	%r49, %r43, %r41, %p23;
# 	add.s64 	%rd20, %rd20, 8;
# 	add.s64 	%rd19, %rd19, 32;
# 	setp.eq.b64 	%p25, %rd17, %rd20;
# 	@%p25 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_8:
# 	setp.eq.b32 	%p26, %r48, 0;
# 	@%p26 bra 	$L__BB0_11;
# $L__BB0_9:
# 	shl.b64 	%rd12, %rd17, 2;
# 	add.s64 	%rd13, %rd16, %rd12;
# 	add.s64 	%rd18, %rd2, %rd13;
# $L__BB0_10:
# 	.pragma "nounroll";
# 	ld.global.b32 	%r45, [%rd18];
# 	setp.gt.f32 	%p27, %r49, %r45;
# 	setp.gt.f32 	%p28, %r50, %r45;
# 	selp.f32 	%r46, %r50, %r45, %p28;
# 	selp.f32 	%r47, %r45, %r50, %p28;
# 	selp.f32 	%r50, %r47, %r50, %p27;
# 	selp.f32 	%r49, %r46, %r49, %p27;
# 	add.s64 	%rd18, %rd18, 4;
# 	add.s32 	%r48, %r48, -1;
# 	setp.ne.b32 	%p29, %r48, 0;
# 	@%p29 bra 	$L__BB0_10;
# $L__BB0_11:
# 	shl.b64 	%rd14, %rd1, 2;
# 	add.s64 	%rd15, %rd5, %rd14;
# 	st.global.b32 	[%rd15], %r49;
# $L__BB0_12:
# 	ret;
#
# }
