# golden: --emit=ptx --arch=sm_90 --noalias --passes=-inline-functions
# What a thread stored before it ended is there: the kernel returns; a function,
# whose call may end it, keeps it from storing only once.
from numba import cuda


@cuda.jit(device=True)
def checked(x):
    if x < 0:
        raise ValueError("negative")
    return x


@cuda.jit("void(float32[::1], float32[::1])")
def by_itself(x, out):
    i = cuda.grid(1)
    if i < out.size and i < x.size:
        out[i] = 1
        if x[i] < 0:
            raise ValueError("negative")
        out[i] = 2


@cuda.jit("void(float32[::1], float32[::1])")
def by_function(x, out):
    i = cuda.grid(1)
    if i < out.size and i < x.size:
        out[i] = 1
        out[i] = checked(x[i])

# === --emit=ptx --arch=sm_90 --noalias --passes=-inline-functions
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel by_itself entry by_itself source stores_before_the_end.py:15
# // arg x array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // kernel by_function entry by_function source stores_before_the_end.py:25
# // arg x array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	by_itself
#
# .visible .entry by_itself(
# 	.param .u64 .ptr .global .align 4 by_itself_param_0,
# 	.param .u64 by_itself_param_1,
# 	.param .u64 .ptr .global .align 4 by_itself_param_2,
# 	.param .u64 by_itself_param_3
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<5>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd5, [by_itself_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd6, [by_itself_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd7, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd8, %r3;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	min.u64 	%rd9, %rd5, %rd6;
# 	setp.le.u64 	%p1, %rd9, %rd1;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd4, [by_itself_param_2];
# 	ld.param.b64 	%rd3, [by_itself_param_0];
# 	shl.b64 	%rd10, %rd1, 2;
# 	add.s64 	%rd2, %rd4, %rd10;
# 	st.global.b32 	[%rd2], 1065353216;
# 	add.s64 	%rd11, %rd3, %rd10;
# 	ld.global.nc.b32 	%r4, [%rd11];
# 	setp.geu.f32 	%p2, %r4, 0f00000000;
# 	@%p2 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_3:
# 	st.global.b32 	[%rd2], 1073741824;
# $L__BB0_2:
# 	ret;
#
# }
# 	// .globl	by_function
# .visible .entry by_function(
# 	.param .u64 .ptr .global .align 4 by_function_param_0,
# 	.param .u64 by_function_param_1,
# 	.param .u64 .ptr .global .align 4 by_function_param_2,
# 	.param .u64 by_function_param_3
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<5>;
# 	.reg .b64 	%rd<12>;
#
# 	ld.param.b64 	%rd5, [by_function_param_1];
# 	mov.u32 	%r2, %ctaid.x;
# 	ld.param.b64 	%rd6, [by_function_param_3];
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd7, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd8, %r4;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	min.u64 	%rd9, %rd5, %rd6;
# 	setp.le.u64 	%p1, %rd9, %rd1;
# 	@%p1 bra 	$L__BB1_4;
# 	ld.param.b64 	%rd4, [by_function_param_2];
# 	ld.param.b64 	%rd3, [by_function_param_0];
# 	shl.b64 	%rd10, %rd1, 2;
# 	add.s64 	%rd2, %rd4, %rd10;
# 	st.global.b32 	[%rd2], 1065353216;
# 	add.s64 	%rd11, %rd3, %rd10;
# 	ld.global.b32 	%r1, [%rd11];
# 	setp.geu.f32 	%p2, %r1, 0f00000000;
# 	@%p2 bra 	$L__BB1_3;
# 	bra.uni 	$L__BB1_2;
# $L__BB1_3:
# 	st.global.b32 	[%rd2], %r1;
# $L__BB1_4:
# 	ret;
# $L__BB1_2:
# 	// begin inline asm
# 	exit;
# 	// end inline asm
# 	// begin inline asm
# 	exit;
# 	// end inline asm
#
# }
