# golden: --emit=ptx --arch=sm_90
# Two places that only grow, up to their ends: behind one test of these the loop
# has no guards. So has a search by halves.
from numba import cuda


@cuda.jit("void(int32[::1], int32[::1], int32[::1])")
def common(start, target, count):
    e = cuda.grid(1)
    if e + 1 < count.size and e + 1 < start.size:
        i, i_end = start[e], start[e + 1]
        j, j_end = start[0], start[1]
        n = 0
        while i < i_end and j < j_end:
            if target[i] < target[j]:
                i += 1
            elif target[j] < target[i]:
                j += 1
            else:
                n += 1
                i += 1
                j += 1
        low, high = start[e], start[e + 1]
        while low < high:
            middle = (low + high) // 2
            if target[middle] < n:
                low = middle + 1
            else:
                high = middle
        count[e] = low

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel common entry common source merged_rows.py:8
# // arg start array int32 ndim 1 layout C
# // arg target array int32 ndim 1 layout C
# // arg count array int32 ndim 1 layout C
# // param start ptr ptr offset 0 size 8
# // param start shape0 i64 offset 8 size 8
# // param target ptr ptr offset 16 size 8
# // param target shape0 i64 offset 24 size 8
# // param count ptr ptr offset 32 size 8
# // param count shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	common
#
# .visible .entry common(
# 	.param .u64 .ptr .global .align 4 common_param_0,
# 	.param .u64 common_param_1,
# 	.param .u64 .ptr .global .align 4 common_param_2,
# 	.param .u64 common_param_3,
# 	.param .u64 .ptr .global .align 4 common_param_4,
# 	.param .u64 common_param_5
# )
# {
# 	.reg .pred 	%p<35>;
# 	.reg .b32 	%r<24>;
# 	.reg .b64 	%rd<50>;
#
# 	ld.param.b64 	%rd11, [common_param_1];
# 	mov.u32 	%r9, %ctaid.x;
# 	mov.u32 	%r10, %ntid.x;
# 	mul.wide.u32 	%rd12, %r9, %r10;
# 	ld.param.b64 	%rd13, [common_param_5];
# 	mov.u32 	%r11, %tid.x;
# 	cvt.u64.u32 	%rd14, %r11;
# 	add.s64 	%rd1, %rd12, %rd14;
# 	add.s64 	%rd15, %rd1, 1;
# 	min.u64 	%rd16, %rd11, %rd13;
# 	setp.le.u64 	%p2, %rd16, %rd15;
# 	@%p2 bra 	$L__BB0_17;
# 	ld.param.b64 	%rd9, [common_param_3];
# 	ld.param.b64 	%rd8, [common_param_2];
# 	ld.param.b64 	%rd7, [common_param_0];
# 	shl.b64 	%rd17, %rd1, 2;
# 	add.s64 	%rd18, %rd7, %rd17;
# 	ld.global.b32 	%r23, [%rd18];
# 	ld.global.b32 	%r12, [%rd18+4];
# 	ld.global.b32 	%r21, [%rd7];
# 	ld.global.b32 	%r1, [%rd7+4];
# 	cvt.s64.s32 	%rd19, %r1;
# 	cvt.s64.s32 	%rd2, %r12;
# 	or.b32 	%r13, %r21, %r23;
# 	setp.gt.s32 	%p3, %r13, -1;
# 	max.s64 	%rd20, %rd19, %rd2;
# 	setp.le.s64 	%p4, %rd20, %rd9;
# 	and.pred 	%p5, %p4, %p3;
# 	setp.lt.s32 	%p6, %r23, %r12;
# 	setp.lt.s32 	%p7, %r21, %r1;
# 	and.pred 	%p1, %p6, %p7;
# 	mov.b64 	%rd45, 0;
# 	@%p5 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_10:
# 	not.pred 	%p18, %p1;
# 	@%p18 bra 	$L__BB0_14;
# 	mov.b64 	%rd45, 0;
# 	cvt.u32.u64 	%r15, %rd2;
# 	mov.b32 	%r20, %r23;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_13:
# 	add.s32 	%r20, %r20, 1;
# $L__BB0_22:
# 	setp.lt.s32 	%p21, %r20, %r15;
# 	setp.lt.s32 	%p22, %r21, %r1;
# 	and.pred 	%p23, %p21, %p22;
# 	@%p23 bra 	$L__BB0_12;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_12:
# 	mul.wide.s32 	%rd29, %r20, 4;
# 	add.s64 	%rd30, %rd8, %rd29;
# 	ld.global.b32 	%r2, [%rd30];
# 	mul.wide.s32 	%rd31, %r21, 4;
# 	add.s64 	%rd32, %rd8, %rd31;
# 	ld.global.b32 	%r3, [%rd32];
# 	setp.ge.s32 	%p19, %r2, %r3;
# 	@%p19 bra 	$L__BB0_20;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_20:
# 	setp.ge.s32 	%p20, %r3, %r2;
# 	add.s32 	%r21, %r21, 1;
# 	@%p20 bra 	$L__BB0_21;
# 	bra.uni 	$L__BB0_22;
# $L__BB0_21:
# 	add.s64 	%rd45, %rd45, 1;
# 	add.s32 	%r20, %r20, 1;
# 	bra.uni 	$L__BB0_22;
# $L__BB0_2:
# 	not.pred 	%p8, %p1;
# 	@%p8 bra 	$L__BB0_14;
# 	mov.b64 	%rd21, 0;
# 	cvt.u32.u64 	%r14, %rd2;
# 	mov.b64 	%rd45, %rd21;
# 	mov.b32 	%r22, %r23;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_9:
# 	add.s32 	%r22, %r22, 1;
# $L__BB0_26:
# 	setp.lt.s32 	%p15, %r22, %r14;
# 	setp.lt.s32 	%p16, %r21, %r1;
# 	and.pred 	%p17, %p15, %p16;
# 	@%p17 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_4:
# 	cvt.s64.s32 	%rd22, %r22;
# 	setp.lt.s32 	%p9, %r22, 0;
# 	selp.b64 	%rd23, %rd9, 0, %p9;
# 	add.s64 	%rd24, %rd23, %rd22;
# 	setp.lt.u64 	%p10, %rd24, %rd9;
# 	mov.b64 	%rd46, %rd21;
# 	@%p10 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_5:
# 	shl.b64 	%rd25, %rd24, 2;
# 	add.s64 	%rd4, %rd8, %rd25;
# 	ld.global.s32 	%rd46, [%rd4];
# $L__BB0_6:
# 	cvt.s64.s32 	%rd3, %r21;
# 	setp.lt.s32 	%p11, %r21, 0;
# 	selp.b64 	%rd26, %rd9, 0, %p11;
# 	add.s64 	%rd27, %rd26, %rd3;
# 	setp.ge.u64 	%p12, %rd27, %rd9;
# 	mov.b64 	%rd47, 0;
# 	@%p12 bra 	$L__BB0_8;
# 	shl.b64 	%rd28, %rd27, 2;
# 	add.s64 	%rd5, %rd8, %rd28;
# 	ld.global.s32 	%rd47, [%rd5];
# $L__BB0_8:
# 	cvt.u32.u64 	%r4, %rd46;
# 	cvt.u32.u64 	%r5, %rd47;
# 	setp.lt.s32 	%p13, %r4, %r5;
# 	@%p13 bra 	$L__BB0_9;
# 	setp.lt.s32 	%p14, %r5, %r4;
# 	@%p14 bra 	$L__BB0_24;
# 	bra.uni 	$L__BB0_25;
# $L__BB0_24:
# 	add.s32 	%r21, %r21, 1;
# 	bra.uni 	$L__BB0_26;
# $L__BB0_25:
# 	add.s64 	%rd45, %rd45, 1;
# 	add.s32 	%r22, %r22, 1;
# 	add.s32 	%r21, %r21, 1;
# 	bra.uni 	$L__BB0_26;
# $L__BB0_14:
# 	ld.param.b64 	%rd10, [common_param_4];
# 	cvt.s64.s32 	%rd48, %r23;
# 	setp.ge.s64 	%p24, %rd9, %rd2;
# 	setp.gt.s32 	%p25, %r23, -1;
# 	and.pred 	%p26, %p25, %p24;
# 	@%p26 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_15;
# $L__BB0_18:
# 	cvt.u32.u64 	%r19, %rd2;
# 	setp.ge.s32 	%p32, %r23, %r19;
# 	@%p32 bra 	$L__BB0_16;
# $L__BB0_19:
# 	add.s64 	%rd38, %rd2, %rd48;
# 	shr.u64 	%rd39, %rd38, 1;
# 	shl.b64 	%rd40, %rd39, 2;
# 	add.s64 	%rd41, %rd8, %rd40;
# 	ld.global.s32 	%rd42, [%rd41];
# 	setp.gt.s64 	%p33, %rd45, %rd42;
# 	add.s64 	%rd43, %rd39, 1;
# 	selp.b64 	%rd48, %rd43, %rd48, %p33;
# 	cvt.u32.u64 	%r23, %rd48;
# 	selp.b64 	%rd2, %rd2, %rd39, %p33;
# 	setp.lt.s64 	%p34, %rd48, %rd2;
# 	@%p34 bra 	$L__BB0_19;
# 	bra.uni 	$L__BB0_16;
# $L__BB0_15:
# 	cvt.u32.u64 	%r16, %rd2;
# 	setp.ge.s32 	%p27, %r23, %r16;
# 	@%p27 bra 	$L__BB0_16;
# 	bra.uni 	$L__BB0_27;
# $L__BB0_16:
# 	add.s64 	%rd44, %rd10, %rd17;
# 	st.global.b32 	[%rd44], %r23;
# $L__BB0_17:
# 	ret;
# $L__BB0_29:
# 	cvt.u32.u64 	%r6, %rd2;
# 	cvt.u32.u64 	%r7, %rd48;
# 	setp.lt.s64 	%p30, %rd49, %rd45;
# 	add.s32 	%r17, %r8, 1;
# 	selp.b32 	%r23, %r17, %r7, %p30;
# 	cvt.s64.s32 	%rd48, %r23;
# 	selp.b32 	%r18, %r6, %r8, %p30;
# 	cvt.s64.s32 	%rd2, %r18;
# 	setp.lt.s32 	%p31, %r23, %r18;
# 	@%p31 bra 	$L__BB0_27;
# 	bra.uni 	$L__BB0_16;
# $L__BB0_27:
# 	add.s64 	%rd33, %rd2, %rd48;
# 	shr.s64 	%rd34, %rd33, 1;
# 	cvt.u32.u64 	%r8, %rd34;
# 	setp.lt.s32 	%p28, %r8, 0;
# 	selp.b64 	%rd35, %rd9, 0, %p28;
# 	add.s64 	%rd36, %rd35, %rd34;
# 	setp.ge.u64 	%p29, %rd36, %rd9;
# 	mov.b64 	%rd49, 0;
# 	@%p29 bra 	$L__BB0_29;
# 	shl.b64 	%rd37, %rd36, 2;
# 	add.s64 	%rd6, %rd8, %rd37;
# 	ld.global.s32 	%rd49, [%rd6];
# 	bra.uni 	$L__BB0_29;
#
# }
