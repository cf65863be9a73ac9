# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(int32[::1], uint64[::1], float32[::1], float64[::1])")
def atomics(a, b, c, d):
    local = cuda.shared.array(1, "float32")
    cuda.atomic.add(a, 0, -1)
    cuda.atomic.add(b, 0, 1)
    cuda.atomic.add(c, 0, 0.5)
    cuda.atomic.add(local, 0, 0.5)
    d[1] = cuda.atomic.add(d, 0, 0.5)

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel atomics entry atomics source atomics.py:6
# // arg a array int32 ndim 1 layout C
# // arg b array uint64 ndim 1 layout C
# // arg c array float32 ndim 1 layout C
# // arg d array float64 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param c ptr ptr offset 32 size 8
# // param c shape0 i64 offset 40 size 8
# // param d ptr ptr offset 48 size 8
# // param d shape0 i64 offset 56 size 8
# // facts params 64 shared 4 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	atomics
# // atomics_shared has been demoted
#
# .visible .entry atomics(
# 	.param .u64 .ptr .global .align 4 atomics_param_0,
# 	.param .u64 atomics_param_1,
# 	.param .u64 .ptr .global .align 8 atomics_param_2,
# 	.param .u64 atomics_param_3,
# 	.param .u64 .ptr .global .align 4 atomics_param_4,
# 	.param .u64 atomics_param_5,
# 	.param .u64 .ptr .global .align 8 atomics_param_6,
# 	.param .u64 atomics_param_7
# )
# {
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<7>;
# 	// demoted variable
# 	.shared .align 16 .b8 atomics_shared[4];
# 	ld.param.b64 	%rd1, [atomics_param_0];
# 	atom.global.add.u32 	%r1, [%rd1], -1;
# 	ld.param.b64 	%rd2, [atomics_param_2];
# 	atom.global.add.u64 	%rd3, [%rd2], 1;
# 	ld.param.b64 	%rd4, [atomics_param_4];
# 	atom.global.add.f32 	%r2, [%rd4], 0f3F000000;
# 	atom.shared.add.f32 	%r3, [atomics_shared], 0f3F000000;
# 	ld.param.b64 	%rd5, [atomics_param_6];
# 	atom.global.add.f64 	%rd6, [%rd5], 0d3FE0000000000000;
# 	st.global.b64 	[%rd5+8], %rd6;
# 	ret;
#
# }
