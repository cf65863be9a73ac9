# golden: --emit=ptx --bounds=none --passes=-apart-copies
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])", noalias=True)
def promised(x, y):
    i = cuda.threadIdx.x
    y[i] = x[i] + x[0]
    y[i + 1] = x[0]


@cuda.jit("void(float32[::1], float32[::1])")
def not_promised(x, y):
    i = cuda.threadIdx.x
    y[i] = x[i] + x[0]
    y[i + 1] = x[0]

# === --emit=ptx --bounds=none --passes=-apart-copies
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel promised entry promised source noalias.py:6
# // arg x array float32 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // kernel not_promised entry not_promised source noalias.py:13
# // arg x array float32 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	promised
#
# .visible .entry promised(
# 	.param .u64 .ptr .global .align 4 promised_param_0,
# 	.param .u64 promised_param_1,
# 	.param .u64 .ptr .global .align 4 promised_param_2,
# 	.param .u64 promised_param_3
# )
# {
# 	.reg .b32 	%r<5>;
# 	.reg .b64 	%rd<6>;
#
# 	ld.param.b64 	%rd1, [promised_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd2, [promised_param_2];
# 	mul.wide.u32 	%rd3, %r1, 4;
# 	add.s64 	%rd4, %rd1, %rd3;
# 	ld.global.nc.b32 	%r2, [%rd4];
# 	ld.global.nc.b32 	%r3, [%rd1];
# 	add.rn.f32 	%r4, %r2, %r3;
# 	add.s64 	%rd5, %rd2, %rd3;
# 	st.global.b32 	[%rd5], %r4;
# 	st.global.b32 	[%rd5+4], %r3;
# 	ret;
#
# }
# 	// .globl	not_promised
# .visible .entry not_promised(
# 	.param .u64 .ptr .global .align 4 not_promised_param_0,
# 	.param .u64 not_promised_param_1,
# 	.param .u64 .ptr .global .align 4 not_promised_param_2,
# 	.param .u64 not_promised_param_3
# )
# {
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<6>;
#
# 	ld.param.b64 	%rd1, [not_promised_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	ld.param.b64 	%rd2, [not_promised_param_2];
# 	mul.wide.u32 	%rd3, %r1, 4;
# 	add.s64 	%rd4, %rd1, %rd3;
# 	ld.global.b32 	%r2, [%rd4];
# 	ld.global.b32 	%r3, [%rd1];
# 	add.rn.f32 	%r4, %r2, %r3;
# 	add.s64 	%rd5, %rd2, %rd3;
# 	st.global.b32 	[%rd5], %r4;
# 	ld.global.b32 	%r5, [%rd1];
# 	st.global.b32 	[%rd5+4], %r5;
# 	ret;
#
# }
