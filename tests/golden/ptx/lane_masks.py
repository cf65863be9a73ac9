# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(uint32[::1])")
def k(a):
    a[0] = cuda.lanemask_le()
    a[1] = cuda.lanemask_eq()
    a[2] = cuda.lanemask_ge()
    a[3] = cuda.lanemask_gt()

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source lane_masks.py:6
# // arg a array uint32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# {
# 	.reg .b32 	%r<5>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [k_param_0];
# 	mov.u32 	%r1, %lanemask_le;
# 	st.global.b32 	[%rd1], %r1;
# 	mov.u32 	%r2, %lanemask_eq;
# 	st.global.b32 	[%rd1+4], %r2;
# 	mov.u32 	%r3, %lanemask_ge;
# 	st.global.b32 	[%rd1+8], %r3;
# 	mov.u32 	%r4, %lanemask_gt;
# 	st.global.b32 	[%rd1+12], %r4;
# 	ret;
#
# }
