# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(float32[::1], float64[::1], int64[::1])")
def k(x, y, n):
    x[0] = cuda.libdevice.rsqrtf(x[0])
    x[1] = cuda.libdevice.fadd_rz(x[0], x[1])
    x[2] = cuda.libdevice.fast_sinf(x[2])
    n[0] = cuda.libdevice.double2ll_rd(y[0])
    y[1] = cuda.libdevice.rcp64h(y[0])

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source libdevice.py:6
# // arg x array float32 ndim 1 layout C
# // arg y array float64 ndim 1 layout C
# // arg n array int64 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // param n ptr ptr offset 32 size 8
# // param n shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
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
# 	.param .u64 .ptr .global .align 8 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u64 .ptr .global .align 8 k_param_4,
# 	.param .u64 k_param_5
# )
# {
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<8>;
#
# 	ld.param.b64 	%rd1, [k_param_0];
# 	ld.global.b32 	%r1, [%rd1];
# 	rsqrt.approx.f32 	%r2, %r1;
# 	ld.param.b64 	%rd2, [k_param_2];
# 	st.global.b32 	[%rd1], %r2;
# 	ld.param.b64 	%rd3, [k_param_4];
# 	ld.global.b32 	%r3, [%rd1+4];
# 	add.rz.f32 	%r4, %r2, %r3;
# 	st.global.b32 	[%rd1+4], %r4;
# 	ld.global.b32 	%r5, [%rd1+8];
# 	sin.approx.f32 	%r6, %r5;
# 	st.global.b32 	[%rd1+8], %r6;
# 	ld.global.b64 	%rd4, [%rd2];
# 	cvt.rmi.s64.f64 	%rd5, %rd4;
# 	st.global.b64 	[%rd3], %rd5;
# 	ld.global.b64 	%rd6, [%rd2];
# 	rcp.approx.ftz.f64 	%rd7, %rd6;
# 	st.global.b64 	[%rd2+8], %rd7;
# 	ret;
#
# }
