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
# 	.reg .pred 	%p<14>;
# 	.reg .b32 	%r<67>;
# 	.reg .b64 	%rd<41>;
#
# 	ld.param.b64 	%rd7, [sums_param_4];
# 	ld.param.b64 	%rd6, [sums_param_3];
# 	ld.param.b64 	%rd4, [sums_param_1];
# 	ld.param.b64 	%rd3, [sums_param_0];
# 	or.b64 	%rd8, %rd6, %rd4;
# 	setp.gt.u64 	%p1, %rd8, 536870911;
# 	add.s64 	%rd9, %rd7, 536870912;
# 	setp.gt.u64 	%p2, %rd9, 1073741823;
# 	or.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB0_11;
# 	mov.u32 	%r17, %ctaid.x;
# 	mov.u32 	%r18, %ntid.x;
# 	mul.wide.u32 	%rd17, %r17, %r18;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd18, %r5;
# 	add.s64 	%rd39, %rd17, %rd18;
# 	setp.lt.u64 	%p8, %rd39, %rd4;
# 	@%p8 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_2:
# 	cvt.u32.u64 	%r1, %rd6;
# 	cvt.u32.u64 	%r3, %rd7;
# 	cvt.u32.u64 	%r6, %rd39;
# 	setp.lt.s32 	%p9, %r3, 0;
# 	mov.b32 	%r66, 0;
# 	@%p9 bra 	$L__BB0_8;
# 	cvt.u32.u64 	%r2, %rd4;
# 	cvt.u32.u64 	%r4, %rd17;
# 	neg.s32 	%r7, %r3;
# 	add.s32 	%r8, %r2, -1;
# 	shl.b32 	%r9, %r3, 1;
# 	and.b32 	%r10, %r9, 6;
# 	setp.lt.u32 	%p10, %r3, 4;
# 	mov.b32 	%r66, 0;
# 	mov.b32 	%r63, %r7;
# 	@%p10 bra 	$L__BB0_6;
# 	and.b32 	%r11, %r9, -8;
# 	sub.s32 	%r12, %r6, %r3;
# 	mov.b32 	%r66, 0;
# 	mov.b32 	%r62, %r66;
# $L__BB0_5:
# 	add.s32 	%r19, %r12, %r62;
# 	max.s32 	%r20, %r19, 0;
# 	min.u32 	%r21, %r20, %r8;
# 	cvt.u64.u32 	%rd19, %r21;
# 	add.s64 	%rd20, %rd3, %rd19;
# 	ld.global.b8 	%r22, [%rd20];
# 	add.s32 	%r23, %r66, %r22;
# 	add.s32 	%r24, %r19, 1;
# 	max.s32 	%r25, %r24, 0;
# 	min.u32 	%r26, %r25, %r8;
# 	cvt.u64.u32 	%rd21, %r26;
# 	add.s64 	%rd22, %rd3, %rd21;
# 	ld.global.b8 	%r27, [%rd22];
# 	add.s32 	%r28, %r23, %r27;
# 	add.s32 	%r29, %r19, 2;
# 	max.s32 	%r30, %r29, 0;
# 	min.u32 	%r31, %r30, %r8;
# 	cvt.u64.u32 	%rd23, %r31;
# 	add.s64 	%rd24, %rd3, %rd23;
# 	ld.global.b8 	%r32, [%rd24];
# 	add.s32 	%r33, %r28, %r32;
# 	add.s32 	%r34, %r19, 3;
# 	max.s32 	%r35, %r34, 0;
# 	min.u32 	%r36, %r35, %r8;
# 	cvt.u64.u32 	%rd25, %r36;
# 	add.s64 	%rd26, %rd3, %rd25;
# 	ld.global.b8 	%r37, [%rd26];
# 	add.s32 	%r38, %r33, %r37;
# 	add.s32 	%r39, %r19, 4;
# 	max.s32 	%r40, %r39, 0;
# 	min.u32 	%r41, %r40, %r8;
# 	cvt.u64.u32 	%rd27, %r41;
# 	add.s64 	%rd28, %rd3, %rd27;
# 	ld.global.b8 	%r42, [%rd28];
# 	add.s32 	%r43, %r38, %r42;
# 	add.s32 	%r44, %r19, 5;
# 	max.s32 	%r45, %r44, 0;
# 	min.u32 	%r46, %r45, %r8;
# 	cvt.u64.u32 	%rd29, %r46;
# 	add.s64 	%rd30, %rd3, %rd29;
# 	ld.global.b8 	%r47, [%rd30];
# 	add.s32 	%r48, %r43, %r47;
# 	add.s32 	%r49, %r19, 6;
# 	max.s32 	%r50, %r49, 0;
# 	min.u32 	%r51, %r50, %r8;
# 	cvt.u64.u32 	%rd31, %r51;
# 	add.s64 	%rd32, %rd3, %rd31;
# 	ld.global.b8 	%r52, [%rd32];
# 	add.s32 	%r53, %r48, %r52;
# 	add.s32 	%r54, %r19, 7;
# 	max.s32 	%r55, %r54, 0;
# 	min.u32 	%r56, %r55, %r8;
# 	cvt.u64.u32 	%rd33, %r56;
# 	add.s64 	%rd34, %rd3, %rd33;
# 	ld.global.b8 	%r57, [%rd34];
# 	add.s32 	%r66, %r53, %r57;
# 	add.s32 	%r62, %r62, 8;
# 	setp.ne.b32 	%p11, %r11, %r62;
# 	add.s32 	%r63, %r7, %r62;
# 	@%p11 bra 	$L__BB0_5;
# $L__BB0_6:
# 	add.s32 	%r58, %r63, %r4;
# 	add.s32 	%r65, %r58, %r5;
# 	add.s32 	%r64, %r10, 1;
# $L__BB0_7:
# 	.pragma "nounroll";
# 	max.s32 	%r59, %r65, 0;
# 	min.u32 	%r60, %r59, %r8;
# 	cvt.u64.u32 	%rd35, %r60;
# 	add.s64 	%rd36, %rd3, %rd35;
# 	ld.global.b8 	%r61, [%rd36];
# 	add.s32 	%r66, %r66, %r61;
# 	add.s32 	%r65, %r65, 1;
# 	add.s32 	%r64, %r64, -1;
# 	setp.ne.b32 	%p12, %r64, 0;
# 	@%p12 bra 	$L__BB0_7;
# $L__BB0_8:
# 	setp.lt.u32 	%p13, %r6, %r1;
# 	@%p13 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_11:
# 	mov.u32 	%r13, %ctaid.x;
# 	mov.u32 	%r14, %ntid.x;
# 	mul.wide.u32 	%rd10, %r13, %r14;
# 	mov.u32 	%r15, %tid.x;
# 	cvt.u64.u32 	%rd11, %r15;
# 	add.s64 	%rd39, %rd10, %rd11;
# 	setp.lt.u64 	%p4, %rd39, %rd4;
# 	@%p4 bra 	$L__BB0_12;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_12:
# 	neg.s64 	%rd40, %rd7;
# 	add.s64 	%rd12, %rd7, 1;
# 	setp.le.s64 	%p5, %rd12, %rd40;
# 	mov.b32 	%r66, 0;
# 	@%p5 bra 	$L__BB0_15;
# 	add.s64 	%rd1, %rd4, -1;
# 	mov.b32 	%r66, 0;
# $L__BB0_14:
# 	.pragma "nounroll";
# 	add.s64 	%rd13, %rd40, %rd39;
# 	max.s64 	%rd14, %rd13, 0;
# 	min.u64 	%rd15, %rd14, %rd1;
# 	add.s64 	%rd16, %rd3, %rd15;
# 	ld.global.b8 	%r16, [%rd16];
# 	add.s32 	%r66, %r66, %r16;
# 	add.s64 	%rd2, %rd40, 1;
# 	setp.ne.b64 	%p6, %rd40, %rd7;
# 	mov.b64 	%rd40, %rd2;
# 	@%p6 bra 	$L__BB0_14;
# $L__BB0_15:
# 	setp.lt.u64 	%p7, %rd39, %rd6;
# 	@%p7 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_9:
# 	ld.param.b64 	%rd5, [sums_param_2];
# 	shl.b64 	%rd37, %rd39, 2;
# 	add.s64 	%rd38, %rd5, %rd37;
# 	st.global.b32 	[%rd38], %r66;
# $L__BB0_10:
# 	ret;
#
# }
