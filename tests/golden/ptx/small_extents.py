# golden: --emit=ptx --arch=sm_90 --facts=small
# An extent below 2**31 becomes a float from 32 bits.
from numba import cuda, float32


@cuda.jit("void(float32[:, ::1])")
def scaled(x):
    i, j = cuda.grid(2)
    height, width = x.shape
    if i < width and j < height:
        x[j, i] = float32(i) / float32(width) + float32(height)

# === --emit=ptx --arch=sm_90 --facts=small
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel scaled entry scaled source small_extents.py:7
# // arg x array float32 ndim 2 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param x shape1 i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds guard typing python
# // launch small
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	scaled
#
# .visible .entry scaled(
# 	.param .u64 .ptr .global .align 4 scaled_param_0,
# 	.param .u64 scaled_param_1,
# 	.param .u64 scaled_param_2
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<16>;
# 	.reg .b64 	%rd<11>;
#
# 	ld.param.b64 	%rd3, [scaled_param_2];
# 	ld.param.b64 	%rd4, [scaled_param_1];
# 	cvt.u32.u64 	%r2, %rd4;
# 	mov.u32 	%r4, %ctaid.x;
# 	mov.u32 	%r5, %ntid.x;
# 	mul.wide.u32 	%rd5, %r4, %r5;
# 	mov.u32 	%r6, %tid.x;
# 	cvt.u64.u32 	%rd6, %r6;
# 	add.s64 	%rd1, %rd5, %rd6;
# 	mov.u32 	%r7, %ctaid.y;
# 	mov.u32 	%r8, %ntid.y;
# 	mov.u32 	%r9, %tid.y;
# 	mad.lo.s32 	%r10, %r7, %r8, %r9;
# 	setp.ge.u64 	%p1, %rd1, %rd3;
# 	setp.le.u32 	%p2, %r2, %r10;
# 	or.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd2, [scaled_param_0];
# 	cvt.u32.u64 	%r1, %rd3;
# 	cvt.u32.u64 	%r3, %rd1;
# 	cvt.rn.f32.u32 	%r11, %r3;
# 	cvt.rn.f32.u32 	%r12, %r1;
# 	div.rn.f32 	%r13, %r11, %r12;
# 	cvt.rn.f32.u32 	%r14, %r2;
# 	add.rn.f32 	%r15, %r13, %r14;
# 	mul.wide.u32 	%rd7, %r1, %r10;
# 	add.s64 	%rd8, %rd7, %rd1;
# 	shl.b64 	%rd9, %rd8, 2;
# 	add.s64 	%rd10, %rd2, %rd9;
# 	st.global.b32 	[%rd10], %r15;
# $L__BB0_2:
# 	ret;
#
# }
