# golden: --emit=ptx --bounds=none
# golden: --emit=ptx --bounds=none --fmad=false
from numba import cuda
import math

@cuda.jit("void(float32[::1])")
def rounding(x):
    x[0] = x[0] / x[1]
    x[1] = math.sqrt(x[1])
    x[2] = x[2] * x[3] + x[4]
    x[3] = x[3] * x[5] - x[6] * x[7]

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel rounding entry rounding source rounding.py:7
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	rounding
#
# .visible .entry rounding(
# 	.param .u64 .ptr .global .align 4 rounding_param_0,
# 	.param .u64 rounding_param_1
# )
# {
# 	.reg .b32 	%r<15>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [rounding_param_0];
# 	ld.global.b32 	%r1, [%rd1];
# 	ld.global.b32 	%r2, [%rd1+4];
# 	div.rn.f32 	%r3, %r1, %r2;
# 	sqrt.rn.f32 	%r4, %r2;
# 	st.global.b32 	[%rd1], %r3;
# 	st.global.b32 	[%rd1+4], %r4;
# 	ld.global.b32 	%r5, [%rd1+8];
# 	ld.global.b32 	%r6, [%rd1+12];
# 	ld.global.b32 	%r7, [%rd1+16];
# 	fma.rn.f32 	%r8, %r5, %r6, %r7;
# 	st.global.b32 	[%rd1+8], %r8;
# 	ld.global.b32 	%r9, [%rd1+20];
# 	ld.global.b32 	%r10, [%rd1+24];
# 	ld.global.b32 	%r11, [%rd1+28];
# 	neg.f32 	%r12, %r11;
# 	mul.rn.f32 	%r13, %r10, %r12;
# 	fma.rn.f32 	%r14, %r6, %r9, %r13;
# 	st.global.b32 	[%rd1+12], %r14;
# 	ret;
#
# }

# === --emit=ptx --bounds=none --fmad=false
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel rounding entry rounding source rounding.py:7
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	rounding
#
# .visible .entry rounding(
# 	.param .u64 .ptr .global .align 4 rounding_param_0,
# 	.param .u64 rounding_param_1
# )
# {
# 	.reg .b32 	%r<16>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b64 	%rd1, [rounding_param_0];
# 	ld.global.b32 	%r1, [%rd1];
# 	ld.global.b32 	%r2, [%rd1+4];
# 	div.rn.f32 	%r3, %r1, %r2;
# 	sqrt.rn.f32 	%r4, %r2;
# 	st.global.b32 	[%rd1], %r3;
# 	st.global.b32 	[%rd1+4], %r4;
# 	ld.global.b32 	%r5, [%rd1+8];
# 	ld.global.b32 	%r6, [%rd1+12];
# 	mul.rn.f32 	%r7, %r5, %r6;
# 	ld.global.b32 	%r8, [%rd1+16];
# 	add.rn.f32 	%r9, %r7, %r8;
# 	st.global.b32 	[%rd1+8], %r9;
# 	ld.global.b32 	%r10, [%rd1+20];
# 	mul.rn.f32 	%r11, %r6, %r10;
# 	ld.global.b32 	%r12, [%rd1+24];
# 	ld.global.b32 	%r13, [%rd1+28];
# 	mul.rn.f32 	%r14, %r12, %r13;
# 	sub.rn.f32 	%r15, %r11, %r14;
# 	st.global.b32 	[%rd1+12], %r15;
# 	ret;
#
# }
