# golden: --emit=ptx --arch=sm_90 --bounds=none
# Sums of int32 take 33 bits, and what a loop carries any number. As long as all
# that a turn's sums are made of is within 2**30, they are computed in 32 bits
# (at $L__BB0_2's end); the loop carries 32 bits, and the number where they do
# not hold it. `gap` is tested before the loop. Of `reach` the least is asked:
# nothing is tested but that no number is negative, the sums are without a sign.
from numba import cuda


@cuda.jit("void(int32[::1], int32[:, ::1], int32, int32[::1])")
def align(scores, left, gap, out):
    i = cuda.threadIdx.x
    best = 0
    end = -1000
    for j in range(left.shape[0]):
        end = max(best - gap, end - 1)
        best = max(0, best + scores[j], left[j, i] - gap, end)
    out[i] = best


@cuda.jit("void(int32[:, ::1], int32[:, ::1], int32[::1])")
def reach(x, y, out):
    i = cuda.threadIdx.x
    best = out[i]
    for k in range(y.shape[0]):
        for j in range(7):
            best = min(best, x[k + j, 0] + y[k, j])
    out[i] = best

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel align entry align source short_sums.py:11
# // arg scores array int32 ndim 1 layout C
# // arg left array int32 ndim 2 layout C
# // arg gap scalar int32
# // arg out array int32 ndim 1 layout C
# // param scores ptr ptr offset 0 size 8
# // param scores shape0 i64 offset 8 size 8
# // param left ptr ptr offset 16 size 8
# // param left shape0 i64 offset 24 size 8
# // param left shape1 i64 offset 32 size 8
# // param gap value i32 offset 40 size 4
# // param out ptr ptr offset 48 size 8
# // param out shape0 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds none typing python
# // kernel reach entry reach source short_sums.py:22
# // arg x array int32 ndim 2 layout C
# // arg y array int32 ndim 2 layout C
# // arg out array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param x shape1 i64 offset 16 size 8
# // param y ptr ptr offset 24 size 8
# // param y shape0 i64 offset 32 size 8
# // param y shape1 i64 offset 40 size 8
# // param out ptr ptr offset 48 size 8
# // param out shape0 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	align
#
# .visible .entry align(
# 	.param .u64 .ptr .global .align 4 align_param_0,
# 	.param .u64 align_param_1,
# 	.param .u64 .ptr .global .align 4 align_param_2,
# 	.param .u64 align_param_3,
# 	.param .u64 align_param_4,
# 	.param .u32 align_param_5,
# 	.param .u64 .ptr .global .align 4 align_param_6,
# 	.param .u64 align_param_7
# )
# {
# 	.reg .pred 	%p<21>;
# 	.reg .b32 	%r<169>;
# 	.reg .b64 	%rd<135>;
#
# 	ld.param.b64 	%rd26, [align_param_6];
# 	ld.param.b64 	%rd24, [align_param_3];
# 	mov.u32 	%r2, %tid.x;
# 	setp.ne.b64 	%p1, %rd24, 0;
# 	mul.wide.u32 	%rd123, %r2, 4;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b32 	%r6, [align_param_5];
# 	ld.param.b64 	%rd25, [align_param_4];
# 	ld.param.b64 	%rd23, [align_param_2];
# 	ld.param.b64 	%rd22, [align_param_0];
# 	cvt.u32.u64 	%r1, %rd24;
# 	cvt.s64.s32 	%rd1, %r6;
# 	and.b32 	%r167, %r1, 7;
# 	setp.gt.u64 	%p2, %rd24, 7;
# 	cvt.u32.u64 	%r162, %rd1;
# 	@%p2 bra 	$L__BB0_4;
# 	shl.b64 	%rd131, %rd25, 2;
# 	mov.b64 	%rd128, -1000;
# 	mov.b32 	%r164, -1000;
# 	mov.b32 	%r163, 0;
# 	mov.b64 	%rd127, 0;
# 	mov.b64 	%rd132, %rd127;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_1:
# 	mov.b32 	%r168, 0;
# 	bra.uni 	$L__BB0_18;
# $L__BB0_4:
# 	add.s64 	%rd125, %rd23, %rd123;
# 	and.b64 	%rd132, %rd24, 562949953421304;
# 	shl.b64 	%rd2, %rd25, 5;
# 	add.s64 	%rd124, %rd22, 16;
# 	shl.b64 	%rd131, %rd25, 2;
# 	add.s32 	%r3, %r162, 268435455;
# 	add.s32 	%r4, %r162, 536870911;
# 	mov.b64 	%rd128, -1000;
# 	mov.b32 	%r164, -1000;
# 	mov.b32 	%r163, 0;
# 	mov.b64 	%rd127, 0;
# 	mov.b64 	%rd126, %rd127;
# $L__BB0_5:
# 	.pragma "nounroll";
# 	ld.global.b32 	%r7, [%rd124+-16];
# 	cvt.s64.s32 	%rd3, %r7;
# 	ld.global.b32 	%r8, [%rd125];
# 	cvt.s64.s32 	%rd4, %r8;
# 	ld.global.b32 	%r9, [%rd124+-12];
# 	cvt.s64.s32 	%rd5, %r9;
# 	add.s64 	%rd27, %rd125, %rd131;
# 	ld.global.b32 	%r10, [%rd27];
# 	cvt.s64.s32 	%rd6, %r10;
# 	ld.global.b32 	%r11, [%rd124+-8];
# 	cvt.s64.s32 	%rd7, %r11;
# 	add.s64 	%rd28, %rd27, %rd131;
# 	ld.global.b32 	%r12, [%rd28];
# 	cvt.s64.s32 	%rd8, %r12;
# 	ld.global.b32 	%r13, [%rd124+-4];
# 	cvt.s64.s32 	%rd9, %r13;
# 	add.s64 	%rd29, %rd28, %rd131;
# 	ld.global.b32 	%r14, [%rd29];
# 	cvt.s64.s32 	%rd10, %r14;
# 	ld.global.b32 	%r15, [%rd124];
# 	cvt.s64.s32 	%rd11, %r15;
# 	add.s64 	%rd12, %rd29, %rd131;
# 	ld.global.b32 	%r16, [%rd12];
# 	cvt.s64.s32 	%rd13, %r16;
# 	ld.global.b32 	%r17, [%rd124+4];
# 	cvt.s64.s32 	%rd14, %r17;
# 	add.s32 	%r18, %r16, 268435455;
# 	max.u32 	%r19, %r3, %r18;
# 	add.s32 	%r20, %r14, 268435455;
# 	max.u32 	%r21, %r19, %r20;
# 	add.s32 	%r22, %r12, 268435455;
# 	max.u32 	%r23, %r21, %r22;
# 	add.s32 	%r24, %r10, 268435455;
# 	max.u32 	%r25, %r23, %r24;
# 	add.s32 	%r26, %r8, 268435455;
# 	max.u32 	%r27, %r25, %r26;
# 	add.s32 	%r28, %r7, 268435455;
# 	max.u32 	%r29, %r27, %r28;
# 	add.s32 	%r30, %r9, 268435455;
# 	max.u32 	%r31, %r29, %r30;
# 	add.s32 	%r32, %r11, 268435455;
# 	max.u32 	%r33, %r31, %r32;
# 	add.s32 	%r34, %r13, 268435455;
# 	max.u32 	%r35, %r33, %r34;
# 	add.s32 	%r36, %r15, 268435455;
# 	max.u32 	%r37, %r35, %r36;
# 	add.s32 	%r38, %r17, 268435455;
# 	max.u32 	%r39, %r37, %r38;
# 	add.s32 	%r40, %r163, 268435455;
# 	max.u32 	%r41, %r39, %r40;
# 	add.s32 	%r42, %r164, 268435455;
# 	max.u32 	%r43, %r41, %r42;
# 	setp.gt.u32 	%p3, %r43, 536870910;
# 	@%p3 bra 	$L__BB0_7;
# 	cvt.u32.u64 	%r46, %rd14;
# 	cvt.u32.u64 	%r47, %rd11;
# 	cvt.u32.u64 	%r48, %rd9;
# 	cvt.u32.u64 	%r49, %rd7;
# 	cvt.u32.u64 	%r50, %rd5;
# 	cvt.u32.u64 	%r51, %rd3;
# 	cvt.u32.u64 	%r52, %rd4;
# 	cvt.u32.u64 	%r53, %rd6;
# 	cvt.u32.u64 	%r54, %rd8;
# 	cvt.u32.u64 	%r55, %rd10;
# 	cvt.u32.u64 	%r56, %rd13;
# 	sub.s32 	%r57, %r163, %r6;
# 	add.s32 	%r58, %r164, -1;
# 	max.s32 	%r59, %r57, %r58;
# 	add.s32 	%r60, %r163, %r51;
# 	sub.s32 	%r61, %r52, %r6;
# 	max.s32 	%r62, %r60, %r61;
# 	max.s32 	%r63, %r62, %r59;
# 	max.s32 	%r64, %r63, 0;
# 	sub.s32 	%r65, %r64, %r6;
# 	add.s32 	%r66, %r59, -1;
# 	max.s32 	%r67, %r65, %r66;
# 	add.s32 	%r68, %r64, %r50;
# 	sub.s32 	%r69, %r53, %r6;
# 	max.s32 	%r70, %r68, %r69;
# 	max.s32 	%r71, %r70, %r67;
# 	max.s32 	%r72, %r71, 0;
# 	sub.s32 	%r73, %r72, %r6;
# 	add.s32 	%r74, %r67, -1;
# 	max.s32 	%r75, %r73, %r74;
# 	add.s32 	%r76, %r72, %r49;
# 	sub.s32 	%r77, %r54, %r6;
# 	max.s32 	%r78, %r76, %r77;
# 	max.s32 	%r79, %r78, %r75;
# 	max.s32 	%r80, %r79, 0;
# 	sub.s32 	%r81, %r80, %r6;
# 	add.s32 	%r82, %r75, -1;
# 	max.s32 	%r83, %r81, %r82;
# 	add.s32 	%r84, %r80, %r48;
# 	sub.s32 	%r85, %r55, %r6;
# 	max.s32 	%r86, %r84, %r85;
# 	max.s32 	%r87, %r86, %r83;
# 	max.s32 	%r88, %r87, 0;
# 	sub.s32 	%r89, %r88, %r6;
# 	add.s32 	%r90, %r83, -1;
# 	max.s32 	%r91, %r89, %r90;
# 	add.s32 	%r92, %r88, %r47;
# 	sub.s32 	%r93, %r56, %r6;
# 	max.s32 	%r94, %r92, %r93;
# 	max.s32 	%r95, %r94, %r91;
# 	max.s32 	%r96, %r95, 0;
# 	sub.s32 	%r97, %r96, %r6;
# 	add.s32 	%r98, %r91, -1;
# 	max.s32 	%r166, %r97, %r98;
# 	add.s32 	%r165, %r96, %r46;
# $L__BB0_8:
# 	add.s64 	%rd78, %rd12, %rd131;
# 	ld.global.b32 	%r99, [%rd78];
# 	cvt.s64.s32 	%rd15, %r99;
# 	ld.global.b32 	%r100, [%rd124+8];
# 	cvt.s64.s32 	%rd16, %r100;
# 	add.s64 	%rd79, %rd78, %rd131;
# 	ld.global.b32 	%r101, [%rd79];
# 	cvt.s64.s32 	%rd17, %r101;
# 	ld.global.b32 	%r102, [%rd124+12];
# 	cvt.s64.s32 	%rd18, %r102;
# 	add.s64 	%rd80, %rd79, %rd131;
# 	ld.global.b32 	%r103, [%rd80];
# 	cvt.s64.s32 	%rd19, %r103;
# 	add.s32 	%r104, %r103, 536870911;
# 	max.u32 	%r105, %r4, %r104;
# 	add.s32 	%r106, %r101, 536870911;
# 	max.u32 	%r107, %r105, %r106;
# 	add.s32 	%r108, %r99, 536870911;
# 	max.u32 	%r109, %r107, %r108;
# 	add.s32 	%r110, %r100, 536870911;
# 	max.u32 	%r111, %r109, %r110;
# 	add.s32 	%r112, %r102, 536870911;
# 	max.u32 	%r113, %r111, %r112;
# 	add.s32 	%r114, %r166, 536870911;
# 	max.u32 	%r115, %r113, %r114;
# 	add.s32 	%r116, %r165, 536870911;
# 	max.u32 	%r117, %r115, %r116;
# 	setp.gt.u32 	%p8, %r117, 1073741822;
# 	@%p8 bra 	$L__BB0_10;
# 	cvt.u32.u64 	%r119, %rd18;
# 	cvt.u32.u64 	%r120, %rd16;
# 	cvt.u32.u64 	%r121, %rd15;
# 	cvt.u32.u64 	%r122, %rd17;
# 	cvt.u32.u64 	%r123, %rd19;
# 	sub.s32 	%r124, %r121, %r6;
# 	max.s32 	%r125, %r165, %r124;
# 	max.s32 	%r126, %r125, %r166;
# 	max.s32 	%r127, %r126, 0;
# 	sub.s32 	%r128, %r127, %r6;
# 	add.s32 	%r129, %r166, -1;
# 	max.s32 	%r130, %r128, %r129;
# 	add.s32 	%r131, %r127, %r120;
# 	sub.s32 	%r132, %r122, %r6;
# 	max.s32 	%r133, %r131, %r132;
# 	max.s32 	%r134, %r133, %r130;
# 	max.s32 	%r135, %r134, 0;
# 	sub.s32 	%r136, %r135, %r6;
# 	add.s32 	%r137, %r130, -1;
# 	max.s32 	%r164, %r136, %r137;
# 	add.s32 	%r138, %r135, %r119;
# 	sub.s32 	%r139, %r123, %r6;
# 	max.s32 	%r140, %r138, %r139;
# 	max.s32 	%r141, %r140, %r164;
# 	max.s32 	%r168, %r141, 0;
# 	mov.b32 	%r163, %r168;
# $L__BB0_11:
# 	add.s64 	%rd126, %rd126, 8;
# 	add.s64 	%rd125, %rd125, %rd2;
# 	add.s64 	%rd124, %rd124, 32;
# 	setp.ne.b64 	%p13, %rd132, %rd126;
# 	@%p13 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_7:
# 	setp.eq.b32 	%p4, %r163, -2147483648;
# 	cvt.s64.s32 	%rd30, %r163;
# 	selp.b64 	%rd31, %rd127, %rd30, %p4;
# 	setp.eq.b32 	%p5, %r164, -2147483648;
# 	cvt.s64.s32 	%rd32, %r164;
# 	selp.b64 	%rd33, %rd128, %rd32, %p5;
# 	sub.s64 	%rd34, %rd31, %rd1;
# 	add.s64 	%rd35, %rd33, -1;
# 	max.s64 	%rd36, %rd34, %rd35;
# 	add.s64 	%rd37, %rd31, %rd3;
# 	sub.s64 	%rd38, %rd4, %rd1;
# 	max.s64 	%rd39, %rd37, %rd38;
# 	max.s64 	%rd40, %rd39, %rd36;
# 	max.s64 	%rd41, %rd40, 0;
# 	sub.s64 	%rd42, %rd41, %rd1;
# 	add.s64 	%rd43, %rd36, -1;
# 	max.s64 	%rd44, %rd42, %rd43;
# 	add.s64 	%rd45, %rd41, %rd5;
# 	sub.s64 	%rd46, %rd6, %rd1;
# 	max.s64 	%rd47, %rd45, %rd46;
# 	max.s64 	%rd48, %rd47, %rd44;
# 	max.s64 	%rd49, %rd48, 0;
# 	sub.s64 	%rd50, %rd49, %rd1;
# 	add.s64 	%rd51, %rd44, -1;
# 	max.s64 	%rd52, %rd50, %rd51;
# 	add.s64 	%rd53, %rd49, %rd7;
# 	sub.s64 	%rd54, %rd8, %rd1;
# 	max.s64 	%rd55, %rd53, %rd54;
# 	max.s64 	%rd56, %rd55, %rd52;
# 	max.s64 	%rd57, %rd56, 0;
# 	sub.s64 	%rd58, %rd57, %rd1;
# 	add.s64 	%rd59, %rd52, -1;
# 	max.s64 	%rd60, %rd58, %rd59;
# 	add.s64 	%rd61, %rd57, %rd9;
# 	sub.s64 	%rd62, %rd10, %rd1;
# 	max.s64 	%rd63, %rd61, %rd62;
# 	max.s64 	%rd64, %rd63, %rd60;
# 	max.s64 	%rd65, %rd64, 0;
# 	sub.s64 	%rd66, %rd65, %rd1;
# 	add.s64 	%rd67, %rd60, -1;
# 	max.s64 	%rd68, %rd66, %rd67;
# 	add.s64 	%rd69, %rd65, %rd11;
# 	sub.s64 	%rd70, %rd13, %rd1;
# 	max.s64 	%rd71, %rd69, %rd70;
# 	max.s64 	%rd72, %rd71, %rd68;
# 	max.s64 	%rd73, %rd72, 0;
# 	sub.s64 	%rd74, %rd73, %rd1;
# 	add.s64 	%rd75, %rd68, -1;
# 	max.s64 	%rd130, %rd74, %rd75;
# 	add.s64 	%rd129, %rd73, %rd14;
# 	cvt.u32.u64 	%r44, %rd130;
# 	cvt.s64.s32 	%rd76, %rd130;
# 	setp.eq.b64 	%p6, %rd76, %rd130;
# 	selp.b32 	%r166, %r44, -2147483648, %p6;
# 	cvt.u32.u64 	%r45, %rd129;
# 	cvt.s64.s32 	%rd77, %rd129;
# 	setp.eq.b64 	%p7, %rd77, %rd129;
# 	selp.b32 	%r165, %r45, -2147483648, %p7;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_10:
# 	setp.eq.b32 	%p9, %r166, -2147483648;
# 	cvt.s64.s32 	%rd81, %r166;
# 	selp.b64 	%rd82, %rd130, %rd81, %p9;
# 	setp.eq.b32 	%p10, %r165, -2147483648;
# 	cvt.s64.s32 	%rd83, %r165;
# 	selp.b64 	%rd84, %rd129, %rd83, %p10;
# 	sub.s64 	%rd85, %rd15, %rd1;
# 	max.s64 	%rd86, %rd84, %rd85;
# 	max.s64 	%rd87, %rd86, %rd82;
# 	max.s64 	%rd88, %rd87, 0;
# 	sub.s64 	%rd89, %rd88, %rd1;
# 	add.s64 	%rd90, %rd82, -1;
# 	max.s64 	%rd91, %rd89, %rd90;
# 	add.s64 	%rd92, %rd88, %rd16;
# 	sub.s64 	%rd93, %rd17, %rd1;
# 	max.s64 	%rd94, %rd92, %rd93;
# 	max.s64 	%rd95, %rd94, %rd91;
# 	max.s64 	%rd96, %rd95, 0;
# 	sub.s64 	%rd97, %rd96, %rd1;
# 	add.s64 	%rd98, %rd91, -1;
# 	max.s64 	%rd128, %rd97, %rd98;
# 	add.s64 	%rd99, %rd96, %rd18;
# 	sub.s64 	%rd100, %rd19, %rd1;
# 	max.s64 	%rd101, %rd99, %rd100;
# 	max.s64 	%rd102, %rd101, %rd128;
# 	max.s64 	%rd127, %rd102, 0;
# 	cvt.u32.u64 	%r168, %rd127;
# 	cvt.s64.s32 	%rd103, %rd127;
# 	setp.eq.b64 	%p11, %rd103, %rd127;
# 	selp.b32 	%r163, %r168, -2147483648, %p11;
# 	cvt.u32.u64 	%r118, %rd128;
# 	cvt.s64.s32 	%rd104, %rd128;
# 	setp.eq.b64 	%p12, %rd104, %rd128;
# 	selp.b32 	%r164, %r118, -2147483648, %p12;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_12:
# 	setp.eq.b32 	%p14, %r167, 0;
# 	@%p14 bra 	$L__BB0_18;
# $L__BB0_13:
# 	mul.lo.s64 	%rd105, %rd132, %rd25;
# 	shl.b64 	%rd106, %rd105, 2;
# 	shl.b32 	%r142, %r2, 2;
# 	cvt.u64.u32 	%rd107, %r142;
# 	add.s64 	%rd108, %rd106, %rd107;
# 	add.s64 	%rd134, %rd23, %rd108;
# 	shl.b64 	%rd109, %rd132, 2;
# 	add.s64 	%rd133, %rd22, %rd109;
# 	add.s32 	%r5, %r162, 1073741823;
# $L__BB0_14:
# 	.pragma "nounroll";
# 	ld.global.b32 	%r143, [%rd133];
# 	cvt.s64.s32 	%rd20, %r143;
# 	ld.global.b32 	%r144, [%rd134];
# 	cvt.s64.s32 	%rd21, %r144;
# 	add.s32 	%r145, %r144, 1073741823;
# 	max.u32 	%r146, %r5, %r145;
# 	add.s32 	%r147, %r143, 1073741823;
# 	max.u32 	%r148, %r146, %r147;
# 	add.s32 	%r149, %r163, 1073741823;
# 	max.u32 	%r150, %r148, %r149;
# 	add.s32 	%r151, %r164, 1073741823;
# 	max.u32 	%r152, %r150, %r151;
# 	setp.gt.u32 	%p15, %r152, 2147483646;
# 	@%p15 bra 	$L__BB0_16;
# 	cvt.u32.u64 	%r154, %rd20;
# 	cvt.u32.u64 	%r155, %rd21;
# 	sub.s32 	%r156, %r163, %r6;
# 	add.s32 	%r157, %r164, -1;
# 	max.s32 	%r164, %r156, %r157;
# 	add.s32 	%r158, %r163, %r154;
# 	sub.s32 	%r159, %r155, %r6;
# 	max.s32 	%r160, %r158, %r159;
# 	max.s32 	%r161, %r160, %r164;
# 	max.s32 	%r168, %r161, 0;
# 	mov.b32 	%r163, %r168;
# $L__BB0_17:
# 	add.s64 	%rd134, %rd134, %rd131;
# 	add.s64 	%rd133, %rd133, 4;
# 	add.s32 	%r167, %r167, -1;
# 	setp.ne.b32 	%p20, %r167, 0;
# 	@%p20 bra 	$L__BB0_14;
# 	bra.uni 	$L__BB0_18;
# $L__BB0_16:
# 	setp.eq.b32 	%p16, %r163, -2147483648;
# 	cvt.s64.s32 	%rd110, %r163;
# 	selp.b64 	%rd111, %rd127, %rd110, %p16;
# 	setp.eq.b32 	%p17, %r164, -2147483648;
# 	cvt.s64.s32 	%rd112, %r164;
# 	selp.b64 	%rd113, %rd128, %rd112, %p17;
# 	sub.s64 	%rd114, %rd111, %rd1;
# 	add.s64 	%rd115, %rd113, -1;
# 	max.s64 	%rd128, %rd114, %rd115;
# 	add.s64 	%rd116, %rd111, %rd20;
# 	sub.s64 	%rd117, %rd21, %rd1;
# 	max.s64 	%rd118, %rd116, %rd117;
# 	max.s64 	%rd119, %rd118, %rd128;
# 	max.s64 	%rd127, %rd119, 0;
# 	cvt.u32.u64 	%r168, %rd127;
# 	cvt.s64.s32 	%rd120, %rd127;
# 	setp.eq.b64 	%p18, %rd120, %rd127;
# 	selp.b32 	%r163, %r168, -2147483648, %p18;
# 	cvt.u32.u64 	%r153, %rd128;
# 	cvt.s64.s32 	%rd121, %rd128;
# 	setp.eq.b64 	%p19, %rd121, %rd128;
# 	selp.b32 	%r164, %r153, -2147483648, %p19;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_18:
# 	add.s64 	%rd122, %rd26, %rd123;
# 	st.global.b32 	[%rd122], %r168;
# 	ret;
#
# }
# 	// .globl	reach
# .visible .entry reach(
# 	.param .u64 .ptr .global .align 4 reach_param_0,
# 	.param .u64 reach_param_1,
# 	.param .u64 reach_param_2,
# 	.param .u64 .ptr .global .align 4 reach_param_3,
# 	.param .u64 reach_param_4,
# 	.param .u64 reach_param_5,
# 	.param .u64 .ptr .global .align 4 reach_param_6,
# 	.param .u64 reach_param_7
# )
# {
# 	.reg .pred 	%p<8>;
# 	.reg .b32 	%r<75>;
# 	.reg .b64 	%rd<100>;
#
# 	ld.param.b64 	%rd18, [reach_param_4];
# 	mov.u32 	%r9, %tid.x;
# 	mul.wide.u32 	%rd20, %r9, 4;
# 	ld.param.b64 	%rd21, [reach_param_6];
# 	add.s64 	%rd1, %rd21, %rd20;
# 	ld.global.b32 	%r74, [%rd1];
# 	setp.eq.b64 	%p1, %rd18, 0;
# 	@%p1 bra 	$L__BB1_10;
# 	ld.param.b64 	%rd19, [reach_param_5];
# 	ld.param.b64 	%rd17, [reach_param_3];
# 	ld.param.b64 	%rd16, [reach_param_2];
# 	ld.param.b64 	%rd15, [reach_param_0];
# 	cvt.s64.s32 	%rd97, %r74;
# 	setp.ne.b64 	%p2, %rd18, 1;
# 	@%p2 bra 	$L__BB1_3;
# 	shl.b64 	%rd98, %rd16, 2;
# 	mov.b64 	%rd99, 0;
# 	bra.uni 	$L__BB1_9;
# $L__BB1_3:
# 	cvt.u32.u64 	%r1, %rd18;
# 	and.b32 	%r2, %r1, 1;
# 	and.b64 	%rd99, %rd18, 562949953421310;
# 	shl.b64 	%rd2, %rd16, 3;
# 	add.s64 	%rd94, %rd17, 12;
# 	shl.b64 	%rd3, %rd19, 3;
# 	shl.b64 	%rd4, %rd19, 2;
# 	shl.b64 	%rd98, %rd16, 2;
# 	mov.b64 	%rd96, 0;
# 	mov.b64 	%rd95, %rd15;
# $L__BB1_4:
# 	.pragma "nounroll";
# 	ld.global.b32 	%r10, [%rd95];
# 	cvt.s64.s32 	%rd5, %r10;
# 	ld.global.b32 	%r11, [%rd94+-12];
# 	cvt.s64.s32 	%rd6, %r11;
# 	add.s64 	%rd22, %rd95, %rd98;
# 	ld.global.b32 	%r12, [%rd22];
# 	cvt.s64.s32 	%rd7, %r12;
# 	ld.global.b32 	%r13, [%rd94+-8];
# 	add.s64 	%rd23, %rd22, %rd98;
# 	ld.global.b32 	%r14, [%rd23];
# 	cvt.s64.s32 	%rd8, %r14;
# 	ld.global.b32 	%r15, [%rd94+-4];
# 	add.s64 	%rd24, %rd23, %rd98;
# 	ld.global.b32 	%r16, [%rd24];
# 	cvt.s64.s32 	%rd9, %r16;
# 	ld.global.b32 	%r17, [%rd94];
# 	add.s64 	%rd25, %rd24, %rd98;
# 	ld.global.b32 	%r18, [%rd25];
# 	cvt.s64.s32 	%rd10, %r18;
# 	ld.global.b32 	%r19, [%rd94+4];
# 	add.s64 	%rd26, %rd25, %rd98;
# 	ld.global.b32 	%r20, [%rd26];
# 	cvt.s64.s32 	%rd11, %r20;
# 	ld.global.b32 	%r21, [%rd94+8];
# 	add.s64 	%rd27, %rd26, %rd98;
# 	ld.global.b32 	%r22, [%rd27];
# 	cvt.s64.s32 	%rd12, %r22;
# 	ld.global.b32 	%r23, [%rd94+12];
# 	add.s64 	%rd28, %rd94, %rd4;
# 	ld.global.b32 	%r24, [%rd28+-12];
# 	ld.global.b32 	%r25, [%rd28+-8];
# 	ld.global.b32 	%r26, [%rd28+-4];
# 	ld.global.b32 	%r27, [%rd28];
# 	ld.global.b32 	%r28, [%rd28+4];
# 	ld.global.b32 	%r29, [%rd28+8];
# 	add.s64 	%rd29, %rd27, %rd98;
# 	ld.global.b32 	%r30, [%rd29];
# 	cvt.s64.s32 	%rd13, %r30;
# 	ld.global.b32 	%r31, [%rd28+12];
# 	cvt.s64.s32 	%rd14, %r31;
# 	min.s32 	%r3, %r13, %r24;
# 	min.s32 	%r4, %r15, %r25;
# 	min.s32 	%r5, %r17, %r26;
# 	min.s32 	%r6, %r19, %r27;
# 	min.s32 	%r7, %r21, %r28;
# 	min.s32 	%r8, %r23, %r29;
# 	or.b32 	%r32, %r8, %r22;
# 	or.b32 	%r33, %r32, %r7;
# 	or.b32 	%r34, %r33, %r20;
# 	or.b32 	%r35, %r34, %r6;
# 	or.b32 	%r36, %r35, %r18;
# 	or.b32 	%r37, %r36, %r5;
# 	or.b32 	%r38, %r37, %r16;
# 	or.b32 	%r39, %r38, %r4;
# 	or.b32 	%r40, %r39, %r14;
# 	or.b32 	%r41, %r40, %r3;
# 	or.b32 	%r42, %r41, %r12;
# 	or.b32 	%r43, %r42, %r11;
# 	or.b32 	%r44, %r43, %r10;
# 	or.b32 	%r45, %r44, %r31;
# 	or.b32 	%r46, %r45, %r30;
# 	or.b32 	%r47, %r46, %r74;
# 	setp.lt.s32 	%p3, %r47, 0;
# 	@%p3 bra 	$L__BB1_6;
# 	cvt.u32.u64 	%r49, %rd13;
# 	cvt.u32.u64 	%r50, %rd14;
# 	cvt.u32.u64 	%r51, %rd5;
# 	cvt.u32.u64 	%r52, %rd6;
# 	cvt.u32.u64 	%r53, %rd7;
# 	cvt.u32.u64 	%r54, %rd8;
# 	cvt.u32.u64 	%r55, %rd9;
# 	cvt.u32.u64 	%r56, %rd10;
# 	cvt.u32.u64 	%r57, %rd11;
# 	cvt.u32.u64 	%r58, %rd12;
# 	add.s32 	%r59, %r52, %r51;
# 	add.s32 	%r60, %r50, %r49;
# 	min.u32 	%r61, %r74, %r59;
# 	add.s32 	%r62, %r3, %r53;
# 	min.u32 	%r63, %r61, %r62;
# 	add.s32 	%r64, %r4, %r54;
# 	min.u32 	%r65, %r63, %r64;
# 	add.s32 	%r66, %r5, %r55;
# 	min.u32 	%r67, %r65, %r66;
# 	add.s32 	%r68, %r6, %r56;
# 	min.u32 	%r69, %r67, %r68;
# 	add.s32 	%r70, %r7, %r57;
# 	min.u32 	%r71, %r69, %r70;
# 	add.s32 	%r72, %r8, %r58;
# 	min.u32 	%r73, %r71, %r72;
# 	min.u32 	%r74, %r73, %r60;
# 	cvt.s64.s32 	%rd97, %r74;
# $L__BB1_7:
# 	add.s64 	%rd96, %rd96, 2;
# 	add.s64 	%rd95, %rd95, %rd2;
# 	add.s64 	%rd94, %rd94, %rd3;
# 	setp.ne.b64 	%p6, %rd99, %rd96;
# 	@%p6 bra 	$L__BB1_4;
# 	bra.uni 	$L__BB1_8;
# $L__BB1_6:
# 	cvt.s64.s32 	%rd30, %r8;
# 	cvt.s64.s32 	%rd31, %r7;
# 	cvt.s64.s32 	%rd32, %r6;
# 	cvt.s64.s32 	%rd33, %r5;
# 	cvt.s64.s32 	%rd34, %r4;
# 	cvt.s64.s32 	%rd35, %r3;
# 	setp.eq.b32 	%p4, %r74, -2147483648;
# 	cvt.s64.s32 	%rd36, %r74;
# 	selp.b64 	%rd37, %rd97, %rd36, %p4;
# 	add.s64 	%rd38, %rd6, %rd5;
# 	add.s64 	%rd39, %rd14, %rd13;
# 	min.s64 	%rd40, %rd37, %rd38;
# 	add.s64 	%rd41, %rd35, %rd7;
# 	min.s64 	%rd42, %rd40, %rd41;
# 	add.s64 	%rd43, %rd34, %rd8;
# 	min.s64 	%rd44, %rd42, %rd43;
# 	add.s64 	%rd45, %rd33, %rd9;
# 	min.s64 	%rd46, %rd44, %rd45;
# 	add.s64 	%rd47, %rd32, %rd10;
# 	min.s64 	%rd48, %rd46, %rd47;
# 	add.s64 	%rd49, %rd31, %rd11;
# 	min.s64 	%rd50, %rd48, %rd49;
# 	add.s64 	%rd51, %rd30, %rd12;
# 	min.s64 	%rd52, %rd50, %rd51;
# 	min.s64 	%rd97, %rd52, %rd39;
# 	cvt.u32.u64 	%r48, %rd97;
# 	cvt.s64.s32 	%rd53, %rd97;
# 	setp.eq.b64 	%p5, %rd53, %rd97;
# 	selp.b32 	%r74, %r48, -2147483648, %p5;
# 	bra.uni 	$L__BB1_7;
# $L__BB1_8:
# 	cvt.u32.u64 	%r74, %rd97;
# 	setp.eq.b32 	%p7, %r2, 0;
# 	@%p7 bra 	$L__BB1_10;
# $L__BB1_9:
# 	mul.lo.s64 	%rd54, %rd99, %rd19;
# 	shl.b64 	%rd55, %rd54, 2;
# 	add.s64 	%rd56, %rd17, %rd55;
# 	mul.lo.s64 	%rd57, %rd99, %rd16;
# 	shl.b64 	%rd58, %rd57, 2;
# 	add.s64 	%rd59, %rd15, %rd58;
# 	ld.global.s32 	%rd60, [%rd59];
# 	ld.global.s32 	%rd61, [%rd56];
# 	add.s64 	%rd62, %rd61, %rd60;
# 	min.s64 	%rd63, %rd97, %rd62;
# 	add.s64 	%rd64, %rd59, %rd98;
# 	ld.global.s32 	%rd65, [%rd64];
# 	ld.global.s32 	%rd66, [%rd56+4];
# 	add.s64 	%rd67, %rd66, %rd65;
# 	min.s64 	%rd68, %rd63, %rd67;
# 	add.s64 	%rd69, %rd64, %rd98;
# 	ld.global.s32 	%rd70, [%rd69];
# 	ld.global.s32 	%rd71, [%rd56+8];
# 	add.s64 	%rd72, %rd71, %rd70;
# 	min.s64 	%rd73, %rd68, %rd72;
# 	add.s64 	%rd74, %rd69, %rd98;
# 	ld.global.s32 	%rd75, [%rd74];
# 	ld.global.s32 	%rd76, [%rd56+12];
# 	add.s64 	%rd77, %rd76, %rd75;
# 	min.s64 	%rd78, %rd73, %rd77;
# 	add.s64 	%rd79, %rd74, %rd98;
# 	ld.global.s32 	%rd80, [%rd79];
# 	ld.global.s32 	%rd81, [%rd56+16];
# 	add.s64 	%rd82, %rd81, %rd80;
# 	min.s64 	%rd83, %rd78, %rd82;
# 	add.s64 	%rd84, %rd79, %rd98;
# 	ld.global.s32 	%rd85, [%rd84];
# 	ld.global.s32 	%rd86, [%rd56+20];
# 	add.s64 	%rd87, %rd86, %rd85;
# 	min.s64 	%rd88, %rd83, %rd87;
# 	add.s64 	%rd89, %rd84, %rd98;
# 	ld.global.s32 	%rd90, [%rd89];
# 	ld.global.s32 	%rd91, [%rd56+24];
# 	add.s64 	%rd92, %rd91, %rd90;
# 	min.s64 	%rd93, %rd88, %rd92;
# 	cvt.u32.u64 	%r74, %rd93;
# $L__BB1_10:
# 	st.global.b32 	[%rd1], %r74;
# 	ret;
#
# }
