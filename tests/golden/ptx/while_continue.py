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
# 	.reg .pred 	%p<38>;
# 	.reg .b32 	%r<29>;
# 	.reg .b64 	%rd<34>;
#
# 	ld.param.b64 	%rd14, [kept_mean_param_6];
# 	ld.param.b32 	%r4, [kept_mean_param_4];
# 	ld.param.b64 	%rd12, [kept_mean_param_3];
# 	ld.param.b64 	%rd11, [kept_mean_param_2];
# 	ld.param.b64 	%rd10, [kept_mean_param_1];
# 	ld.param.b64 	%rd9, [kept_mean_param_0];
# 	or.b64 	%rd15, %rd12, %rd10;
# 	or.b64 	%rd16, %rd15, %rd14;
# 	setp.gt.u64 	%p3, %rd16, 536870911;
# 	@%p3 bra 	$L__BB0_19;
# 	mov.u32 	%r11, %ctaid.x;
# 	mov.u32 	%r12, %ntid.x;
# 	mul.wide.u32 	%rd23, %r11, %r12;
# 	mov.u32 	%r13, %tid.x;
# 	cvt.u64.u32 	%rd24, %r13;
# 	add.s64 	%rd31, %rd23, %rd24;
# 	setp.lt.u64 	%p21, %rd31, %rd14;
# 	@%p21 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_2:
# 	cvt.u32.u64 	%r1, %rd10;
# 	cvt.u32.u64 	%r2, %rd12;
# 	cvt.u32.u64 	%r3, %rd31;
# 	add.s32 	%r20, %r3, 1;
# 	setp.ge.u32 	%p22, %r3, %r2;
# 	mov.b32 	%r17, 0f00000000;
# 	@%p22 bra 	$L__BB0_4;
# 	mul.wide.u32 	%rd25, %r3, 4;
# 	add.s64 	%rd1, %rd11, %rd25;
# 	ld.global.b32 	%r17, [%rd1];
# $L__BB0_4:
# 	setp.gt.u32 	%p23, %r2, %r1;
# 	setp.lt.u32 	%p24, %r20, %r2;
# 	setp.gt.s32 	%p25, %r4, 0;
# 	and.pred 	%p1, %p24, %p25;
# 	@%p23 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_8:
# 	not.pred 	%p31, %p1;
# 	@%p31 bra 	$L__BB0_6;
# 	mov.b32 	%r19, 0;
# 	bra.uni 	$L__BB0_10;
# $L__BB0_14:
# 	selp.f32 	%r17, %r21, %r17, %p32;
# 	selp.b32 	%r19, %r22, %r19, %p32;
# 	add.s32 	%r20, %r20, 1;
# 	setp.lt.u32 	%p35, %r20, %r2;
# 	setp.lt.u32 	%p36, %r19, %r4;
# 	and.pred 	%p37, %p35, %p36;
# 	@%p37 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_10:
# 	setp.lt.u32 	%p32, %r20, %r1;
# 	mul.wide.u32 	%rd28, %r20, 4;
# 	@%p32 bra 	$L__BB0_11;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_11:
# 	add.s64 	%rd3, %rd9, %rd28;
# 	ld.global.b32 	%r23, [%rd3];
# $L__BB0_12:
# 	setp.ne.b32 	%p33, %r23, 0;
# 	and.pred 	%p34, %p32, %p33;
# 	mov.b32 	%r21, %r17;
# 	mov.b32 	%r22, %r19;
# 	@%p34 bra 	$L__BB0_13;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_13:
# 	add.s32 	%r22, %r19, 1;
# 	add.s64 	%rd4, %rd11, %rd28;
# 	ld.global.b32 	%r16, [%rd4];
# 	add.rn.f32 	%r21, %r17, %r16;
# 	bra.uni 	$L__BB0_14;
# $L__BB0_19:
# 	mov.u32 	%r5, %ctaid.x;
# 	mov.u32 	%r6, %ntid.x;
# 	mul.wide.u32 	%rd17, %r5, %r6;
# 	mov.u32 	%r7, %tid.x;
# 	cvt.u64.u32 	%rd18, %r7;
# 	add.s64 	%rd31, %rd17, %rd18;
# 	setp.lt.u64 	%p4, %rd31, %rd14;
# 	@%p4 bra 	$L__BB0_20;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_20:
# 	setp.ge.u64 	%p5, %rd31, %rd12;
# 	mov.b32 	%r17, 0f00000000;
# 	@%p5 bra 	$L__BB0_22;
# 	shl.b64 	%rd19, %rd31, 2;
# 	add.s64 	%rd5, %rd11, %rd19;
# 	ld.global.b32 	%r17, [%rd5];
# $L__BB0_22:
# 	add.s64 	%rd33, %rd31, 1;
# 	setp.gt.u64 	%p6, %rd12, %rd10;
# 	setp.lt.u64 	%p7, %rd33, %rd12;
# 	setp.gt.s32 	%p8, %r4, 0;
# 	and.pred 	%p2, %p7, %p8;
# 	@%p6 bra 	$L__BB0_27;
# 	bra.uni 	$L__BB0_23;
# $L__BB0_27:
# 	not.pred 	%p14, %p2;
# 	@%p14 bra 	$L__BB0_6;
# 	mov.b32 	%r25, 0;
# 	bra.uni 	$L__BB0_29;
# $L__BB0_33:
# 	selp.f32 	%r17, %r26, %r17, %p15;
# 	selp.b32 	%r25, %r27, %r25, %p15;
# 	add.s64 	%rd33, %rd33, 1;
# 	setp.lt.u64 	%p18, %rd33, %rd12;
# 	setp.lt.u32 	%p19, %r25, %r4;
# 	and.pred 	%p20, %p18, %p19;
# 	@%p20 bra 	$L__BB0_29;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_29:
# 	setp.lt.u64 	%p15, %rd33, %rd10;
# 	shl.b64 	%rd22, %rd33, 2;
# 	@%p15 bra 	$L__BB0_30;
# 	bra.uni 	$L__BB0_31;
# $L__BB0_30:
# 	add.s64 	%rd7, %rd9, %rd22;
# 	ld.global.b32 	%r28, [%rd7];
# $L__BB0_31:
# 	setp.ne.b32 	%p16, %r28, 0;
# 	and.pred 	%p17, %p15, %p16;
# 	mov.b32 	%r26, %r17;
# 	mov.b32 	%r27, %r25;
# 	@%p17 bra 	$L__BB0_32;
# 	bra.uni 	$L__BB0_33;
# $L__BB0_32:
# 	add.s32 	%r27, %r25, 1;
# 	add.s64 	%rd8, %rd11, %rd22;
# 	ld.global.b32 	%r10, [%rd8];
# 	add.rn.f32 	%r26, %r17, %r10;
# 	bra.uni 	$L__BB0_33;
# $L__BB0_5:
# 	not.pred 	%p26, %p1;
# 	@%p26 bra 	$L__BB0_6;
# 	cvt.u64.u32 	%rd32, %r20;
# 	mov.b32 	%r18, 0;
# 	bra.uni 	$L__BB0_16;
# $L__BB0_17:
# 	add.s64 	%rd32, %rd32, 1;
# 	setp.lt.u64 	%p28, %rd32, %rd12;
# 	setp.lt.u32 	%p29, %r18, %r4;
# 	and.pred 	%p30, %p28, %p29;
# 	@%p30 bra 	$L__BB0_16;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_16:
# 	shl.b64 	%rd26, %rd32, 2;
# 	add.s64 	%rd27, %rd9, %rd26;
# 	ld.global.b32 	%r14, [%rd27];
# 	setp.ne.b32 	%p27, %r14, 0;
# 	@%p27 bra 	$L__BB0_18;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_18:
# 	add.s32 	%r18, %r18, 1;
# 	add.s64 	%rd2, %rd11, %rd26;
# 	ld.global.b32 	%r15, [%rd2];
# 	add.rn.f32 	%r17, %r17, %r15;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_23:
# 	not.pred 	%p9, %p2;
# 	@%p9 bra 	$L__BB0_6;
# 	mov.b32 	%r24, 0;
# 	bra.uni 	$L__BB0_25;
# $L__BB0_26:
# 	add.s64 	%rd33, %rd33, 1;
# 	setp.lt.u64 	%p11, %rd33, %rd12;
# 	setp.lt.u32 	%p12, %r24, %r4;
# 	and.pred 	%p13, %p11, %p12;
# 	@%p13 bra 	$L__BB0_25;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_25:
# 	shl.b64 	%rd20, %rd33, 2;
# 	add.s64 	%rd21, %rd9, %rd20;
# 	ld.global.b32 	%r8, [%rd21];
# 	setp.ne.b32 	%p10, %r8, 0;
# 	@%p10 bra 	$L__BB0_34;
# 	bra.uni 	$L__BB0_26;
# $L__BB0_34:
# 	add.s32 	%r24, %r24, 1;
# 	add.s64 	%rd6, %rd11, %rd20;
# 	ld.global.b32 	%r9, [%rd6];
# 	add.rn.f32 	%r17, %r17, %r9;
# 	bra.uni 	$L__BB0_26;
# $L__BB0_6:
# 	ld.param.b64 	%rd13, [kept_mean_param_5];
# 	shl.b64 	%rd29, %rd31, 2;
# 	add.s64 	%rd30, %rd13, %rd29;
# 	st.global.b32 	[%rd30], %r17;
# $L__BB0_7:
# 	ret;
#
# }
