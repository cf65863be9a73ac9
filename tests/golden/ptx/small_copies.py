# golden: --emit=ptx --arch=sm_90
# A filter whose places are clamped: with 32 bits where sizes allow it.
from numba import cuda


@cuda.jit("void(uint8[::1], int32[::1], int64)")
def sums(x, out, radius):
    i = cuda.grid(1)
    if i < x.size:
        total = 0
        for j in range(-radius, radius + 1):
            total += x[min(max(i + j, 0), x.size - 1)]
        out[i] = total

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel sums entry sums source small_copies.py:7
# // arg x array uint8 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // arg radius scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // param radius value i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	sums
#
# .visible .entry sums(
# 	.param .u64 .ptr .global .align 1 sums_param_0,
# 	.param .u64 sums_param_1,
# 	.param .u64 .ptr .global .align 4 sums_param_2,
# 	.param .u64 sums_param_3,
# 	.param .u64 sums_param_4
# )
# {
# 	.reg .pred 	%p<12>;
# 	.reg .b32 	%r<60>;
# 	.reg .b64 	%rd<59>;
#
# 	ld.param.b64 	%rd10, [sums_param_4];
# 	ld.param.b64 	%rd9, [sums_param_3];
# 	ld.param.b64 	%rd7, [sums_param_1];
# 	ld.param.b64 	%rd6, [sums_param_0];
# 	add.s64 	%rd11, %rd10, 536870912;
# 	or.b64 	%rd12, %rd7, %rd11;
# 	or.b64 	%rd13, %rd12, %rd9;
# 	setp.gt.u64 	%p1, %rd13, 1073741823;
# 	@%p1 bra 	$L__BB0_11;
# 	mov.u32 	%r15, %ctaid.x;
# 	mov.u32 	%r16, %ntid.x;
# 	mul.wide.u32 	%rd1, %r15, %r16;
# 	mov.u32 	%r17, %tid.x;
# 	cvt.u64.u32 	%rd2, %r17;
# 	add.s64 	%rd56, %rd1, %rd2;
# 	setp.lt.u64 	%p6, %rd56, %rd7;
# 	@%p6 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_2:
# 	cvt.u32.u64 	%r1, %rd9;
# 	cvt.u32.u64 	%r3, %rd56;
# 	cvt.u32.u64 	%r18, %rd10;
# 	bfe.s32 	%r4, %r18, 0, 30;
# 	setp.lt.s32 	%p7, %r4, 0;
# 	mov.b32 	%r59, 0;
# 	@%p7 bra 	$L__BB0_8;
# 	cvt.u32.u64 	%r2, %rd7;
# 	shl.b64 	%rd3, %rd10, 34;
# 	neg.s32 	%r5, %r4;
# 	add.s32 	%r6, %r2, -1;
# 	shr.s64 	%rd21, %rd3, 33;
# 	cvt.u32.u64 	%r7, %rd21;
# 	and.b32 	%r8, %r7, 6;
# 	setp.lt.u32 	%p8, %r7, 7;
# 	mov.b32 	%r59, 0;
# 	mov.b32 	%r57, %r5;
# 	@%p8 bra 	$L__BB0_6;
# 	and.b32 	%r9, %r7, -8;
# 	sub.s32 	%r10, %r3, %r4;
# 	mov.b32 	%r59, 0;
# 	mov.b32 	%r56, %r59;
# $L__BB0_5:
# 	add.s32 	%r19, %r10, %r56;
# 	cvt.s64.s32 	%rd22, %r19;
# 	max.s32 	%r20, %r19, 0;
# 	min.u32 	%r21, %r20, %r6;
# 	cvt.u64.u32 	%rd23, %r21;
# 	add.s64 	%rd24, %rd6, %rd23;
# 	ld.global.b8 	%r22, [%rd24];
# 	add.s32 	%r23, %r59, %r22;
# 	add.s32 	%r24, %r19, 1;
# 	max.s32 	%r25, %r24, 0;
# 	min.u32 	%r26, %r25, %r6;
# 	cvt.u64.u32 	%rd25, %r26;
# 	add.s64 	%rd26, %rd6, %rd25;
# 	ld.global.b8 	%r27, [%rd26];
# 	add.s32 	%r28, %r23, %r27;
# 	add.s32 	%r29, %r19, 2;
# 	max.s32 	%r30, %r29, 0;
# 	min.u32 	%r31, %r30, %r6;
# 	cvt.u64.u32 	%rd27, %r31;
# 	add.s64 	%rd28, %rd6, %rd27;
# 	ld.global.b8 	%r32, [%rd28];
# 	add.s32 	%r33, %r28, %r32;
# 	add.s64 	%rd29, %rd22, 3;
# 	max.s64 	%rd30, %rd29, 0;
# 	cvt.u32.u64 	%r34, %rd30;
# 	min.u32 	%r35, %r34, %r6;
# 	cvt.u64.u32 	%rd31, %r35;
# 	add.s64 	%rd32, %rd6, %rd31;
# 	ld.global.b8 	%r36, [%rd32];
# 	add.s32 	%r37, %r33, %r36;
# 	add.s64 	%rd33, %rd22, 4;
# 	max.s64 	%rd34, %rd33, 0;
# 	cvt.u32.u64 	%r38, %rd34;
# 	min.u32 	%r39, %r38, %r6;
# 	cvt.u64.u32 	%rd35, %r39;
# 	add.s64 	%rd36, %rd6, %rd35;
# 	ld.global.b8 	%r40, [%rd36];
# 	add.s32 	%r41, %r37, %r40;
# 	add.s64 	%rd37, %rd22, 5;
# 	max.s64 	%rd38, %rd37, 0;
# 	cvt.u32.u64 	%r42, %rd38;
# 	min.u32 	%r43, %r42, %r6;
# 	cvt.u64.u32 	%rd39, %r43;
# 	add.s64 	%rd40, %rd6, %rd39;
# 	ld.global.b8 	%r44, [%rd40];
# 	add.s32 	%r45, %r41, %r44;
# 	add.s64 	%rd41, %rd22, 6;
# 	max.s64 	%rd42, %rd41, 0;
# 	cvt.u32.u64 	%r46, %rd42;
# 	min.u32 	%r47, %r46, %r6;
# 	cvt.u64.u32 	%rd43, %r47;
# 	add.s64 	%rd44, %rd6, %rd43;
# 	ld.global.b8 	%r48, [%rd44];
# 	add.s32 	%r49, %r45, %r48;
# 	add.s64 	%rd45, %rd22, 7;
# 	max.s64 	%rd46, %rd45, 0;
# 	cvt.u32.u64 	%r50, %rd46;
# 	min.u32 	%r51, %r50, %r6;
# 	cvt.u64.u32 	%rd47, %r51;
# 	add.s64 	%rd48, %rd6, %rd47;
# 	ld.global.b8 	%r52, [%rd48];
# 	add.s32 	%r59, %r49, %r52;
# 	add.s32 	%r56, %r56, 8;
# 	setp.ne.b32 	%p9, %r9, %r56;
# 	add.s32 	%r57, %r5, %r56;
# 	@%p9 bra 	$L__BB0_5;
# $L__BB0_6:
# 	cvt.s64.s32 	%rd49, %r57;
# 	add.s64 	%rd50, %rd49, %rd1;
# 	add.s64 	%rd57, %rd50, %rd2;
# 	add.s32 	%r58, %r8, 1;
# $L__BB0_7:
# 	.pragma "nounroll";
# 	max.s64 	%rd51, %rd57, 0;
# 	cvt.u32.u64 	%r53, %rd51;
# 	min.u32 	%r54, %r53, %r6;
# 	cvt.u64.u32 	%rd52, %r54;
# 	add.s64 	%rd53, %rd6, %rd52;
# 	ld.global.b8 	%r55, [%rd53];
# 	add.s32 	%r59, %r59, %r55;
# 	add.s64 	%rd57, %rd57, 1;
# 	add.s32 	%r58, %r58, -1;
# 	setp.ne.b32 	%p10, %r58, 0;
# 	@%p10 bra 	$L__BB0_7;
# $L__BB0_8:
# 	setp.lt.u32 	%p11, %r3, %r1;
# 	@%p11 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_11:
# 	mov.u32 	%r11, %ctaid.x;
# 	mov.u32 	%r12, %ntid.x;
# 	mul.wide.u32 	%rd14, %r11, %r12;
# 	mov.u32 	%r13, %tid.x;
# 	cvt.u64.u32 	%rd15, %r13;
# 	add.s64 	%rd56, %rd14, %rd15;
# 	setp.lt.u64 	%p2, %rd56, %rd7;
# 	@%p2 bra 	$L__BB0_12;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_12:
# 	neg.s64 	%rd58, %rd10;
# 	add.s64 	%rd16, %rd10, 1;
# 	setp.le.s64 	%p3, %rd16, %rd58;
# 	mov.b32 	%r59, 0;
# 	@%p3 bra 	$L__BB0_15;
# 	add.s64 	%rd4, %rd7, -1;
# 	mov.b32 	%r59, 0;
# $L__BB0_14:
# 	.pragma "nounroll";
# 	add.s64 	%rd17, %rd58, %rd56;
# 	max.s64 	%rd18, %rd17, 0;
# 	min.u64 	%rd19, %rd18, %rd4;
# 	add.s64 	%rd20, %rd6, %rd19;
# 	ld.global.b8 	%r14, [%rd20];
# 	add.s32 	%r59, %r59, %r14;
# 	add.s64 	%rd5, %rd58, 1;
# 	setp.ne.b64 	%p4, %rd58, %rd10;
# 	mov.b64 	%rd58, %rd5;
# 	@%p4 bra 	$L__BB0_14;
# $L__BB0_15:
# 	setp.lt.u64 	%p5, %rd56, %rd9;
# 	@%p5 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_9:
# 	ld.param.b64 	%rd8, [sums_param_2];
# 	shl.b64 	%rd54, %rd56, 2;
# 	add.s64 	%rd55, %rd8, %rd54;
# 	st.global.b32 	[%rd55], %r59;
# $L__BB0_10:
# 	ret;
#
# }
