# golden:
from numba import cuda


@cuda.jit(device=True)
def depth(n):
    if n <= 0:
        return 0
    return depth(n - 1) + 1


@cuda.jit("void(int64[::1])")
def alone(out):
    out[cuda.threadIdx.x] = depth(cuda.threadIdx.x)


@cuda.jit("void(int64[::1])")
def together(out):
    tile = cuda.shared.array(32, "int64")
    t = cuda.threadIdx.x
    tile[t] = depth(t)
    cuda.syncthreads()
    out[t] = tile[31 - t]

# ===
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel alone entry alone source recursion_and_barrier.py:13
# // arg out array int64 ndim 1 layout C
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // kernel together entry together source recursion_and_barrier.py:18
# // arg out array int64 ndim 1 layout C
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // facts params 16 shared 256 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	alone
# // together_shared has been demoted
#
# .visible .entry alone(
# 	.param .u64 .ptr .global .align 8 alone_param_0,
# 	.param .u64 alone_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<2>;
# 	.reg .b64 	%rd<6>;
#
# 	ld.param.b64 	%rd4, [alone_param_1];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd4, %rd1;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd3, [alone_param_0];
# 	mul.wide.u32 	%rd5, %r1, 8;
# 	add.s64 	%rd2, %rd3, %rd5;
# 	st.global.b64 	[%rd2], %rd1;
# $L__BB0_2:
# 	ret;
#
# }
# 	// .globl	together
# .visible .entry together(
# 	.param .u64 .ptr .global .align 8 together_param_0,
# 	.param .u64 together_param_1
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<11>;
# 	// demoted variable
# 	.shared .align 16 .b8 together_shared[256];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.gt.u32 	%p1, %r1, 31;
# 	mul.wide.u32 	%rd7, %r1, 8;
# 	mov.b64 	%rd8, together_shared;
# 	@%p1 bra 	$L__BB1_2;
# 	add.s64 	%rd2, %rd8, %rd7;
# 	st.shared.b64 	[%rd2], %rd1;
# $L__BB1_2:
# 	ld.param.b64 	%rd6, [together_param_1];
# 	cvt.u32.u64 	%r2, %rd1;
# 	bar.sync 	0;
# 	sub.s32 	%r3, 31, %r2;
# 	sub.s32 	%r4, 63, %r2;
# 	min.u32 	%r5, %r3, %r4;
# 	setp.gt.u32 	%p2, %r5, 31;
# 	mov.b64 	%rd10, 0;
# 	@%p2 bra 	$L__BB1_4;
# 	mul.wide.u32 	%rd9, %r5, 8;
# 	add.s64 	%rd3, %rd8, %rd9;
# 	ld.shared.b64 	%rd10, [%rd3];
# $L__BB1_4:
# 	setp.le.u64 	%p3, %rd6, %rd1;
# 	@%p3 bra 	$L__BB1_6;
# 	ld.param.b64 	%rd5, [together_param_0];
# 	add.s64 	%rd4, %rd5, %rd7;
# 	st.global.b64 	[%rd4], %rd10;
# $L__BB1_6:
# 	ret;
#
# }
# recursion_and_barrier.py:21:15: warning: `depth` calls itself; on a GPU a barrier in `together` may not wait for the threads that called it [RecursionApart]
#       tile[t] = depth(t)
#                 ^~~~~~~~
