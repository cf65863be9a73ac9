# golden: --emit=ptx --arch=sm_90
# Rows that are used whole: where the last axis has four elements, and the array
# begins at a multiple of their bytes, they are stored together (st.global.b32).
from numba import cuda


@cuda.jit("void(uint32[::1], uint8[:, ::1])")
def taken_apart(x, out):
    i = cuda.grid(1)
    if i < x.size and i < out.shape[0]:
        word = x[i]
        for c in range(4):
            out[i, c] = word & 255
            word >>= 8

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel taken_apart entry taken_apart source short_rows.py:8
# // arg x array uint32 ndim 1 layout C
# // arg out array uint8 ndim 2 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // param out shape1 i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	taken_apart
#
# .visible .entry taken_apart(
# 	.param .u64 .ptr .global .align 4 taken_apart_param_0,
# 	.param .u64 taken_apart_param_1,
# 	.param .u64 .ptr .global .align 1 taken_apart_param_2,
# 	.param .u64 taken_apart_param_3,
# 	.param .u64 taken_apart_param_4
# )
# {
# 	.reg .pred 	%p<9>;
# 	.reg .b16 	%rs<2>;
# 	.reg .b32 	%r<15>;
# 	.reg .b64 	%rd<24>;
#
# 	ld.param.b64 	%rd8, [taken_apart_param_4];
# 	ld.param.b64 	%rd7, [taken_apart_param_3];
# 	ld.param.b64 	%rd6, [taken_apart_param_2];
# 	ld.param.b64 	%rd5, [taken_apart_param_1];
# 	ld.param.b64 	%rd4, [taken_apart_param_0];
# 	setp.ne.b64 	%p1, %rd8, 4;
# 	cvta.global.u64 	%rd9, %rd6;
# 	cvt.u32.u64 	%r1, %rd9;
# 	and.b32 	%r2, %r1, 3;
# 	setp.ne.b32 	%p2, %r2, 0;
# 	or.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB0_4;
# 	mov.u32 	%r9, %ctaid.x;
# 	mov.u32 	%r10, %ntid.x;
# 	mul.wide.u32 	%rd16, %r9, %r10;
# 	mov.u32 	%r11, %tid.x;
# 	cvt.u64.u32 	%rd17, %r11;
# 	add.s64 	%rd18, %rd16, %rd17;
# 	min.u64 	%rd19, %rd5, %rd7;
# 	setp.gt.u64 	%p8, %rd19, %rd18;
# 	@%p8 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	and.b64 	%rd20, %rd6, -4;
# 	shl.b64 	%rd21, %rd18, 2;
# 	add.s64 	%rd22, %rd4, %rd21;
# 	add.s64 	%rd23, %rd20, %rd21;
# 	ld.global.b32 	%r12, [%rd22];
# 	st.global.b32 	[%rd23], %r12;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_4:
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd10, %r3, %r4;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd11, %r5;
# 	add.s64 	%rd1, %rd10, %rd11;
# 	min.u64 	%rd12, %rd5, %rd7;
# 	setp.gt.u64 	%p4, %rd12, %rd1;
# 	@%p4 bra 	$L__BB0_5;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_5:
# 	shl.b64 	%rd13, %rd1, 2;
# 	add.s64 	%rd14, %rd4, %rd13;
# 	ld.global.b32 	%r14, [%rd14];
# 	setp.lt.u64 	%p5, %rd8, 4;
# 	mad.lo.s64 	%rd2, %rd8, %rd1, %rd6;
# 	@%p5 bra 	$L__BB0_6;
# 	st.global.b8 	[%rd2], %r14;
# 	shr.u32 	%r6, %r14, 24;
# 	st.global.b8 	[%rd2+3], %r6;
# 	shr.u32 	%r7, %r14, 16;
# 	st.global.b8 	[%rd2+2], %r7;
# 	shr.u32 	%r8, %r14, 8;
# 	st.global.b8 	[%rd2+1], %r8;
# $L__BB0_2:
# 	ret;
# $L__BB0_6:
# 	mov.b32 	%r13, 0;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_9:
# 	shr.u32 	%r14, %r14, 8;
# 	add.s32 	%r13, %r13, 1;
# 	setp.eq.b32 	%p7, %r13, 4;
# 	@%p7 bra 	$L__BB0_2;
# $L__BB0_7:
# 	.pragma "nounroll";
# 	cvt.u64.u32 	%rd15, %r13;
# 	setp.ge.u64 	%p6, %rd15, %rd8;
# 	@%p6 bra 	$L__BB0_9;
# 	add.s64 	%rd3, %rd2, %rd15;
# 	cvt.u16.u32 	%rs1, %r14;
# 	st.global.b8 	[%rd3], %rs1;
# 	bra.uni 	$L__BB0_9;
#
# }
