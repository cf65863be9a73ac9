# golden: --emit=ptx --arch=sm_90
# Whole parts of floats that the program asks about itself. Where the float is
# below 2**30 (the comparison of abs.f32) there are no guards, and the index has
# 32 bits; else it saturates, and k + 1 may wrap around.
from numba import cuda, float32


@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def between(table, places, out):
    i = cuda.grid(1)
    if i >= out.size or i >= places.size:
        return
    x = places[i]
    k = int(x)
    if k >= 0 and k + 1 < table.size:
        part = x - float32(k)
        out[i] = table[k] * (1 - part) + table[k + 1] * part

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel between entry between source whole_parts.py:9
# // arg table array float32 ndim 1 layout C
# // arg places array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param table ptr ptr offset 0 size 8
# // param table shape0 i64 offset 8 size 8
# // param places ptr ptr offset 16 size 8
# // param places shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	between
#
# .visible .entry between(
# 	.param .u64 .ptr .global .align 4 between_param_0,
# 	.param .u64 between_param_1,
# 	.param .u64 .ptr .global .align 4 between_param_2,
# 	.param .u64 between_param_3,
# 	.param .u64 .ptr .global .align 4 between_param_4,
# 	.param .u64 between_param_5
# )
# {
# 	.reg .pred 	%p<10>;
# 	.reg .b32 	%r<24>;
# 	.reg .b64 	%rd<28>;
#
# 	mov.u32 	%r5, %ctaid.x;
# 	ld.param.b64 	%rd11, [between_param_3];
# 	mov.u32 	%r6, %ntid.x;
# 	mul.wide.u32 	%rd12, %r5, %r6;
# 	ld.param.b64 	%rd13, [between_param_5];
# 	mov.u32 	%r7, %tid.x;
# 	cvt.u64.u32 	%rd14, %r7;
# 	add.s64 	%rd1, %rd12, %rd14;
# 	min.u64 	%rd15, %rd11, %rd13;
# 	setp.le.u64 	%p1, %rd15, %rd1;
# 	@%p1 bra 	$L__BB0_3;
# 	ld.param.b64 	%rd9, [between_param_2];
# 	ld.param.b64 	%rd8, [between_param_1];
# 	ld.param.b64 	%rd7, [between_param_0];
# 	shl.b64 	%rd16, %rd1, 2;
# 	add.s64 	%rd17, %rd9, %rd16;
# 	ld.global.b32 	%r1, [%rd17];
# 	abs.f32 	%r8, %r1;
# 	setp.geu.f32 	%p2, %r8, 0f4E800000;
# 	@%p2 bra 	$L__BB0_7;
# 	cvt.rzi.s32.f32 	%r2, %r1;
# 	setp.gt.s32 	%p8, %r2, -1;
# 	@%p8 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_5:
# 	add.s32 	%r12, %r2, 1;
# 	cvt.u64.u32 	%rd24, %r12;
# 	setp.lt.u64 	%p9, %rd24, %rd8;
# 	@%p9 bra 	$L__BB0_6;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_6:
# 	cvt.s64.s32 	%rd2, %r2;
# 	cvt.u32.u64 	%r13, %rd2;
# 	cvt.rn.f32.u32 	%r14, %r13;
# 	sub.rn.f32 	%r15, %r1, %r14;
# 	mul.wide.u32 	%rd25, %r2, 4;
# 	add.s64 	%rd26, %rd7, %rd25;
# 	ld.global.b32 	%r16, [%rd26];
# 	mov.b32 	%r17, 0f3F800000;
# 	sub.rn.f32 	%r18, %r17, %r15;
# 	ld.global.b32 	%r19, [%rd26+4];
# 	mul.rn.f32 	%r20, %r15, %r19;
# 	fma.rn.f32 	%r21, %r16, %r18, %r20;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_7:
# 	cvt.rzi.s64.f32 	%rd18, %r1;
# 	setp.nan.f32 	%p3, %r1, %r1;
# 	selp.b64 	%rd3, 0, %rd18, %p3;
# 	setp.gt.s64 	%p4, %rd3, -1;
# 	@%p4 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_8:
# 	add.s64 	%rd5, %rd3, 1;
# 	setp.lt.s64 	%p5, %rd5, %rd8;
# 	@%p5 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_9:
# 	cvt.rn.f32.u64 	%r9, %rd3;
# 	sub.rn.f32 	%r3, %r1, %r9;
# 	setp.lt.u64 	%p6, %rd3, %rd8;
# 	shl.b64 	%rd19, %rd3, 2;
# 	add.s64 	%rd4, %rd7, %rd19;
# 	mov.b32 	%r23, 0f00000000;
# 	mov.b32 	%r22, %r23;
# 	@%p6 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_10:
# 	ld.global.b32 	%r22, [%rd4];
# $L__BB0_11:
# 	mov.b32 	%r10, 0f3F800000;
# 	sub.rn.f32 	%r4, %r10, %r3;
# 	shr.s64 	%rd20, %rd5, 63;
# 	and.b64 	%rd21, %rd20, %rd8;
# 	add.s64 	%rd22, %rd21, %rd5;
# 	setp.ge.u64 	%p7, %rd22, %rd8;
# 	@%p7 bra 	$L__BB0_13;
# 	shl.b64 	%rd23, %rd21, 2;
# 	add.s64 	%rd6, %rd4, %rd23;
# 	ld.global.b32 	%r23, [%rd6+4];
# $L__BB0_13:
# 	mul.rn.f32 	%r11, %r3, %r23;
# 	fma.rn.f32 	%r21, %r22, %r4, %r11;
# $L__BB0_2:
# 	ld.param.b64 	%rd10, [between_param_4];
# 	add.s64 	%rd27, %rd10, %rd16;
# 	st.global.b32 	[%rd27], %r21;
# $L__BB0_3:
# 	ret;
#
# }
