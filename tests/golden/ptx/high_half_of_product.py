# golden: --emit=ptx --arch=sm_90
# A division by three is the upper half of a product, from which 64 bits are
# taken: ptxas makes wrong code of that where mul.hi says it.
from numba import cuda


@cuda.jit("void(uint32[::1], int64[::1])")
def less(x, y):
    i = cuda.threadIdx.x
    if i < x.size and i < y.size:
        y[i] = x[i] // 3 - y[i]

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel less entry less source high_half_of_product.py:8
# // arg x array uint32 ndim 1 layout C
# // arg y array int64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	less
#
# .visible .entry less(
# 	.param .u64 .ptr .global .align 4 less_param_0,
# 	.param .u64 less_param_1,
# 	.param .u64 .ptr .global .align 8 less_param_2,
# 	.param .u64 less_param_3
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<5>;
# 	.reg .b64 	%rd<14>;
#
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd3, [less_param_1];
# 	cvt.u64.u32 	%rd4, %r1;
# 	ld.param.b64 	%rd5, [less_param_3];
# 	min.u64 	%rd6, %rd3, %rd5;
# 	setp.le.u64 	%p1, %rd6, %rd4;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd2, [less_param_2];
# 	ld.param.b64 	%rd1, [less_param_0];
# 	mul.wide.u32 	%rd7, %r1, 4;
# 	add.s64 	%rd8, %rd1, %rd7;
# 	ld.global.b32 	%r2, [%rd8];
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r2, -1431655765; mov.b64 {low, %r3}, wide; }
# 	shr.u32 	%r4, %r3, 1;
# 	cvt.u64.u32 	%rd9, %r4;
# 	mul.wide.u32 	%rd10, %r1, 8;
# 	add.s64 	%rd11, %rd2, %rd10;
# 	ld.global.b64 	%rd12, [%rd11];
# 	sub.s64 	%rd13, %rd9, %rd12;
# 	st.global.b64 	[%rd11], %rd13;
# $L__BB0_2:
# 	ret;
#
# }
