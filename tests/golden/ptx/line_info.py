# golden: --emit=ptx
from numba import cuda


@cuda.jit("void(int32[::1])", lineinfo=True)
def followed(x):
    i = cuda.threadIdx.x
    x[i] = i


@cuda.jit("void(int32[::1])")
def plain(x):
    x[cuda.threadIdx.x] = 1

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel followed entry followed source line_info.py:6
# // arg x array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // kernel plain entry plain source line_info.py:12
# // arg x array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	followed
#
# .visible .entry followed(
# 	.param .u64 .ptr .global .align 4 followed_param_0,
# 	.param .u64 followed_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<2>;
# 	.reg .b64 	%rd<6>;
# $L__func_begin0:
#
# 	.loc	1 7 9
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd3, [followed_param_1];
# 	.loc	1 8 7
# 	cvt.u64.u32 	%rd4, %r1;
# 	.loc	1 8 5
# 	setp.le.u64 	%p1, %rd3, %rd4;
# 	@%p1 bra 	$L__BB0_2;
# 	.loc	1 0 5
# 	ld.param.b64 	%rd2, [followed_param_0];
# 	mul.wide.u32 	%rd5, %r1, 4;
# 	add.s64 	%rd1, %rd2, %rd5;
# 	.loc	1 8 5
# 	st.global.b32 	[%rd1], %r1;
# $L__BB0_2:
# 	ret;
# $L__tmp0:
# $L__func_end0:
#
# }
# 	// .globl	plain
# .visible .entry plain(
# 	.param .u64 .ptr .global .align 4 plain_param_0,
# 	.param .u64 plain_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<2>;
# 	.reg .b64 	%rd<6>;
# $L__func_begin1:
#
# 	ld.param.b64 	%rd3, [plain_param_1];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd4, %r1;
# 	setp.le.u64 	%p1, %rd3, %rd4;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.param.b64 	%rd2, [plain_param_0];
# 	mul.wide.u32 	%rd5, %r1, 4;
# 	add.s64 	%rd1, %rd2, %rd5;
# 	st.global.b32 	[%rd1], 1;
# $L__BB1_2:
# 	ret;
# $L__func_end1:
#
# }
# 	.section	.debug_macinfo	{	}
# 	.file	1 "line_info.py"
