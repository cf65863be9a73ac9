# golden: --emit=ptx --bounds=none
from numba import cuda

twice = cuda.declare_device("twice", "float32(float32)", abi="c", link="inlined.ll")


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = twice(x[1])

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source bitcode.py:8
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
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
# 	.reg .b32 	%r<3>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [k_param_0];
# 	ld.global.b32 	%r1, [%rd1+4];
# 	add.rn.f32 	%r2, %r1, %r1;
# 	st.global.b32 	[%rd1], %r2;
# 	ret;
#
# }
