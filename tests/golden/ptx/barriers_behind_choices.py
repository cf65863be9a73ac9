# golden: --arch=sm_90 --bounds=none
"""The lesser of two numbers of the launch, and an absolute value, are those of all threads: so is a barrier behind them."""
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

# === --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel lesser entry lesser source barriers_behind_choices.py:7
# // arg x array int32 ndim 1 layout C
# // arg n scalar int64
# // arg k scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // param k value i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // kernel apart entry apart source barriers_behind_choices.py:15
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
