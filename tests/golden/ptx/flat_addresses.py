# golden: --emit=ptx --arch=sm_90
# One element of a row: the column is added to the product of row and width.
from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def twice(a, b):
    j, i = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        b[i, j] = a[i, j] * 2

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel twice entry twice source flat_addresses.py:7
# // arg a array float32 ndim 2 layout C
# // arg b array float32 ndim 2 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param a shape1 i64 offset 16 size 8
# // param b ptr ptr offset 24 size 8
# // param b shape0 i64 offset 32 size 8
# // param b shape1 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	twice
#
# .visible .entry twice(
# 	.param .u64 .ptr .global .align 4 twice_param_0,
# 	.param .u64 twice_param_1,
# 	.param .u64 twice_param_2,
# 	.param .u64 .ptr .global .align 4 twice_param_3,
# 	.param .u64 twice_param_4,
# 	.param .u64 twice_param_5
# )
# {
# 	.reg .pred 	%p<7>;
# 	.reg .b32 	%r<10>;
# 	.reg .b64 	%rd<17>;
#
# 	ld.param.b64 	%rd6, [twice_param_2];
# 	ld.param.b64 	%rd7, [twice_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd8, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd9, %r3;
# 	add.s64 	%rd10, %rd8, %rd9;
# 	mov.u32 	%r4, %ctaid.y;
# 	mov.u32 	%r5, %ntid.y;
# 	mov.u32 	%r6, %tid.y;
# 	mad.lo.s32 	%r7, %r4, %r5, %r6;
# 	cvt.u64.u32 	%rd1, %r7;
# 	setp.le.u64 	%p1, %rd7, %rd1;
# 	setp.ge.u64 	%p2, %rd10, %rd6;
# 	or.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd5, [twice_param_5];
# 	ld.param.b64 	%rd4, [twice_param_4];
# 	setp.gt.u64 	%p4, %rd4, %rd1;
# 	setp.lt.u64 	%p5, %rd10, %rd5;
# 	and.pred 	%p6, %p4, %p5;
# 	@%p6 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	ld.param.b64 	%rd3, [twice_param_3];
# 	ld.param.b64 	%rd2, [twice_param_0];
# 	mad.lo.s64 	%rd11, %rd6, %rd1, %rd10;
# 	shl.b64 	%rd12, %rd11, 2;
# 	add.s64 	%rd13, %rd2, %rd12;
# 	ld.global.b32 	%r8, [%rd13];
# 	add.rn.f32 	%r9, %r8, %r8;
# 	mad.lo.s64 	%rd14, %rd5, %rd1, %rd10;
# 	shl.b64 	%rd15, %rd14, 2;
# 	add.s64 	%rd16, %rd3, %rd15;
# 	st.global.b32 	[%rd16], %r9;
# $L__BB0_2:
# 	ret;
#
# }
