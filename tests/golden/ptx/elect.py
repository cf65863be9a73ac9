# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(int32[::1], uint32)")
def k(a, mask):
    if cuda.elect_sync():
        a[0] = 1
    a[1] = cuda.elect_sync(mask)

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source elect.py:6
# // arg a array int32 ndim 1 layout C
# // arg mask scalar uint32
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param mask value u32 offset 16 size 4
# // facts params 20 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u32 k_param_2
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<8>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b32 	%r2, [k_param_2];
# 	ld.param.b64 	%rd1, [k_param_0];
# 	mov.pred 	%p1, -1;
# 	vote.sync.ballot.b32 	%r3, %p1, -1;
# 	mov.u32 	%r1, %lanemask_lt;
# 	and.b32 	%r4, %r3, %r1;
# 	setp.ne.b32 	%p2, %r4, 0;
# 	@%p2 bra 	$L__BB0_2;
# 	st.global.b32 	[%rd1], 1;
# $L__BB0_2:
# 	vote.sync.ballot.b32 	%r5, %p1, %r2;
# 	and.b32 	%r6, %r5, %r1;
# 	setp.eq.b32 	%p3, %r6, 0;
# 	selp.b32 	%r7, 1, 0, %p3;
# 	st.global.b32 	[%rd1+4], %r7;
# 	ret;
#
# }
