# golden: --emit=ir
# golden: --emit=ptx
import numpy as np
from numba import cuda

POINT = np.dtype([("x", np.float32), ("n", np.int16), ("on", np.bool_)], align=True)
POINTS = np.array([(0.5, 3, True), (-1, -2, False)], dtype=POINT)


@cuda.jit("void(float32[::1])")
def k(out):
    i = cuda.grid(1)
    if POINTS[i % 2].on:
        out[i] = POINTS[i % 2].x + POINTS.n[0]

# === --emit=ir
# kernel k(out: f32[::1])
#   constant @POINTS: {x: f32 @0, n: i16 @4, on: bool @6; 8}[2]
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if @POINTS.on[i % 2]
#     out[guard i] = @POINTS.x[i % 2] + f32(@POINTS.n[0])

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source constant_records.py:11
# // arg out array float32 ndim 1 layout C
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
# .global .align 16 .b8 k_constant[16] = {0, 0, 0, 63, 3, 0, 1, 0, 0, 0, 128, 191, 254, 255};
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b16 	%rs<2>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<11>;
#
# 	ld.param.b64 	%rd4, [k_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd5, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd6, %r3;
# 	add.s64 	%rd7, %rd5, %rd6;
# 	cvt.u32.u64 	%r4, %rd7;
# 	shl.b32 	%r5, %r4, 3;
# 	and.b32 	%r6, %r5, 8;
# 	cvt.u64.u32 	%rd8, %r6;
# 	mov.b64 	%rd9, k_constant;
# 	add.s64 	%rd1, %rd9, %rd8;
# 	ld.global.nc.b8 	%rs1, [%rd1+6];
# 	setp.ne.b16 	%p1, %rs1, 0;
# 	setp.lt.u64 	%p2, %rd7, %rd4;
# 	and.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd3, [k_param_0];
# 	shl.b64 	%rd10, %rd7, 2;
# 	add.s64 	%rd2, %rd3, %rd10;
# 	ld.global.nc.b32 	%r7, [%rd1];
# 	add.rn.f32 	%r8, %r7, 0f40400000;
# 	st.global.b32 	[%rd2], %r8;
# $L__BB0_1:
# 	ret;
#
# }
