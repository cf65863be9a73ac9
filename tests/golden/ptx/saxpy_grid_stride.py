# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(float32, float32[::1], float32[::1])")
def saxpy(alpha, x, y):
    for i in range(cuda.grid(1), y.size, cuda.gridsize(1)):
        y[i] = alpha * x[i] + y[i]

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel saxpy entry saxpy source saxpy_grid_stride.py:6
# // arg alpha scalar float32
# // arg x array float32 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // param alpha value f32 offset 0 size 4
# // param x ptr ptr offset 8 size 8
# // param x shape0 i64 offset 16 size 8
# // param y ptr ptr offset 24 size 8
# // param y shape0 i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	saxpy
#
# .visible .entry saxpy(
# 	.param .f32 saxpy_param_0,
# 	.param .u64 .ptr .global .align 1 saxpy_param_1,
# 	.param .u64 saxpy_param_2,
# 	.param .u64 .ptr .global .align 1 saxpy_param_3,
# 	.param .u64 saxpy_param_4
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd5, [saxpy_param_4];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd6, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd7, %r4;
# 	add.s64 	%rd11, %rd6, %rd7;
# 	setp.ge.u64 	%p1, %rd11, %rd5;
# 	@%p1 bra 	$L__BB0_3;
# 	ld.param.b64 	%rd4, [saxpy_param_3];
# 	ld.param.b64 	%rd3, [saxpy_param_1];
# 	ld.param.b32 	%r1, [saxpy_param_0];
# 	mov.u32 	%r5, %nctaid.x;
# 	mul.wide.u32 	%rd1, %r5, %r3;
# 	shl.b64 	%rd10, %rd11, 2;
# 	shl.b64 	%rd2, %rd1, 2;
# $L__BB0_2:
# 	add.s64 	%rd8, %rd3, %rd10;
# 	ld.global.b32 	%r6, [%rd8];
# 	add.s64 	%rd9, %rd4, %rd10;
# 	ld.global.b32 	%r7, [%rd9];
# 	fma.rn.f32 	%r8, %r1, %r6, %r7;
# 	st.global.b32 	[%rd9], %r8;
# 	add.s64 	%rd11, %rd11, %rd1;
# 	add.s64 	%rd10, %rd10, %rd2;
# 	setp.lt.u64 	%p2, %rd11, %rd5;
# 	@%p2 bra 	$L__BB0_2;
# $L__BB0_3:
# 	ret;
#
# }
