# golden: --emit=ptx --arch=sm_90
# One loop with one way back, where the threads of a warp come together again:
# not a loop over what is skipped inside of another.
from numba import cuda


@cuda.jit("void(int32[::1], float32[::1], int32, float32[::1])")
def kept_mean(skip, x, most, out):
    i = cuda.grid(1)
    if i >= out.size:
        return
    total = x[i]
    t = i + 1
    count = 0
    while t < x.size and count < most:
        if skip[t] == 0:
            t += 1
            continue
        total += x[t]
        count += 1
        t += 1
    out[i] = total

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel kept_mean entry kept_mean source while_continue.py:8
# // arg skip array int32 ndim 1 layout C
# // arg x array float32 ndim 1 layout C
# // arg most scalar int32
# // arg out array float32 ndim 1 layout C
# // param skip ptr ptr offset 0 size 8
# // param skip shape0 i64 offset 8 size 8
# // param x ptr ptr offset 16 size 8
# // param x shape0 i64 offset 24 size 8
# // param most value i32 offset 32 size 4
# // param out ptr ptr offset 40 size 8
# // param out shape0 i64 offset 48 size 8
# // facts params 56 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	kept_mean
#
# .visible .entry kept_mean(
# 	.param .u64 .ptr .global .align 4 kept_mean_param_0,
# 	.param .u64 kept_mean_param_1,
# 	.param .u64 .ptr .global .align 4 kept_mean_param_2,
# 	.param .u64 kept_mean_param_3,
# 	.param .u32 kept_mean_param_4,
# 	.param .u64 .ptr .global .align 4 kept_mean_param_5,
# 	.param .u64 kept_mean_param_6
# )
# {
# 	.reg .pred 	%p<36>;
# 	.reg .b32 	%r<25>;
# 	.reg .b64 	%rd<34>;
#
# 	ld.param.b64 	%rd12, [kept_mean_param_6];
# 	ld.param.b32 	%r4, [kept_mean_param_4];
# 	ld.param.b64 	%rd10, [kept_mean_param_3];
# 	ld.param.b64 	%rd9, [kept_mean_param_2];
# 	ld.param.b64 	%rd8, [kept_mean_param_1];
# 	ld.param.b64 	%rd7, [kept_mean_param_0];
# 	or.b64 	%rd13, %rd10, %rd8;
# 	or.b64 	%rd14, %rd13, %rd12;
# 	setp.gt.u64 	%p3, %rd14, 1073741823;
# 	@%p3 bra 	$L__BB0_18;
# 	mov.u32 	%r12, %ctaid.x;
# 	mov.u32 	%r13, %ntid.x;
# 	mul.wide.u32 	%rd22, %r12, %r13;
# 	mov.u32 	%r14, %tid.x;
# 	cvt.u64.u32 	%rd23, %r14;
# 	add.s64 	%rd31, %rd22, %rd23;
# 	setp.lt.u64 	%p20, %rd31, %rd12;
# 	@%p20 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_2:
# 	cvt.u32.u64 	%r1, %rd8;
# 	cvt.u32.u64 	%r2, %rd10;
# 	cvt.u32.u64 	%r3, %rd31;
# 	add.s32 	%r21, %r3, 1;
# 	setp.ge.u32 	%p21, %r3, %r2;
# 	mov.b32 	%r19, 0f00000000;
# 	@%p21 bra 	$L__BB0_4;
# 	mul.wide.u32 	%rd24, %r3, 4;
# 	add.s64 	%rd1, %rd9, %rd24;
# 	ld.global.b32 	%r19, [%rd1];
# $L__BB0_4:
# 	setp.gt.u32 	%p22, %r2, %r1;
# 	setp.lt.u32 	%p23, %r21, %r2;
# 	setp.gt.s32 	%p24, %r4, 0;
# 	and.pred 	%p1, %p23, %p24;
# 	@%p22 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_8:
# 	not.pred 	%p30, %p1;
# 	@%p30 bra 	$L__BB0_6;
# 	mov.b32 	%r22, 0;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_11:
# 	add.s32 	%r21, %r21, 1;
# 	setp.lt.u32 	%p33, %r21, %r2;
# 	setp.lt.u32 	%p34, %r22, %r4;
# 	and.pred 	%p35, %p33, %p34;
# 	@%p35 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_10:
# 	setp.lt.u32 	%p31, %r21, %r1;
# 	@%p31 bra 	$L__BB0_16;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_16:
# 	mul.wide.u32 	%rd27, %r21, 4;
# 	add.s64 	%rd28, %rd7, %rd27;
# 	ld.global.b32 	%r17, [%rd28];
# 	setp.eq.b32 	%p32, %r17, 0;
# 	@%p32 bra 	$L__BB0_11;
# 	add.s32 	%r22, %r22, 1;
# 	add.s64 	%rd3, %rd9, %rd27;
# 	ld.global.b32 	%r18, [%rd3];
# 	add.rn.f32 	%r19, %r19, %r18;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_18:
# 	mov.u32 	%r5, %ctaid.x;
# 	mov.u32 	%r6, %ntid.x;
# 	mul.wide.u32 	%rd15, %r5, %r6;
# 	mov.u32 	%r7, %tid.x;
# 	cvt.u64.u32 	%rd16, %r7;
# 	add.s64 	%rd31, %rd15, %rd16;
# 	setp.lt.u64 	%p4, %rd31, %rd12;
# 	@%p4 bra 	$L__BB0_19;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_19:
# 	setp.ge.u64 	%p5, %rd31, %rd10;
# 	mov.b32 	%r19, 0f00000000;
# 	@%p5 bra 	$L__BB0_21;
# 	shl.b64 	%rd17, %rd31, 2;
# 	add.s64 	%rd4, %rd9, %rd17;
# 	ld.global.b32 	%r19, [%rd4];
# $L__BB0_21:
# 	add.s64 	%rd33, %rd31, 1;
# 	setp.gt.u64 	%p6, %rd10, %rd8;
# 	setp.lt.u64 	%p7, %rd33, %rd10;
# 	setp.gt.s32 	%p8, %r4, 0;
# 	and.pred 	%p2, %p7, %p8;
# 	@%p6 bra 	$L__BB0_26;
# 	bra.uni 	$L__BB0_22;
# $L__BB0_26:
# 	not.pred 	%p14, %p2;
# 	@%p14 bra 	$L__BB0_6;
# 	mov.b32 	%r24, 0;
# 	bra.uni 	$L__BB0_28;
# $L__BB0_29:
# 	add.s64 	%rd33, %rd33, 1;
# 	setp.lt.u64 	%p17, %rd33, %rd10;
# 	setp.lt.u32 	%p18, %r24, %r4;
# 	and.pred 	%p19, %p17, %p18;
# 	@%p19 bra 	$L__BB0_28;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_28:
# 	setp.lt.u64 	%p15, %rd33, %rd8;
# 	@%p15 bra 	$L__BB0_30;
# 	bra.uni 	$L__BB0_29;
# $L__BB0_30:
# 	shl.b64 	%rd20, %rd33, 2;
# 	add.s64 	%rd21, %rd7, %rd20;
# 	ld.global.b32 	%r10, [%rd21];
# 	setp.eq.b32 	%p16, %r10, 0;
# 	@%p16 bra 	$L__BB0_29;
# 	add.s32 	%r24, %r24, 1;
# 	add.s64 	%rd6, %rd9, %rd20;
# 	ld.global.b32 	%r11, [%rd6];
# 	add.rn.f32 	%r19, %r19, %r11;
# 	bra.uni 	$L__BB0_29;
# $L__BB0_5:
# 	not.pred 	%p25, %p1;
# 	@%p25 bra 	$L__BB0_6;
# 	cvt.u64.u32 	%rd32, %r21;
# 	mov.b32 	%r20, 0;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_14:
# 	add.s64 	%rd32, %rd32, 1;
# 	setp.lt.u64 	%p27, %rd32, %rd10;
# 	setp.lt.u32 	%p28, %r20, %r4;
# 	and.pred 	%p29, %p27, %p28;
# 	@%p29 bra 	$L__BB0_13;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_13:
# 	shl.b64 	%rd25, %rd32, 2;
# 	add.s64 	%rd26, %rd7, %rd25;
# 	ld.global.b32 	%r15, [%rd26];
# 	setp.ne.b32 	%p26, %r15, 0;
# 	@%p26 bra 	$L__BB0_15;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_15:
# 	add.s32 	%r20, %r20, 1;
# 	add.s64 	%rd2, %rd9, %rd25;
# 	ld.global.b32 	%r16, [%rd2];
# 	add.rn.f32 	%r19, %r19, %r16;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_22:
# 	not.pred 	%p9, %p2;
# 	@%p9 bra 	$L__BB0_6;
# 	mov.b32 	%r23, 0;
# 	bra.uni 	$L__BB0_24;
# $L__BB0_25:
# 	add.s64 	%rd33, %rd33, 1;
# 	setp.lt.u64 	%p11, %rd33, %rd10;
# 	setp.lt.u32 	%p12, %r23, %r4;
# 	and.pred 	%p13, %p11, %p12;
# 	@%p13 bra 	$L__BB0_24;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_24:
# 	shl.b64 	%rd18, %rd33, 2;
# 	add.s64 	%rd19, %rd7, %rd18;
# 	ld.global.b32 	%r8, [%rd19];
# 	setp.ne.b32 	%p10, %r8, 0;
# 	@%p10 bra 	$L__BB0_32;
# 	bra.uni 	$L__BB0_25;
# $L__BB0_32:
# 	add.s32 	%r23, %r23, 1;
# 	add.s64 	%rd5, %rd9, %rd18;
# 	ld.global.b32 	%r9, [%rd5];
# 	add.rn.f32 	%r19, %r19, %r9;
# 	bra.uni 	$L__BB0_25;
# $L__BB0_6:
# 	ld.param.b64 	%rd11, [kept_mean_param_5];
# 	shl.b64 	%rd29, %rd31, 2;
# 	add.s64 	%rd30, %rd11, %rd29;
# 	st.global.b32 	[%rd30], %r19;
# $L__BB0_7:
# 	ret;
#
# }
