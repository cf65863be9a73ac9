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
# 	.reg .pred 	%p<18>;
# 	.reg .b32 	%r<12>;
# 	.reg .b64 	%rd<20>;
#
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd10, %r2, %r3;
# 	ld.param.b64 	%rd11, [kept_mean_param_6];
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd12, %r4;
# 	add.s64 	%rd1, %rd10, %rd12;
# 	setp.lt.u64 	%p2, %rd1, %rd11;
# 	@%p2 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b32 	%r1, [kept_mean_param_4];
# 	ld.param.b64 	%rd8, [kept_mean_param_3];
# 	ld.param.b64 	%rd7, [kept_mean_param_2];
# 	ld.param.b64 	%rd6, [kept_mean_param_1];
# 	add.s64 	%rd19, %rd1, 1;
# 	setp.ge.u64 	%p3, %rd1, %rd8;
# 	shl.b64 	%rd13, %rd1, 2;
# 	mov.b32 	%r9, 0f00000000;
# 	@%p3 bra 	$L__BB0_4;
# 	add.s64 	%rd2, %rd7, %rd13;
# 	ld.global.b32 	%r9, [%rd2];
# $L__BB0_4:
# 	ld.param.b64 	%rd9, [kept_mean_param_5];
# 	ld.param.b64 	%rd5, [kept_mean_param_0];
# 	setp.gt.u64 	%p4, %rd8, %rd6;
# 	setp.lt.u64 	%p5, %rd19, %rd8;
# 	setp.gt.s32 	%p6, %r1, 0;
# 	and.pred 	%p1, %p5, %p6;
# 	@%p4 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_10:
# 	not.pred 	%p12, %p1;
# 	@%p12 bra 	$L__BB0_9;
# 	mov.b32 	%r11, 0;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_13:
# 	add.s64 	%rd19, %rd19, 1;
# 	setp.lt.u64 	%p15, %rd19, %rd8;
# 	setp.lt.u32 	%p16, %r11, %r1;
# 	and.pred 	%p17, %p15, %p16;
# 	@%p17 bra 	$L__BB0_12;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_12:
# 	setp.lt.u64 	%p13, %rd19, %rd6;
# 	@%p13 bra 	$L__BB0_14;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_14:
# 	shl.b64 	%rd16, %rd19, 2;
# 	add.s64 	%rd17, %rd5, %rd16;
# 	ld.global.b32 	%r7, [%rd17];
# 	setp.eq.b32 	%p14, %r7, 0;
# 	@%p14 bra 	$L__BB0_13;
# 	add.s32 	%r11, %r11, 1;
# 	add.s64 	%rd4, %rd7, %rd16;
# 	ld.global.b32 	%r8, [%rd4];
# 	add.rn.f32 	%r9, %r9, %r8;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_5:
# 	not.pred 	%p7, %p1;
# 	@%p7 bra 	$L__BB0_9;
# 	mov.b32 	%r10, 0;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_8:
# 	add.s64 	%rd19, %rd19, 1;
# 	setp.lt.u64 	%p9, %rd19, %rd8;
# 	setp.lt.u32 	%p10, %r10, %r1;
# 	and.pred 	%p11, %p9, %p10;
# 	@%p11 bra 	$L__BB0_7;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_7:
# 	shl.b64 	%rd14, %rd19, 2;
# 	add.s64 	%rd15, %rd5, %rd14;
# 	ld.global.b32 	%r5, [%rd15];
# 	setp.ne.b32 	%p8, %r5, 0;
# 	@%p8 bra 	$L__BB0_16;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_16:
# 	add.s32 	%r10, %r10, 1;
# 	add.s64 	%rd3, %rd7, %rd14;
# 	ld.global.b32 	%r6, [%rd3];
# 	add.rn.f32 	%r9, %r9, %r6;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_9:
# 	add.s64 	%rd18, %rd9, %rd13;
# 	st.global.b32 	[%rd18], %r9;
# $L__BB0_1:
# 	ret;
#
# }
