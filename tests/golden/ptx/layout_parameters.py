# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[::1, :], float32[:, :])")
def layouts(c, f, a):
    i, j = cuda.grid(2)
    a[i, j] = c[i, j] + f[i, j]

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel layouts entry layouts source layout_parameters.py:6
# // arg c array float32 ndim 2 layout C
# // arg f array float32 ndim 2 layout F
# // arg a array float32 ndim 2 layout A
# // param c ptr ptr offset 0 size 8
# // param c shape0 i64 offset 8 size 8
# // param c shape1 i64 offset 16 size 8
# // param f ptr ptr offset 24 size 8
# // param f shape0 i64 offset 32 size 8
# // param f shape1 i64 offset 40 size 8
# // param f stride0 i64 offset 48 size 8
# // param f stride1 i64 offset 56 size 8
# // param a ptr ptr offset 64 size 8
# // param a shape0 i64 offset 72 size 8
# // param a shape1 i64 offset 80 size 8
# // param a stride0 i64 offset 88 size 8
# // param a stride1 i64 offset 96 size 8
# // facts params 104 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	layouts
#
# .visible .entry layouts(
# 	.param .u64 .ptr .global .align 4 layouts_param_0,
# 	.param .u64 layouts_param_1,
# 	.param .u64 layouts_param_2,
# 	.param .u64 .ptr .global .align 4 layouts_param_3,
# 	.param .u64 layouts_param_4,
# 	.param .u64 layouts_param_5,
# 	.param .u64 layouts_param_6,
# 	.param .u64 layouts_param_7,
# 	.param .u64 .ptr .global .align 4 layouts_param_8,
# 	.param .u64 layouts_param_9,
# 	.param .u64 layouts_param_10,
# 	.param .u64 layouts_param_11,
# 	.param .u64 layouts_param_12
# )
# {
# 	.reg .b32 	%r<11>;
# 	.reg .b64 	%rd<20>;
#
# 	ld.param.b64 	%rd1, [layouts_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd2, [layouts_param_2];
# 	ld.param.b64 	%rd3, [layouts_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd4, %r1, %r2;
# 	ld.param.b64 	%rd5, [layouts_param_6];
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd6, %r3;
# 	ld.param.b64 	%rd7, [layouts_param_7];
# 	add.s64 	%rd8, %rd4, %rd6;
# 	ld.param.b64 	%rd9, [layouts_param_8];
# 	mov.u32 	%r4, %ctaid.y;
# 	mov.u32 	%r5, %ntid.y;
# 	ld.param.b64 	%rd10, [layouts_param_11];
# 	ld.param.b64 	%rd11, [layouts_param_12];
# 	mov.u32 	%r6, %tid.y;
# 	mad.lo.s32 	%r7, %r4, %r5, %r6;
# 	cvt.u64.u32 	%rd12, %r7;
# 	mad.lo.s64 	%rd13, %rd2, %rd8, %rd12;
# 	shl.b64 	%rd14, %rd13, 2;
# 	add.s64 	%rd15, %rd1, %rd14;
# 	ld.global.b32 	%r8, [%rd15];
# 	mad.lo.s64 	%rd16, %rd5, %rd8, %rd3;
# 	mad.lo.s64 	%rd17, %rd7, %rd12, %rd16;
# 	ld.global.b32 	%r9, [%rd17];
# 	add.rn.f32 	%r10, %r8, %r9;
# 	mad.lo.s64 	%rd18, %rd10, %rd8, %rd9;
# 	mad.lo.s64 	%rd19, %rd11, %rd12, %rd18;
# 	st.global.b32 	[%rd19], %r10;
# 	ret;
#
# }
