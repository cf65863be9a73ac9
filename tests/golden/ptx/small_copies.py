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
# 	.reg .b32 	%r<58>;
# 	.reg .b64 	%rd<60>;
#
# 	ld.param.b64 	%rd11, [sums_param_4];
# 	ld.param.b64 	%rd10, [sums_param_3];
# 	ld.param.b64 	%rd8, [sums_param_1];
# 	ld.param.b64 	%rd7, [sums_param_0];
# 	add.s64 	%rd12, %rd11, 536870912;
# 	or.b64 	%rd13, %rd8, %rd12;
# 	or.b64 	%rd14, %rd13, %rd10;
# 	setp.gt.u64 	%p1, %rd14, 1073741823;
# 	@%p1 bra 	$L__BB0_11;
# 	mov.u32 	%r15, %ctaid.x;
# 	mov.u32 	%r16, %ntid.x;
# 	mul.wide.u32 	%rd1, %r15, %r16;
# 	mov.u32 	%r17, %tid.x;
# 	cvt.u64.u32 	%rd2, %r17;
# 	add.s64 	%rd56, %rd1, %rd2;
# 	setp.lt.u64 	%p6, %rd56, %rd8;
# 	@%p6 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_2:
# 	cvt.u32.u64 	%r1, %rd10;
# 	cvt.u32.u64 	%r3, %rd56;
# 	cvt.u32.u64 	%r18, %rd11;
# 	bfe.s32 	%r4, %r18, 0, 30;
# 	setp.lt.s32 	%p7, %r4, 0;
# 	mov.b32 	%r57, 0;
# 	@%p7 bra 	$L__BB0_8;
# 	cvt.u32.u64 	%r2, %rd8;
# 	shl.b64 	%rd3, %rd11, 34;
# 	neg.s32 	%r5, %r4;
# 	cvt.s64.s32 	%rd57, %r5;
# 	add.s32 	%r6, %r2, -1;
# 	shr.s64 	%rd22, %rd3, 33;
# 	cvt.u32.u64 	%r7, %rd22;
# 	and.b32 	%r8, %r7, 6;
# 	setp.lt.u32 	%p8, %r7, 7;
# 	mov.b32 	%r57, 0;
# 	@%p8 bra 	$L__BB0_6;
# 	and.b32 	%r9, %r7, -8;
# 	sub.s32 	%r10, %r3, %r4;
# 	mov.b32 	%r57, 0;
# 	mov.b32 	%r55, %r57;
# $L__BB0_5:
# 	add.s32 	%r19, %r10, %r55;
# 	cvt.s64.s32 	%rd23, %r19;
# 	max.s32 	%r20, %r19, 0;
# 	min.u32 	%r21, %r20, %r6;
# 	cvt.u64.u32 	%rd24, %r21;
# 	add.s64 	%rd25, %rd7, %rd24;
# 	ld.global.b8 	%r22, [%rd25];
# 	add.s32 	%r23, %r57, %r22;
# 	add.s32 	%r24, %r19, 1;
# 	max.s32 	%r25, %r24, 0;
# 	min.u32 	%r26, %r25, %r6;
# 	cvt.u64.u32 	%rd26, %r26;
# 	add.s64 	%rd27, %rd7, %rd26;
# 	ld.global.b8 	%r27, [%rd27];
# 	add.s32 	%r28, %r23, %r27;
# 	add.s32 	%r29, %r19, 2;
# 	max.s32 	%r30, %r29, 0;
# 	min.u32 	%r31, %r30, %r6;
# 	cvt.u64.u32 	%rd28, %r31;
# 	add.s64 	%rd29, %rd7, %rd28;
# 	ld.global.b8 	%r32, [%rd29];
# 	add.s32 	%r33, %r28, %r32;
# 	add.s64 	%rd30, %rd23, 3;
# 	max.s64 	%rd31, %rd30, 0;
# 	cvt.u32.u64 	%r34, %rd31;
# 	min.u32 	%r35, %r34, %r6;
# 	cvt.u64.u32 	%rd32, %r35;
# 	add.s64 	%rd33, %rd7, %rd32;
# 	ld.global.b8 	%r36, [%rd33];
# 	add.s32 	%r37, %r33, %r36;
# 	add.s64 	%rd34, %rd23, 4;
# 	max.s64 	%rd35, %rd34, 0;
# 	cvt.u32.u64 	%r38, %rd35;
# 	min.u32 	%r39, %r38, %r6;
# 	cvt.u64.u32 	%rd36, %r39;
# 	add.s64 	%rd37, %rd7, %rd36;
# 	ld.global.b8 	%r40, [%rd37];
# 	add.s32 	%r41, %r37, %r40;
# 	add.s64 	%rd38, %rd23, 5;
# 	max.s64 	%rd39, %rd38, 0;
# 	cvt.u32.u64 	%r42, %rd39;
# 	min.u32 	%r43, %r42, %r6;
# 	cvt.u64.u32 	%rd40, %r43;
# 	add.s64 	%rd41, %rd7, %rd40;
# 	ld.global.b8 	%r44, [%rd41];
# 	add.s32 	%r45, %r41, %r44;
# 	add.s64 	%rd42, %rd23, 6;
# 	max.s64 	%rd43, %rd42, 0;
# 	cvt.u32.u64 	%r46, %rd43;
# 	min.u32 	%r47, %r46, %r6;
# 	cvt.u64.u32 	%rd44, %r47;
# 	add.s64 	%rd45, %rd7, %rd44;
# 	ld.global.b8 	%r48, [%rd45];
# 	add.s32 	%r49, %r45, %r48;
# 	add.s64 	%rd46, %rd23, 7;
# 	max.s64 	%rd47, %rd46, 0;
# 	cvt.u32.u64 	%r50, %rd47;
# 	min.u32 	%r51, %r50, %r6;
# 	cvt.u64.u32 	%rd48, %r51;
# 	add.s64 	%rd49, %rd7, %rd48;
# 	ld.global.b8 	%r52, [%rd49];
# 	add.s32 	%r57, %r49, %r52;
# 	add.s32 	%r55, %r55, 8;
# 	setp.ne.b32 	%p9, %r9, %r55;
# 	add.s32 	%r53, %r5, %r55;
# 	cvt.s64.s32 	%rd57, %r53;
# 	@%p9 bra 	$L__BB0_5;
# $L__BB0_6:
# 	cvt.u64.u32 	%rd4, %r6;
# 	add.s64 	%rd50, %rd57, %rd1;
# 	add.s64 	%rd58, %rd50, %rd2;
# 	add.s32 	%r56, %r8, 1;
# $L__BB0_7:
# 	.pragma "nounroll";
# 	max.s64 	%rd51, %rd58, 0;
# 	min.s64 	%rd52, %rd51, %rd4;
# 	add.s64 	%rd53, %rd7, %rd52;
# 	ld.global.b8 	%r54, [%rd53];
# 	add.s32 	%r57, %r57, %r54;
# 	add.s64 	%rd58, %rd58, 1;
# 	add.s32 	%r56, %r56, -1;
# 	setp.ne.b32 	%p10, %r56, 0;
# 	@%p10 bra 	$L__BB0_7;
# $L__BB0_8:
# 	setp.lt.u32 	%p11, %r3, %r1;
# 	@%p11 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_11:
# 	mov.u32 	%r11, %ctaid.x;
# 	mov.u32 	%r12, %ntid.x;
# 	mul.wide.u32 	%rd15, %r11, %r12;
# 	mov.u32 	%r13, %tid.x;
# 	cvt.u64.u32 	%rd16, %r13;
# 	add.s64 	%rd56, %rd15, %rd16;
# 	setp.lt.u64 	%p2, %rd56, %rd8;
# 	@%p2 bra 	$L__BB0_12;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_12:
# 	neg.s64 	%rd59, %rd11;
# 	add.s64 	%rd17, %rd11, 1;
# 	setp.le.s64 	%p3, %rd17, %rd59;
# 	mov.b32 	%r57, 0;
# 	@%p3 bra 	$L__BB0_15;
# 	add.s64 	%rd5, %rd8, -1;
# 	mov.b32 	%r57, 0;
# $L__BB0_14:
# 	.pragma "nounroll";
# 	add.s64 	%rd18, %rd59, %rd56;
# 	max.s64 	%rd19, %rd18, 0;
# 	min.u64 	%rd20, %rd19, %rd5;
# 	add.s64 	%rd21, %rd7, %rd20;
# 	ld.global.b8 	%r14, [%rd21];
# 	add.s32 	%r57, %r57, %r14;
# 	add.s64 	%rd6, %rd59, 1;
# 	setp.ne.b64 	%p4, %rd59, %rd11;
# 	mov.b64 	%rd59, %rd6;
# 	@%p4 bra 	$L__BB0_14;
# $L__BB0_15:
# 	setp.lt.u64 	%p5, %rd56, %rd10;
# 	@%p5 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_9:
# 	ld.param.b64 	%rd9, [sums_param_2];
# 	shl.b64 	%rd54, %rd56, 2;
# 	add.s64 	%rd55, %rd9, %rd54;
# 	st.global.b32 	[%rd55], %r57;
# $L__BB0_10:
# 	ret;
#
# }
