# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(uint8[::1], int16[::1], boolean[::1])")
def small(a, b, c):
    a[0] = a[1] - a[2]
    b[0] = b[1] * b[2]
    c[0] = a[3] > b[3]

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel small entry small source small_integers.py:6
# // arg a array uint8 ndim 1 layout C
# // arg b array int16 ndim 1 layout C
# // arg c array bool ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param c ptr ptr offset 32 size 8
# // param c shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	small
#
# .visible .entry small(
# 	.param .u64 .ptr .global .align 1 small_param_0,
# 	.param .u64 small_param_1,
# 	.param .u64 .ptr .global .align 2 small_param_2,
# 	.param .u64 small_param_3,
# 	.param .u64 .ptr .global .align 1 small_param_4,
# 	.param .u64 small_param_5
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b16 	%rs<8>;
# 	.reg .b64 	%rd<6>;
#
# 	ld.param.b64 	%rd1, [small_param_0];
# 	ld.global.b8 	%rs1, [%rd1+1];
# 	ld.param.b64 	%rd2, [small_param_2];
# 	ld.global.b8 	%rs2, [%rd1+2];
# 	ld.param.b64 	%rd3, [small_param_4];
# 	sub.s16 	%rs3, %rs1, %rs2;
# 	st.global.b8 	[%rd1], %rs3;
# 	ld.global.b16 	%rs4, [%rd2+2];
# 	ld.global.b16 	%rs5, [%rd2+4];
# 	mul.lo.s16 	%rs6, %rs5, %rs4;
# 	st.global.b16 	[%rd2], %rs6;
# 	ld.global.b8 	%rd4, [%rd1+3];
# 	ld.global.s16 	%rd5, [%rd2+6];
# 	setp.gt.s64 	%p1, %rd4, %rd5;
# 	selp.b16 	%rs7, 1, 0, %p1;
# 	st.global.b8 	[%rd3], %rs7;
# 	ret;
#
# }
