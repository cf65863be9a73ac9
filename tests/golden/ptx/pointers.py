# golden: --emit=ptx
from numba import cuda


@cuda.jit("void(CPointer(float32), CPointer(float32))")
def k(p, q):
    i = cuda.grid(1)
    p[i] = q[i - 1]

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source pointers.py:6
# // arg p array float32 ndim 0 layout C
# // arg q array float32 ndim 0 layout C
# // param p ptr ptr offset 0 size 8
# // param q ptr ptr offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 1 k_param_0,
# 	.param .u64 .ptr .global .align 1 k_param_1
# )
# {
# 	.reg .b32 	%r<5>;
# 	.reg .b64 	%rd<9>;
#
# 	ld.param.b64 	%rd1, [k_param_0];
# 	ld.param.b64 	%rd2, [k_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd3, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd4, %r3;
# 	add.s64 	%rd5, %rd3, %rd4;
# 	shl.b64 	%rd6, %rd5, 2;
# 	add.s64 	%rd7, %rd2, %rd6;
# 	ld.global.b32 	%r4, [%rd7+-4];
# 	add.s64 	%rd8, %rd1, %rd6;
# 	st.global.b32 	[%rd8], %r4;
# 	ret;
#
# }
