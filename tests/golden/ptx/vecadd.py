# golden: --emit=ptx
# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def vecadd(a, b, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel vecadd entry vecadd source vecadd.py:7
# // arg a array float32 ndim 1 layout C
# // arg b array float32 ndim 1 layout C
# // arg c array float32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param c ptr ptr offset 32 size 8
# // param c shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	vecadd
#
# .visible .entry vecadd(
# 	.param .u64 .ptr .global .align 4 vecadd_param_0,
# 	.param .u64 vecadd_param_1,
# 	.param .u64 .ptr .global .align 4 vecadd_param_2,
# 	.param .u64 vecadd_param_3,
# 	.param .u64 .ptr .global .align 4 vecadd_param_4,
# 	.param .u64 vecadd_param_5
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<14>;
#
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd9, %r1, %r2;
# 	ld.param.b64 	%rd10, [vecadd_param_5];
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd11, %r3;
# 	add.s64 	%rd1, %rd9, %rd11;
# 	setp.ge.u64 	%p1, %rd1, %rd10;
# 	@%p1 bra 	$L__BB0_6;
# 	ld.param.b64 	%rd7, [vecadd_param_3];
# 	ld.param.b64 	%rd5, [vecadd_param_1];
# 	setp.lt.u64 	%p2, %rd1, %rd5;
# 	shl.b64 	%rd12, %rd1, 2;
# 	mov.b32 	%r6, 0f00000000;
# 	mov.b32 	%r5, %r6;
# 	@%p2 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	ld.param.b64 	%rd4, [vecadd_param_0];
# 	add.s64 	%rd2, %rd4, %rd12;
# 	ld.global.b32 	%r5, [%rd2];
# $L__BB0_3:
# 	ld.param.b64 	%rd8, [vecadd_param_4];
# 	setp.ge.u64 	%p3, %rd1, %rd7;
# 	@%p3 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd6, [vecadd_param_2];
# 	add.s64 	%rd3, %rd6, %rd12;
# 	ld.global.b32 	%r6, [%rd3];
# $L__BB0_5:
# 	add.rn.f32 	%r4, %r5, %r6;
# 	add.s64 	%rd13, %rd8, %rd12;
# 	st.global.b32 	[%rd13], %r4;
# $L__BB0_6:
# 	ret;
#
# }

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel vecadd entry vecadd source vecadd.py:7
# // arg a array float32 ndim 1 layout C
# // arg b array float32 ndim 1 layout C
# // arg c array float32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param c ptr ptr offset 32 size 8
# // param c shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	vecadd
#
# .visible .entry vecadd(
# 	.param .u64 .ptr .global .align 4 vecadd_param_0,
# 	.param .u64 vecadd_param_1,
# 	.param .u64 .ptr .global .align 4 vecadd_param_2,
# 	.param .u64 vecadd_param_3,
# 	.param .u64 .ptr .global .align 4 vecadd_param_4,
# 	.param .u64 vecadd_param_5
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<12>;
#
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd7, %r1, %r2;
# 	ld.param.b64 	%rd8, [vecadd_param_5];
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd9, %r3;
# 	add.s64 	%rd10, %rd7, %rd9;
# 	setp.ge.u64 	%p1, %rd10, %rd8;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd4, [vecadd_param_0];
# 	ld.param.b64 	%rd5, [vecadd_param_2];
# 	ld.param.b64 	%rd6, [vecadd_param_4];
# 	shl.b64 	%rd11, %rd10, 2;
# 	add.s64 	%rd1, %rd6, %rd11;
# 	add.s64 	%rd2, %rd5, %rd11;
# 	add.s64 	%rd3, %rd4, %rd11;
# 	ld.global.b32 	%r4, [%rd3];
# 	ld.global.b32 	%r5, [%rd2];
# 	add.rn.f32 	%r6, %r4, %r5;
# 	st.global.b32 	[%rd1], %r6;
# $L__BB0_2:
# 	ret;
#
# }
