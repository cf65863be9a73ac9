# golden: --emit=ptx --arch=sm_90 --bounds=none --passes=-apart-copies
# ptxas takes abs.s32 to be positive; |-2**31| is not, in 32 bits.
from numba import cuda


@cuda.jit("void(int32[::1], uint8[::1], float32[::1])")
def absolute(a, b, out):
    out[0] = abs(a[0])
    out[1] = abs(b[0] - b[1])

# === --emit=ptx --arch=sm_90 --bounds=none --passes=-apart-copies
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel absolute entry absolute source absolute.py:7
# // arg a array int32 ndim 1 layout C
# // arg b array uint8 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	absolute
#
# .visible .entry absolute(
# 	.param .u64 .ptr .global .align 4 absolute_param_0,
# 	.param .u64 absolute_param_1,
# 	.param .u64 .ptr .global .align 1 absolute_param_2,
# 	.param .u64 absolute_param_3,
# 	.param .u64 .ptr .global .align 4 absolute_param_4,
# 	.param .u64 absolute_param_5
# )
# {
# 	.reg .b32 	%r<10>;
# 	.reg .b64 	%rd<4>;
#
# 	ld.param.b64 	%rd1, [absolute_param_0];
# 	ld.global.b32 	%r1, [%rd1];
# 	neg.s32 	%r2, %r1;
# 	ld.param.b64 	%rd2, [absolute_param_2];
# 	min.u32 	%r3, %r1, %r2;
# 	cvt.rn.f32.u32 	%r4, %r3;
# 	ld.param.b64 	%rd3, [absolute_param_4];
# 	st.global.b32 	[%rd3], %r4;
# 	ld.global.b8 	%r5, [%rd2];
# 	ld.global.b8 	%r6, [%rd2+1];
# 	mov.b32 	%r7, 0;
# 	sad.s32 	%r8, %r5, %r6, %r7;
# 	cvt.rn.f32.u32 	%r9, %r8;
# 	st.global.b32 	[%rd3+4], %r9;
# 	ret;
#
# }
