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
# 	.reg .b64 	%rd<33>;
#
# 	ld.param.b64 	%rd7, [saxpy_param_4];
# 	ld.param.b64 	%rd6, [saxpy_param_3];
# 	ld.param.b64 	%rd5, [saxpy_param_1];
# 	ld.param.b32 	%r1, [saxpy_param_0];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd8, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd9, %r4;
# 	add.s64 	%rd24, %rd8, %rd9;
# 	mov.u32 	%r5, %nctaid.x;
# 	mul.wide.u32 	%rd1, %r5, %r3;
# 	mad.lo.s64 	%rd2, %rd1, -3, %rd7;
# 	setp.ge.s64 	%p1, %rd24, %rd2;
# 	shl.b64 	%rd22, %rd1, 2;
# 	@%p1 bra 	$L__BB0_3;
# 	shl.b64 	%rd3, %rd24, 2;
# 	mul.lo.s64 	%rd10, %rd1, 12;
# 	add.s64 	%rd32, %rd5, %rd10;
# 	shl.b64 	%rd4, %rd1, 4;
# 	shl.b64 	%rd11, %rd1, 3;
# 	add.s64 	%rd31, %rd5, %rd11;
# 	add.s64 	%rd30, %rd5, %rd22;
# 	add.s64 	%rd28, %rd6, %rd10;
# 	add.s64 	%rd27, %rd6, %rd11;
# 	add.s64 	%rd26, %rd6, %rd22;
# 	mov.b64 	%rd25, %rd6;
# 	mov.b64 	%rd29, %rd5;
# $L__BB0_2:
# 	add.s64 	%rd12, %rd29, %rd3;
# 	ld.global.b32 	%r6, [%rd12];
# 	add.s64 	%rd13, %rd25, %rd3;
# 	ld.global.b32 	%r7, [%rd13];
# 	fma.rn.f32 	%r8, %r1, %r6, %r7;
# 	st.global.b32 	[%rd13], %r8;
# 	add.s64 	%rd14, %rd30, %rd3;
# 	ld.global.b32 	%r9, [%rd14];
# 	add.s64 	%rd15, %rd26, %rd3;
# 	ld.global.b32 	%r10, [%rd15];
# 	fma.rn.f32 	%r11, %r1, %r9, %r10;
# 	st.global.b32 	[%rd15], %r11;
# 	add.s64 	%rd16, %rd31, %rd3;
# 	ld.global.b32 	%r12, [%rd16];
# 	add.s64 	%rd17, %rd27, %rd3;
# 	ld.global.b32 	%r13, [%rd17];
# 	fma.rn.f32 	%r14, %r1, %r12, %r13;
# 	st.global.b32 	[%rd17], %r14;
# 	add.s64 	%rd18, %rd32, %rd3;
# 	ld.global.b32 	%r15, [%rd18];
# 	add.s64 	%rd19, %rd28, %rd3;
# 	ld.global.b32 	%r16, [%rd19];
# 	fma.rn.f32 	%r17, %r1, %r15, %r16;
# 	st.global.b32 	[%rd19], %r17;
# 	add.s64 	%rd32, %rd32, %rd4;
# 	add.s64 	%rd31, %rd31, %rd4;
# 	add.s64 	%rd30, %rd30, %rd4;
# 	add.s64 	%rd29, %rd29, %rd4;
# 	add.s64 	%rd28, %rd28, %rd4;
# 	add.s64 	%rd27, %rd27, %rd4;
# 	add.s64 	%rd26, %rd26, %rd4;
# 	add.s64 	%rd25, %rd25, %rd4;
# 	add.s64 	%rd24, %rd24, %rd22;
# 	setp.lt.s64 	%p2, %rd24, %rd2;
# 	@%p2 bra 	$L__BB0_2;
# $L__BB0_3:
# 	setp.ge.u64 	%p3, %rd24, %rd7;
# 	@%p3 bra 	$L__BB0_6;
# 	shl.b64 	%rd23, %rd24, 2;
# $L__BB0_5:
# 	.pragma "nounroll";
# 	add.s64 	%rd20, %rd5, %rd23;
# 	ld.global.b32 	%r18, [%rd20];
# 	add.s64 	%rd21, %rd6, %rd23;
# 	ld.global.b32 	%r19, [%rd21];
# 	fma.rn.f32 	%r20, %r1, %r18, %r19;
# 	st.global.b32 	[%rd21], %r20;
# 	add.s64 	%rd24, %rd24, %rd1;
# 	add.s64 	%rd23, %rd23, %rd22;
# 	setp.lt.s64 	%p4, %rd24, %rd7;
# 	@%p4 bra 	$L__BB0_5;
# $L__BB0_6:
# 	ret;
#
# }
