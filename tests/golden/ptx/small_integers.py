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
# 	.reg .b16 	%rs<2>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<4>;
#
# 	ld.param.b64 	%rd1, [small_param_0];
# 	ld.param.b64 	%rd2, [small_param_2];
# 	ld.global.b8 	%r1, [%rd1+1];
# 	ld.param.b64 	%rd3, [small_param_4];
# 	ld.global.b8 	%r2, [%rd1+2];
# 	sub.s32 	%r3, %r1, %r2;
# 	st.global.b8 	[%rd1], %r3;
# 	ld.global.b16 	%r4, [%rd2+2];
# 	ld.global.b16 	%r5, [%rd2+4];
# 	mul.lo.s32 	%r6, %r5, %r4;
# 	st.global.b16 	[%rd2], %r6;
# 	ld.global.b8 	%r7, [%rd1+3];
# 	ld.global.s16 	%r8, [%rd2+6];
# 	setp.gt.s32 	%p1, %r7, %r8;
# 	selp.b16 	%rs1, 1, 0, %p1;
# 	st.global.b8 	[%rd3], %rs1;
# 	ret;
#
# }
