# golden: --arch=sm_90 --bounds=none
"""The lesser of two numbers of the launch, and an absolute value, are those of all threads: so is a barrier behind them,
and one behind a choice by a remainder, which has no other values."""
from numba import cuda


@cuda.jit("void(int32[::1], int64, int64)")
def lesser(x, n, k):
    m = n if n < k else k
    if m > x.size:
        cuda.syncthreads()
    x[0] = m


@cuda.jit("void(int32[::1], int64, int64)")
def apart(x, n, k):
    m = n - k
    if m < 0:
        m = -m
    if m > x.size:
        cuda.syncthreads()
    x[0] = m


@cuda.jit("void(int32[::1], int64, int64)")
def rests(x, n, k):
    i = cuda.grid(1)
    m = x[i] % 4
    if m == 0:
        x[n] = 1
    elif m == 1:
        x[k] = 2
    elif m == 3:
        x[i] = 3
    cuda.syncthreads()
    x[i] += 1

# === --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel lesser entry lesser source barriers_behind_choices.py:8
# // arg x array int32 ndim 1 layout C
# // arg n scalar int64
# // arg k scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // param k value i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // kernel apart entry apart source barriers_behind_choices.py:16
# // arg x array int32 ndim 1 layout C
# // arg n scalar int64
# // arg k scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // param k value i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // kernel rests entry rests source barriers_behind_choices.py:26
# // arg x array int32 ndim 1 layout C
# // arg n scalar int64
# // arg k scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // param k value i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	lesser
#
# .visible .entry lesser(
# 	.param .u64 .ptr .global .align 4 lesser_param_0,
# 	.param .u64 lesser_param_1,
# 	.param .u64 lesser_param_2,
# 	.param .u64 lesser_param_3
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b64 	%rd<6>;
#
# 	ld.param.b64 	%rd2, [lesser_param_0];
# 	ld.param.b64 	%rd3, [lesser_param_2];
# 	ld.param.b64 	%rd4, [lesser_param_3];
# 	min.s64 	%rd1, %rd3, %rd4;
# 	ld.param.b64 	%rd5, [lesser_param_1];
# 	setp.le.s64 	%p1, %rd1, %rd5;
# 	@%p1 bra 	$L__BB0_2;
# 	bar.sync 	0;
# $L__BB0_2:
# 	st.global.b32 	[%rd2], %rd1;
# 	ret;
#
# }
# 	// .globl	apart
# .visible .entry apart(
# 	.param .u64 .ptr .global .align 4 apart_param_0,
# 	.param .u64 apart_param_1,
# 	.param .u64 apart_param_2,
# 	.param .u64 apart_param_3
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b64 	%rd<7>;
#
# 	ld.param.b64 	%rd2, [apart_param_0];
# 	ld.param.b64 	%rd3, [apart_param_2];
# 	ld.param.b64 	%rd4, [apart_param_3];
# 	sub.s64 	%rd5, %rd3, %rd4;
# 	ld.param.b64 	%rd6, [apart_param_1];
# 	abs.s64 	%rd1, %rd5;
# 	setp.le.s64 	%p1, %rd1, %rd6;
# 	@%p1 bra 	$L__BB1_2;
# 	bar.sync 	0;
# $L__BB1_2:
# 	st.global.b32 	[%rd2], %rd1;
# 	ret;
#
# }
# 	// .globl	rests
# .visible .entry rests(
# 	.param .u64 .ptr .global .align 4 rests_param_0,
# 	.param .u64 rests_param_1,
# 	.param .u64 rests_param_2,
# 	.param .u64 rests_param_3
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<8>;
# 	.reg .b64 	%rd<22>;
#
# 	ld.param.b64 	%rd2, [rests_param_0];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd6, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd7, %r4;
# 	add.s64 	%rd8, %rd6, %rd7;
# 	shl.b64 	%rd9, %rd8, 2;
# 	add.s64 	%rd1, %rd2, %rd9;
# 	ld.global.b32 	%r5, [%rd1];
# 	and.b32 	%r1, %r5, 3;
# 	setp.gt.u32 	%p1, %r1, 3;
# 	@%p1 bra 	$L__BB2_2;
# 	ld.param.b64 	%rd3, [rests_param_1];
# 	$L_brx_0: .branchtargets
# 		$L__BB2_3,
# 		$L__BB2_5,
# 		$L__BB2_4,
# 		$L__BB2_6;
# 	brx.idx 	%r1, $L_brx_0;
# $L__BB2_3:
# 	ld.param.b64 	%rd4, [rests_param_2];
# 	shr.s64 	%rd16, %rd4, 63;
# 	and.b64 	%rd17, %rd16, %rd3;
# 	shl.b64 	%rd18, %rd4, 2;
# 	add.s64 	%rd19, %rd2, %rd18;
# 	shl.b64 	%rd20, %rd17, 2;
# 	add.s64 	%rd21, %rd19, %rd20;
# 	st.global.b32 	[%rd21], 1;
# 	bra.uni 	$L__BB2_4;
# $L__BB2_5:
# 	ld.param.b64 	%rd5, [rests_param_3];
# 	shr.s64 	%rd10, %rd5, 63;
# 	and.b64 	%rd11, %rd10, %rd3;
# 	shl.b64 	%rd12, %rd5, 2;
# 	add.s64 	%rd13, %rd2, %rd12;
# 	shl.b64 	%rd14, %rd11, 2;
# 	add.s64 	%rd15, %rd13, %rd14;
# 	st.global.b32 	[%rd15], 2;
# 	bra.uni 	$L__BB2_4;
# $L__BB2_6:
# 	st.global.b32 	[%rd1], 3;
# $L__BB2_4:
# 	bar.sync 	0;
# 	ld.global.b32 	%r6, [%rd1];
# 	add.s32 	%r7, %r6, 1;
# 	st.global.b32 	[%rd1], %r7;
# 	ret;
# $L__BB2_2:
# 	// begin inline asm
# 	exit;
# 	// end inline asm
#
# }
