# golden: --emit=ptx --arch=sm_90
# A choice by two conditions is one (or.pred, selp). And numbers that are less
# than 2**32 apart are compared in 32 bits, though an int32 less one has 33: the
# turn of a loop and its last one (setp.ne.b32, setp.eq.b32).
from numba import cuda


@cuda.jit("void(int32[::1], float32[::1], float32[:, ::1], float32[::1])")
def last_turns(n, x, table, out):
    i = cuda.grid(1)
    if i >= n.size or i >= out.size or i >= x.size or table.shape[1] != 32:
        return
    last = n[i] - 1
    total = x[i] if last == 7 or x[i] > 2 else -x[i]
    for k in range(table.shape[0]):
        v = table[k, cuda.laneid]
        if cuda.laneid == last:
            total += v
    out[i] = total

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel last_turns entry last_turns source joined_conditions.py:9
# // arg n array int32 ndim 1 layout C
# // arg x array float32 ndim 1 layout C
# // arg table array float32 ndim 2 layout C
# // arg out array float32 ndim 1 layout C
# // param n ptr ptr offset 0 size 8
# // param n shape0 i64 offset 8 size 8
# // param x ptr ptr offset 16 size 8
# // param x shape0 i64 offset 24 size 8
# // param table ptr ptr offset 32 size 8
# // param table shape0 i64 offset 40 size 8
# // param table shape1 i64 offset 48 size 8
# // param out ptr ptr offset 56 size 8
# // param out shape0 i64 offset 64 size 8
# // facts params 72 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	last_turns
#
# .visible .entry last_turns(
# 	.param .u64 .ptr .global .align 4 last_turns_param_0,
# 	.param .u64 last_turns_param_1,
# 	.param .u64 .ptr .global .align 4 last_turns_param_2,
# 	.param .u64 last_turns_param_3,
# 	.param .u64 .ptr .global .align 4 last_turns_param_4,
# 	.param .u64 last_turns_param_5,
# 	.param .u64 last_turns_param_6,
# 	.param .u64 .ptr .global .align 4 last_turns_param_7,
# 	.param .u64 last_turns_param_8
# )
# {
# 	.reg .pred 	%p<14>;
# 	.reg .b32 	%r<34>;
# 	.reg .b64 	%rd<27>;
#
# 	ld.param.b64 	%rd10, [last_turns_param_1];
# 	mov.u32 	%r4, %ctaid.x;
# 	mov.u32 	%r5, %ntid.x;
# 	mul.wide.u32 	%rd11, %r4, %r5;
# 	mov.u32 	%r6, %tid.x;
# 	cvt.u64.u32 	%rd12, %r6;
# 	ld.param.b64 	%rd13, [last_turns_param_8];
# 	add.s64 	%rd1, %rd11, %rd12;
# 	min.u64 	%rd14, %rd10, %rd13;
# 	setp.gt.u64 	%p1, %rd14, %rd1;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd8, [last_turns_param_6];
# 	ld.param.b64 	%rd5, [last_turns_param_3];
# 	setp.ge.u64 	%p2, %rd1, %rd5;
# 	setp.ne.b64 	%p3, %rd8, 32;
# 	or.pred 	%p4, %p2, %p3;
# 	@%p4 bra 	$L__BB0_1;
# 	ld.param.b64 	%rd9, [last_turns_param_7];
# 	ld.param.b64 	%rd7, [last_turns_param_5];
# 	ld.param.b64 	%rd4, [last_turns_param_2];
# 	ld.param.b64 	%rd3, [last_turns_param_0];
# 	shl.b64 	%rd15, %rd1, 2;
# 	add.s64 	%rd16, %rd3, %rd15;
# 	ld.global.b32 	%r7, [%rd16];
# 	add.s32 	%r2, %r7, -1;
# 	setp.eq.b32 	%p5, %r2, 7;
# 	add.s64 	%rd17, %rd4, %rd15;
# 	ld.global.b32 	%r8, [%rd17];
# 	setp.gt.f32 	%p6, %r8, 0f40000000;
# 	neg.f32 	%r9, %r8;
# 	selp.f32 	%r10, %r8, %r9, %p6;
# 	selp.f32 	%r33, %r8, %r10, %p5;
# 	setp.eq.b64 	%p7, %rd7, 0;
# 	@%p7 bra 	$L__BB0_11;
# 	ld.param.b64 	%rd6, [last_turns_param_4];
# 	cvt.u32.u64 	%r1, %rd7;
# 	mov.u32 	%r3, %laneid;
# 	cvt.u64.u32 	%rd2, %r3;
# 	and.b32 	%r32, %r1, 7;
# 	setp.gt.u64 	%p8, %rd7, 7;
# 	cvt.u32.u64 	%r30, %rd2;
# 	@%p8 bra 	$L__BB0_6;
# 	shl.b32 	%r31, %r3, 2;
# 	mov.b64 	%rd25, 0;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_6:
# 	and.b64 	%rd25, %rd7, 562949953421304;
# 	shl.b32 	%r31, %r3, 2;
# 	or.b32 	%r11, %r31, 512;
# 	cvt.u64.u32 	%rd18, %r11;
# 	add.s64 	%rd23, %rd6, %rd18;
# 	mov.b64 	%rd24, 0;
# 	setp.eq.b32 	%p9, %r2, %r30;
# $L__BB0_7:
# 	ld.global.b32 	%r12, [%rd23+-512];
# 	add.rn.f32 	%r13, %r33, %r12;
# 	ld.global.b32 	%r14, [%rd23+-384];
# 	add.rn.f32 	%r15, %r13, %r14;
# 	ld.global.b32 	%r16, [%rd23+-256];
# 	add.rn.f32 	%r17, %r15, %r16;
# 	ld.global.b32 	%r18, [%rd23+-128];
# 	add.rn.f32 	%r19, %r17, %r18;
# 	ld.global.b32 	%r20, [%rd23];
# 	add.rn.f32 	%r21, %r19, %r20;
# 	ld.global.b32 	%r22, [%rd23+128];
# 	add.rn.f32 	%r23, %r21, %r22;
# 	ld.global.b32 	%r24, [%rd23+256];
# 	add.rn.f32 	%r25, %r23, %r24;
# 	ld.global.b32 	%r26, [%rd23+384];
# 	add.rn.f32 	%r27, %r25, %r26;
# 	selp.f32 	%r33, %r27, %r33, %p9;
# 	add.s64 	%rd24, %rd24, 8;
# 	add.s64 	%rd23, %rd23, 1024;
# 	setp.ne.b64 	%p10, %rd25, %rd24;
# 	@%p10 bra 	$L__BB0_7;
# 	setp.eq.b32 	%p11, %r32, 0;
# 	@%p11 bra 	$L__BB0_11;
# $L__BB0_9:
# 	cvt.u64.u32 	%rd19, %r31;
# 	shl.b64 	%rd20, %rd25, 7;
# 	or.b64 	%rd21, %rd20, %rd19;
# 	add.s64 	%rd26, %rd6, %rd21;
# 	setp.eq.b32 	%p12, %r2, %r30;
# $L__BB0_10:
# 	.pragma "nounroll";
# 	ld.global.b32 	%r28, [%rd26];
# 	add.rn.f32 	%r29, %r33, %r28;
# 	selp.f32 	%r33, %r29, %r33, %p12;
# 	add.s64 	%rd26, %rd26, 128;
# 	add.s32 	%r32, %r32, -1;
# 	setp.ne.b32 	%p13, %r32, 0;
# 	@%p13 bra 	$L__BB0_10;
# $L__BB0_11:
# 	add.s64 	%rd22, %rd9, %rd15;
# 	st.global.b32 	[%rd22], %r33;
# $L__BB0_1:
# 	ret;
#
# }
