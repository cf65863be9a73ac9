# golden: --emit=ptx --arch=sm_90
# A float16 of an integer above its largest number is infinite, also where the
# integer has few bits that are not zeros, and float64 would hold it.
from numba import cuda, float16, float64, int32


@cuda.jit("void(int32, float64[::1])")
def far(k, out):
    out[cuda.threadIdx.x] = float64(float16(32 << (k & 15 | 48)))


@cuda.jit("void(int32, float32[::1])")
def near(k, out):
    out[cuda.threadIdx.x] = float16(int32(k & 15) << 4)

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel far entry far source far_halves.py:8
# // arg k scalar int32
# // arg out array float64 ndim 1 layout C
# // param k value i32 offset 0 size 4
# // param out ptr ptr offset 8 size 8
# // param out shape0 i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds guard typing python
# // kernel near entry near source far_halves.py:13
# // arg k scalar int32
# // arg out array float32 ndim 1 layout C
# // param k value i32 offset 0 size 4
# // param out ptr ptr offset 8 size 8
# // param out shape0 i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	far
#
# .visible .entry far(
# 	.param .u32 far_param_0,
# 	.param .u64 .ptr .global .align 8 far_param_1,
# 	.param .u64 far_param_2
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b16 	%rs<2>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<11>;
#
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd2, %r1;
# 	ld.param.b64 	%rd3, [far_param_2];
# 	setp.le.u64 	%p1, %rd3, %rd2;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd1, [far_param_1];
# 	ld.param.b32 	%r2, [far_param_0];
# 	and.b32 	%r3, %r2, 15;
# 	or.b32 	%r4, %r3, 48;
# 	mov.b64 	%rd4, 32;
# 	shl.b64 	%rd5, %rd4, %r4;
# 	max.s64 	%rd6, %rd5, -65535;
# 	min.s64 	%rd7, %rd6, 65535;
# 	cvt.u32.u64 	%r5, %rd7;
# 	cvt.rn.f32.s32 	%r6, %r5;
# 	cvt.rn.f16.f32 	%rs1, %r6;
# 	cvt.f64.f16 	%rd8, %rs1;
# 	mul.wide.u32 	%rd9, %r1, 8;
# 	add.s64 	%rd10, %rd1, %rd9;
# 	st.global.b64 	[%rd10], %rd8;
# $L__BB0_2:
# 	ret;
#
# }
# 	// .globl	near
# .visible .entry near(
# 	.param .u32 near_param_0,
# 	.param .u64 .ptr .global .align 4 near_param_1,
# 	.param .u64 near_param_2
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<6>;
#
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd3, %r3;
# 	ld.param.b64 	%rd4, [near_param_2];
# 	setp.le.u64 	%p1, %rd4, %rd3;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.param.b32 	%r2, [near_param_0];
# 	ld.param.b64 	%rd2, [near_param_1];
# 	mul.wide.u32 	%rd5, %r3, 4;
# 	add.s64 	%rd1, %rd2, %rd5;
# 	shl.b32 	%r4, %r2, 4;
# 	and.b32 	%r5, %r4, 240;
# 	cvt.rn.f32.u32 	%r1, %r5;
# 	st.global.b32 	[%rd1], %r1;
# $L__BB1_2:
# 	ret;
#
# }
