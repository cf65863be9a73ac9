# golden: --emit=ptx --arch=sm_90
# Threads that exchange values in a loop stay together: what differs between
# them, as the place before the first turn, chooses no copy of it.
from numba import cuda


@cuda.jit("void(int64[::1], int64[::1], int64)")
def passed_around(x, out, n):
    t = cuda.threadIdx.x
    before = t - 1
    value = t
    for i in range(n):
        value += x[before] + cuda.shfl_sync(0xFFFFFFFF, value, (t + 1) % 32)
        before = i
    out[t] = value

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel passed_around entry passed_around source shuffles_in_loops.py:8
# // arg x array int64 ndim 1 layout C
# // arg out array int64 ndim 1 layout C
# // arg n scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // param n value i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	passed_around
#
# .visible .entry passed_around(
# 	.param .u64 .ptr .global .align 8 passed_around_param_0,
# 	.param .u64 passed_around_param_1,
# 	.param .u64 .ptr .global .align 8 passed_around_param_2,
# 	.param .u64 passed_around_param_3,
# 	.param .u64 passed_around_param_4
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<10>;
# 	.reg .b64 	%rd<25>;
#
# 	ld.param.b64 	%rd9, [passed_around_param_4];
# 	ld.param.b64 	%rd8, [passed_around_param_3];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.lt.s64 	%p1, %rd9, 1;
# 	mov.b64 	%rd22, %rd1;
# 	@%p1 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd6, [passed_around_param_1];
# 	ld.param.b64 	%rd5, [passed_around_param_0];
# 	cvt.u32.u64 	%r3, %rd1;
# 	add.s32 	%r4, %r1, -1;
# 	cvt.s64.s32 	%rd23, %r4;
# 	add.s32 	%r5, %r3, 1;
# 	and.b32 	%r2, %r5, 31;
# 	mov.b64 	%rd10, 0;
# 	mov.b64 	%rd21, %rd10;
# 	mov.b64 	%rd22, %rd1;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_4:
# 	cvt.u32.u64 	%r6, %rd22;
# 	shfl.sync.idx.b32 	%r7, %r6, %r2, 31, -1;
# 	mov.b64 	{_, %r8}, %rd22;
# 	shfl.sync.idx.b32 	%r9, %r8, %r2, 31, -1;
# 	cvt.u64.u32 	%rd15, %r7;
# 	cvt.u64.u32 	%rd16, %r9;
# 	shl.b64 	%rd17, %rd16, 32;
# 	add.s64 	%rd18, %rd24, %rd22;
# 	add.s64 	%rd19, %rd18, %rd15;
# 	add.s64 	%rd22, %rd19, %rd17;
# 	add.s64 	%rd21, %rd2, 1;
# 	setp.eq.b64 	%p3, %rd21, %rd9;
# 	mov.b64 	%rd23, %rd2;
# 	@%p3 bra 	$L__BB0_5;
# $L__BB0_2:
# 	mov.b64 	%rd2, %rd21;
# 	shr.s64 	%rd11, %rd23, 63;
# 	and.b64 	%rd12, %rd11, %rd6;
# 	add.s64 	%rd13, %rd12, %rd23;
# 	setp.lt.u64 	%p2, %rd13, %rd6;
# 	mov.b64 	%rd24, %rd10;
# 	@%p2 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_3:
# 	shl.b64 	%rd14, %rd13, 3;
# 	add.s64 	%rd3, %rd5, %rd14;
# 	ld.global.b64 	%rd24, [%rd3];
# 	bra.uni 	$L__BB0_4;
# $L__BB0_5:
# 	setp.gt.u64 	%p4, %rd8, %rd1;
# 	@%p4 bra 	$L__BB0_6;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_6:
# 	ld.param.b64 	%rd7, [passed_around_param_2];
# 	mul.wide.u32 	%rd20, %r1, 8;
# 	add.s64 	%rd4, %rd7, %rd20;
# 	st.global.b64 	[%rd4], %rd22;
# $L__BB0_7:
# 	ret;
#
# }
