# golden: --emit=ptx --bounds=none
# One shift by 31 may be taken for its negative where it is subtracted.
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def k(a, n):
    a[0] = a[1] - (n << 31)
    a[2] = a[3] - (n << 30)

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source shift_by_31.py:7
# // arg a array int64 ndim 1 layout C
# // arg n scalar int64
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 8 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 k_param_2
# )
# {
# 	.reg .b64 	%rd<9>;
#
# 	ld.param.b64 	%rd1, [k_param_0];
# 	ld.global.b64 	%rd2, [%rd1+8];
# 	ld.param.b64 	%rd3, [k_param_2];
# 	shl.b64 	%rd4, %rd3, 30;
# 	add.s64 	%rd4, %rd4, %rd4;
# 	sub.s64 	%rd5, %rd2, %rd4;
# 	st.global.b64 	[%rd1], %rd5;
# 	ld.global.b64 	%rd6, [%rd1+24];
# 	shl.b64 	%rd7, %rd3, 30;
# 	sub.s64 	%rd8, %rd6, %rd7;
# 	st.global.b64 	[%rd1+16], %rd8;
# 	ret;
#
# }
