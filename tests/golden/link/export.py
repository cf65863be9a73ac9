# golden: --emit=ir --export=mix --export 'total(float32[:,::1], bool_)' --export helper(int16) --passes=-inline-functions
# golden: --emit=ptx --bounds=none --export=mix --export 'total(float32[:,::1], bool_)' --export plus(CPointer(int32),float64) --passes=-inline-functions
# golden: --emit=ptx --export-abi=numba --export mix --export negative(boolean) --export=clear(int8[:]) --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def helper(x):
    return x + 1


@cuda.jit("float32(float32, int32)", device=True)
def mix(x, n):
    return helper(x) * n


def total(a, flag):
    s = 0.0
    for row in range(a.shape[0]):
        s += a[row, 0]
    return s if flag else -s


def plus(p, x):
    p[1] = int(x)


def negative(b):
    return not b


def clear(a):
    a[0] = 0


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = mix(x[1], 2)

# === --emit=ir --export=mix --export 'total(float32[:,::1], bool_)' --export helper(int16) --passes=-inline-functions
# function helper__device(x: f32) -> f32
#   return x + f32(1.0)
#
# function mix__device(x: f32, n: i32) -> f32 exported mix abi c
#   return helper__device(x) * f32(n)
#
# function total__device(a: generic f32[:, ::1], flag: bool) -> f32 exported total abi c
#   s: f64 = 0.0
#   s.1: f32 = f32(0.0)
#   for row: i64 in range(0, a.shape[0], 1)
#     s.1 = s.1 + a[row, guard 0]
#   return s.1 if flag else -s.1
#
# function helper__device_1(x: i16) -> i64 exported helper abi c
#   return i64(x) + 1
#
# kernel k(x: f32[::1])
#   x[guard 0] = mix__device(x[guard 1], i32(2))

# === --emit=ptx --bounds=none --export=mix --export 'total(float32[:,::1], bool_)' --export plus(CPointer(int32),float64) --passes=-inline-functions
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source export.py:37
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# {
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [k_param_0];
# 	ld.global.b32 	%r1, [%rd1+4];
# 	add.rn.f32 	%r2, %r1, 0f3F800000;
# 	add.rn.f32 	%r3, %r2, %r2;
# 	st.global.b32 	[%rd1], %r3;
# 	ret;
#
# }
# 	// .globl	mix
# .visible .func  (.param .b32 func_retval0) mix(
# 	.param .b32 mix_param_0,
# 	.param .b32 mix_param_1
# )
# {
# 	.reg .b32 	%r<6>;
#
# 	ld.param.b32 	%r1, [mix_param_0];
# 	add.rn.f32 	%r2, %r1, 0f3F800000;
# 	ld.param.b32 	%r3, [mix_param_1];
# 	cvt.rn.f32.s32 	%r4, %r3;
# 	mul.rn.f32 	%r5, %r2, %r4;
# 	st.param.b32 	[func_retval0], %r5;
# 	ret;
#
# }
# 	// .globl	total
# .visible .func  (.param .b32 func_retval0) total(
# 	.param .b64 total_param_0,
# 	.param .b64 total_param_1,
# 	.param .b64 total_param_2,
# 	.param .b64 total_param_3,
# 	.param .b64 total_param_4,
# 	.param .b64 total_param_5,
# 	.param .b64 total_param_6,
# 	.param .b64 total_param_7,
# 	.param .b64 total_param_8,
# 	.param .b32 total_param_9
# )
# {
# 	.reg .pred 	%p<7>;
# 	.reg .b16 	%rs<2>;
# 	.reg .b32 	%r<23>;
# 	.reg .b64 	%rd<19>;
#
# 	ld.param.b64 	%rd3, [total_param_5];
# 	ld.param.b8 	%rs1, [total_param_9];
# 	cvt.u32.u16 	%r1, %rs1;
# 	setp.lt.s64 	%p1, %rd3, 1;
# 	mov.b32 	%r22, 0f00000000;
# 	@%p1 bra 	$L__BB2_8;
# 	ld.param.b64 	%rd4, [total_param_6];
# 	ld.param.b64 	%rd2, [total_param_4];
# 	cvt.u32.u64 	%r2, %rd3;
# 	and.b32 	%r21, %r2, 7;
# 	setp.gt.u64 	%p2, %rd3, 7;
# 	@%p2 bra 	$L__BB2_3;
# 	shl.b64 	%rd16, %rd4, 2;
# 	mov.b32 	%r22, 0f00000000;
# 	mov.b64 	%rd17, 0;
# 	bra.uni 	$L__BB2_6;
# $L__BB2_3:
# 	and.b64 	%rd17, %rd3, 9223372036854775800;
# 	shl.b64 	%rd1, %rd4, 5;
# 	shl.b64 	%rd16, %rd4, 2;
# 	mov.b32 	%r22, 0f00000000;
# 	mov.b64 	%rd15, 0;
# 	mov.b64 	%rd14, %rd2;
# $L__BB2_4:
# 	ld.b32 	%r3, [%rd14];
# 	add.rn.f32 	%r4, %r22, %r3;
# 	add.s64 	%rd5, %rd14, %rd16;
# 	ld.b32 	%r5, [%rd5];
# 	add.rn.f32 	%r6, %r4, %r5;
# 	add.s64 	%rd6, %rd5, %rd16;
# 	ld.b32 	%r7, [%rd6];
# 	add.rn.f32 	%r8, %r6, %r7;
# 	add.s64 	%rd7, %rd6, %rd16;
# 	ld.b32 	%r9, [%rd7];
# 	add.rn.f32 	%r10, %r8, %r9;
# 	add.s64 	%rd8, %rd7, %rd16;
# 	ld.b32 	%r11, [%rd8];
# 	add.rn.f32 	%r12, %r10, %r11;
# 	add.s64 	%rd9, %rd8, %rd16;
# 	ld.b32 	%r13, [%rd9];
# 	add.rn.f32 	%r14, %r12, %r13;
# 	add.s64 	%rd10, %rd9, %rd16;
# 	ld.b32 	%r15, [%rd10];
# 	add.rn.f32 	%r16, %r14, %r15;
# 	add.s64 	%rd11, %rd10, %rd16;
# 	ld.b32 	%r17, [%rd11];
# 	add.rn.f32 	%r22, %r16, %r17;
# 	add.s64 	%rd15, %rd15, 8;
# 	add.s64 	%rd14, %rd14, %rd1;
# 	setp.ne.b64 	%p3, %rd17, %rd15;
# 	@%p3 bra 	$L__BB2_4;
# 	setp.eq.b32 	%p4, %r21, 0;
# 	@%p4 bra 	$L__BB2_8;
# $L__BB2_6:
# 	mul.lo.s64 	%rd12, %rd17, %rd4;
# 	shl.b64 	%rd13, %rd12, 2;
# 	add.s64 	%rd18, %rd2, %rd13;
# $L__BB2_7:
# 	.pragma "nounroll";
# 	ld.b32 	%r18, [%rd18];
# 	add.rn.f32 	%r22, %r22, %r18;
# 	add.s64 	%rd18, %rd18, %rd16;
# 	add.s32 	%r21, %r21, -1;
# 	setp.ne.b32 	%p5, %r21, 0;
# 	@%p5 bra 	$L__BB2_7;
# $L__BB2_8:
# 	setp.eq.b32 	%p6, %r1, 0;
# 	neg.f32 	%r19, %r22;
# 	selp.f32 	%r20, %r19, %r22, %p6;
# 	st.param.b32 	[func_retval0], %r20;
# 	ret;
#
# }
# 	// .globl	plus
# .visible .func plus(
# 	.param .b64 plus_param_0,
# 	.param .b64 plus_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<3>;
# 	.reg .b64 	%rd<4>;
#
# 	ld.param.b64 	%rd1, [plus_param_0];
# 	ld.param.b64 	%rd2, [plus_param_1];
# 	cvt.rzi.s64.f64 	%rd3, %rd2;
# 	cvt.u32.u64 	%r1, %rd3;
# 	setp.nan.f64 	%p1, %rd2, %rd2;
# 	selp.b32 	%r2, 0, %r1, %p1;
# 	st.b32 	[%rd1+4], %r2;
# 	ret;
#
# }

# === --emit=ptx --export-abi=numba --export mix --export negative(boolean) --export=clear(int8[:]) --passes=-inline-functions
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source export.py:37
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<3>;
#
# 	ld.param.b64 	%rd2, [k_param_1];
# 	ld.param.b64 	%rd1, [k_param_0];
# 	setp.lt.u64 	%p1, %rd2, 2;
# 	mov.b32 	%r3, 0f40000000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r1, [%rd1+4];
# 	add.rn.f32 	%r2, %r1, 0f3F800000;
# 	add.rn.f32 	%r3, %r2, %r2;
# $L__BB0_2:
# 	setp.eq.b64 	%p2, %rd2, 0;
# 	@%p2 bra 	$L__BB0_4;
# 	st.global.b32 	[%rd1], %r3;
# $L__BB0_4:
# 	ret;
#
# }
# 	// .globl	mix
# .visible .func  (.param .b32 func_retval0) mix(
# 	.param .b64 mix_param_0,
# 	.param .b32 mix_param_1,
# 	.param .b32 mix_param_2
# )
# {
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [mix_param_0];
# 	ld.param.b32 	%r1, [mix_param_1];
# 	add.rn.f32 	%r2, %r1, 0f3F800000;
# 	ld.param.b32 	%r3, [mix_param_2];
# 	cvt.rn.f32.s32 	%r4, %r3;
# 	mul.rn.f32 	%r5, %r2, %r4;
# 	st.b32 	[%rd1], %r5;
# 	st.param.b32 	[func_retval0], 0;
# 	ret;
#
# }
# 	// .globl	negative
# .visible .func  (.param .b32 func_retval0) negative(
# 	.param .b64 negative_param_0,
# 	.param .b32 negative_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b16 	%rs<3>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [negative_param_0];
# 	ld.param.b8 	%rs1, [negative_param_1];
# 	setp.eq.b16 	%p1, %rs1, 0;
# 	selp.b16 	%rs2, 1, 0, %p1;
# 	st.b8 	[%rd1], %rs2;
# 	st.param.b32 	[func_retval0], 0;
# 	ret;
#
# }
# 	// .globl	clear
# .visible .func  (.param .b32 func_retval0) clear(
# 	.param .b64 clear_param_0,
# 	.param .b64 clear_param_1,
# 	.param .b64 clear_param_2,
# 	.param .b64 clear_param_3,
# 	.param .b64 clear_param_4,
# 	.param .b64 clear_param_5,
# 	.param .b64 clear_param_6,
# 	.param .b64 clear_param_7
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b64 	%rd<3>;
#
# 	ld.param.b64 	%rd2, [clear_param_6];
# 	setp.eq.b64 	%p1, %rd2, 0;
# 	@%p1 bra 	$L__BB3_2;
# 	ld.param.b64 	%rd1, [clear_param_5];
# 	st.b8 	[%rd1], 0;
# $L__BB3_2:
# 	st.param.b32 	[func_retval0], 0;
# 	ret;
#
# }
