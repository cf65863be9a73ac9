# golden: --emit=ptx --arch=sm_90 --bounds=none
# ptxas loses the sign of a negation that is part of the least of three numbers.
# ~b + 1 it does not.
from numba import cuda


@cuda.jit("void(int16[::1], int16[::1], int16[::1], int32[::1])")
def least(a, b, c, out):
    i = cuda.threadIdx.x
    out[i] = min(a[i], -b[i], -c[i])

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel least entry least source negated_minima.py:8
# // arg a array int16 ndim 1 layout C
# // arg b array int16 ndim 1 layout C
# // arg c array int16 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param c ptr ptr offset 32 size 8
# // param c shape0 i64 offset 40 size 8
# // param out ptr ptr offset 48 size 8
# // param out shape0 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	least
#
# .visible .entry least(
# 	.param .u64 .ptr .global .align 2 least_param_0,
# 	.param .u64 least_param_1,
# 	.param .u64 .ptr .global .align 2 least_param_2,
# 	.param .u64 least_param_3,
# 	.param .u64 .ptr .global .align 2 least_param_4,
# 	.param .u64 least_param_5,
# 	.param .u64 .ptr .global .align 4 least_param_6,
# 	.param .u64 least_param_7
# )
# {
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<11>;
#
# 	ld.param.b64 	%rd1, [least_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd2, [least_param_2];
# 	mul.wide.u32 	%rd3, %r1, 2;
# 	add.s64 	%rd4, %rd1, %rd3;
# 	ld.global.s16 	%r2, [%rd4];
# 	ld.param.b64 	%rd5, [least_param_4];
# 	ld.param.b64 	%rd6, [least_param_6];
# 	add.s64 	%rd7, %rd2, %rd3;
# 	ld.global.s16 	%r3, [%rd7];
# 	not.b32 	%r4, %r3;
# 	add.s32 	%r4, %r4, 1;
# 	min.s32 	%r5, %r2, %r4;
# 	add.s64 	%rd8, %rd5, %rd3;
# 	ld.global.s16 	%r6, [%rd8];
# 	not.b32 	%r7, %r6;
# 	add.s32 	%r7, %r7, 1;
# 	min.s32 	%r8, %r5, %r7;
# 	mul.wide.u32 	%rd9, %r1, 4;
# 	add.s64 	%rd10, %rd6, %rd9;
# 	st.global.b32 	[%rd10], %r8;
# 	ret;
#
# }
