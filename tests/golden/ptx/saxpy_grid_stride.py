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
# 	.param .u64 .ptr .global .align 4 saxpy_param_1,
# 	.param .u64 saxpy_param_2,
# 	.param .u64 .ptr .global .align 4 saxpy_param_3,
# 	.param .u64 saxpy_param_4
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<21>;
# 	.reg .b64 	%rd<25>;
#
# 	ld.param.b64 	%rd5, [saxpy_param_4];
# 	ld.param.b64 	%rd4, [saxpy_param_3];
# 	ld.param.b64 	%rd3, [saxpy_param_1];
# 	ld.param.b32 	%r1, [saxpy_param_0];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd6, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd7, %r4;
# 	add.s64 	%rd24, %rd6, %rd7;
# 	mov.u32 	%r5, %nctaid.x;
# 	mul.wide.u32 	%rd1, %r5, %r3;
# 	mad.lo.s64 	%rd2, %rd1, -3, %rd5;
# 	setp.lt.s64 	%p1, %rd24, %rd2;
# 	@%p1 bra 	$L__BB0_1;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_1:
# 	shl.b64 	%rd8, %rd24, 2;
# 	add.s64 	%rd9, %rd3, %rd8;
# 	ld.global.b32 	%r6, [%rd9];
# 	add.s64 	%rd10, %rd4, %rd8;
# 	ld.global.b32 	%r7, [%rd10];
# 	fma.rn.f32 	%r8, %r1, %r6, %r7;
# 	st.global.b32 	[%rd10], %r8;
# 	add.s64 	%rd11, %rd24, %rd1;
# 	shl.b64 	%rd12, %rd1, 2;
# 	add.s64 	%rd13, %rd9, %rd12;
# 	ld.global.b32 	%r9, [%rd13];
# 	add.s64 	%rd14, %rd10, %rd12;
# 	ld.global.b32 	%r10, [%rd14];
# 	fma.rn.f32 	%r11, %r1, %r9, %r10;
# 	st.global.b32 	[%rd14], %r11;
# 	add.s64 	%rd15, %rd11, %rd1;
# 	add.s64 	%rd16, %rd13, %rd12;
# 	ld.global.b32 	%r12, [%rd16];
# 	add.s64 	%rd17, %rd14, %rd12;
# 	ld.global.b32 	%r13, [%rd17];
# 	fma.rn.f32 	%r14, %r1, %r12, %r13;
# 	st.global.b32 	[%rd17], %r14;
# 	add.s64 	%rd18, %rd15, %rd1;
# 	add.s64 	%rd19, %rd16, %rd12;
# 	ld.global.b32 	%r15, [%rd19];
# 	add.s64 	%rd20, %rd17, %rd12;
# 	ld.global.b32 	%r16, [%rd20];
# 	fma.rn.f32 	%r17, %r1, %r15, %r16;
# 	st.global.b32 	[%rd20], %r17;
# 	add.s64 	%rd24, %rd18, %rd1;
# 	setp.lt.s64 	%p2, %rd24, %rd2;
# 	@%p2 bra 	$L__BB0_1;
# $L__BB0_2:
# 	setp.lt.u64 	%p3, %rd24, %rd5;
# 	@%p3 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_3:
# 	.pragma "nounroll";
# 	shl.b64 	%rd21, %rd24, 2;
# 	add.s64 	%rd22, %rd3, %rd21;
# 	ld.global.b32 	%r18, [%rd22];
# 	add.s64 	%rd23, %rd4, %rd21;
# 	ld.global.b32 	%r19, [%rd23];
# 	fma.rn.f32 	%r20, %r1, %r18, %r19;
# 	st.global.b32 	[%rd23], %r20;
# 	add.s64 	%rd24, %rd24, %rd1;
# 	setp.lt.s64 	%p4, %rd24, %rd5;
# 	@%p4 bra 	$L__BB0_3;
# $L__BB0_4:
# 	ret;
#
# }
