# golden: --emit=ptx --arch=sm_90
# -0.0 is not below 0.0, but PTX's minimum has it so: a choice that gives 0.0 of
# -0.0 is a comparison (setp, selp). What a minimum or a maximum gives, too, is
# one: of another bound, and of a number above zero.
from numba import cuda, float32


@cuda.jit("void(float32[::1], float32[:, ::1])")
def choices(x, out):
    i = cuda.grid(1)
    if i >= x.size or i >= out.shape[1] or out.shape[0] < 4:
        return
    v = x[i]
    out[0, i] = v if v < float32(0) else float32(0)
    out[1, i] = v if v > float32(-0.0) else float32(-0.0)
    out[2, i] = v if v < float32(2) else float32(2)
    out[3, i] = v if v > float32(0) else float32(0)

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel choices entry choices source zeros_of_choices.py:9
# // arg x array float32 ndim 1 layout C
# // arg out array float32 ndim 2 layout C
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
# 	// .globl	choices
#
# .visible .entry choices(
# 	.param .u64 .ptr .global .align 4 choices_param_0,
# 	.param .u64 choices_param_1,
# 	.param .u64 .ptr .global .align 4 choices_param_2,
# 	.param .u64 choices_param_3,
# 	.param .u64 choices_param_4
# )
# {
# 	.reg .pred 	%p<7>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<17>;
#
# 	ld.param.b64 	%rd6, [choices_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd7, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd8, %r3;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	setp.lt.u64 	%p1, %rd1, %rd6;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd5, [choices_param_4];
# 	ld.param.b64 	%rd4, [choices_param_3];
# 	setp.ge.u64 	%p2, %rd1, %rd5;
# 	setp.lt.u64 	%p3, %rd4, 4;
# 	or.pred 	%p4, %p2, %p3;
# 	@%p4 bra 	$L__BB0_1;
# 	ld.param.b64 	%rd3, [choices_param_2];
# 	ld.param.b64 	%rd2, [choices_param_0];
# 	shl.b64 	%rd9, %rd1, 2;
# 	add.s64 	%rd10, %rd2, %rd9;
# 	ld.global.b32 	%r4, [%rd10];
# 	setp.geu.f32 	%p5, %r4, 0f00000000;
# 	selp.f32 	%r5, 0f00000000, %r4, %p5;
# 	add.s64 	%rd11, %rd3, %rd9;
# 	st.global.b32 	[%rd11], %r5;
# 	setp.leu.f32 	%p6, %r4, 0f80000000;
# 	selp.f32 	%r6, 0f80000000, %r4, %p6;
# 	shl.b64 	%rd12, %rd5, 2;
# 	add.s64 	%rd13, %rd11, %rd12;
# 	st.global.b32 	[%rd13], %r6;
# 	min.f32 	%r7, %r4, 0f40000000;
# 	shl.b64 	%rd14, %rd5, 3;
# 	add.s64 	%rd15, %rd11, %rd14;
# 	st.global.b32 	[%rd15], %r7;
# 	max.f32 	%r8, %r4, 0f00000000;
# 	add.s64 	%rd16, %rd13, %rd14;
# 	st.global.b32 	[%rd16], %r8;
# $L__BB0_1:
# 	ret;
#
# }
