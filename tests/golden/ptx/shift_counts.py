# golden: --emit=ptx --bounds=none
# PTX shifts by the lower half of a count: what may need more is limited first.
from numba import cuda


@cuda.jit("void(uint64[::1], int64, uint32)")
def left(a, n, m):
    a[0] = a[1] << n
    a[4] = a[5] << m


@cuda.jit("void(uint64[::1], int64)")
def right(a, n):
    a[2] = a[3] >> n
    a[6] = a[7] >> (n & 7)


@cuda.jit("void(uint64[::1], int64)")
def guarded(a, n):
    a[0] = a[1] << (n & 63) if 0 <= n < 64 else 0

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel left entry left source shift_counts.py:7
# // arg a array uint64 ndim 1 layout C
# // arg n scalar int64
# // arg m scalar uint32
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // param m value u32 offset 24 size 4
# // facts params 28 shared 0 dynamic no bounds none typing python
# // kernel right entry right source shift_counts.py:13
# // arg a array uint64 ndim 1 layout C
# // arg n scalar int64
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds none typing python
# // kernel guarded entry guarded source shift_counts.py:19
# // arg a array uint64 ndim 1 layout C
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
# 	// .globl	left
#
# .visible .entry left(
# 	.param .u64 .ptr .global .align 8 left_param_0,
# 	.param .u64 left_param_1,
# 	.param .u64 left_param_2,
# 	.param .u32 left_param_3
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<9>;
#
# 	ld.param.b64 	%rd1, [left_param_0];
# 	ld.global.b64 	%rd2, [%rd1+8];
# 	ld.param.b64 	%rd3, [left_param_2];
# 	ld.param.b32 	%r1, [left_param_3];
# 	min.u64 	%rd4, %rd3, 64;
# 	cvt.u32.u64 	%r2, %rd4;
# 	shl.b64 	%rd5, %rd2, %r2;
# 	st.global.b64 	[%rd1], %rd5;
# 	ld.global.b64 	%rd6, [%rd1+40];
# 	setp.lt.u32 	%p1, %r1, 64;
# 	and.b32 	%r3, %r1, 63;
# 	shl.b64 	%rd7, %rd6, %r3;
# 	selp.b64 	%rd8, %rd7, 0, %p1;
# 	st.global.b64 	[%rd1+32], %rd8;
# 	ret;
#
# }
# 	// .globl	right
# .visible .entry right(
# 	.param .u64 .ptr .global .align 8 right_param_0,
# 	.param .u64 right_param_1,
# 	.param .u64 right_param_2
# )
# {
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<8>;
#
# 	ld.param.b64 	%rd1, [right_param_0];
# 	ld.param.b64 	%rd2, [right_param_2];
# 	cvt.u32.u64 	%r1, %rd2;
# 	ld.global.b64 	%rd3, [%rd1+24];
# 	min.u64 	%rd4, %rd2, 64;
# 	cvt.u32.u64 	%r2, %rd4;
# 	shr.u64 	%rd5, %rd3, %r2;
# 	st.global.b64 	[%rd1+16], %rd5;
# 	ld.global.b64 	%rd6, [%rd1+56];
# 	and.b32 	%r3, %r1, 7;
# 	shr.u64 	%rd7, %rd6, %r3;
# 	st.global.b64 	[%rd1+48], %rd7;
# 	ret;
#
# }
# 	// .globl	guarded
# .visible .entry guarded(
# 	.param .u64 .ptr .global .align 8 guarded_param_0,
# 	.param .u64 guarded_param_1,
# 	.param .u64 guarded_param_2
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<2>;
# 	.reg .b64 	%rd<5>;
#
# 	ld.param.b64 	%rd2, [guarded_param_2];
# 	ld.param.b64 	%rd1, [guarded_param_0];
# 	setp.gt.u64 	%p1, %rd2, 63;
# 	mov.b64 	%rd4, 0;
# 	@%p1 bra 	$L__BB2_2;
# 	ld.global.b64 	%rd3, [%rd1+8];
# 	cvt.u32.u64 	%r1, %rd2;
# 	shl.b64 	%rd4, %rd3, %r1;
# $L__BB2_2:
# 	st.global.b64 	[%rd1], %rd4;
# 	ret;
#
# }
