# golden: --emit=ptx --arch=sm_90
# `day - era * 146097` is day % 146097: one division, and all that follows has 32
# bits. So have constants that are read from a table.
import numpy as np
from numba import cuda

BEFORE = np.array([0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334], np.int32)


@cuda.jit("void(int32[::1], int32[::1])")
def years(days, out):
    i = cuda.grid(1)
    if i < days.size and i < out.size:
        day = days[i] + 719468
        era = day // 146097
        of_era = day - era * 146097
        out[i] = (of_era - of_era // 1460) // 365 + BEFORE[of_era % 12] // 7

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel years entry years source written_remainders.py:11
# // arg days array int32 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param days ptr ptr offset 0 size 8
# // param days shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	years
# .global .align 16 .b8 years_constant[48] = {0, 0, 0, 0, 31, 0, 0, 0, 59, 0, 0, 0, 90, 0, 0, 0, 120, 0, 0, 0, 151, 0, 0, 0, 181, 0, 0, 0, 212, 0, 0, 0, 243, 0, 0, 0, 17, 1, 0, 0, 48, 1, 0, 0, 78, 1};
#
# .visible .entry years(
# 	.param .u64 .ptr .global .align 4 years_param_0,
# 	.param .u64 years_param_1,
# 	.param .u64 .ptr .global .align 4 years_param_2,
# 	.param .u64 years_param_3
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<16>;
# 	.reg .b64 	%rd<21>;
#
# 	ld.param.b64 	%rd4, [years_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	ld.param.b64 	%rd5, [years_param_3];
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd6, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd7, %r3;
# 	add.s64 	%rd1, %rd6, %rd7;
# 	min.u64 	%rd8, %rd4, %rd5;
# 	setp.le.u64 	%p1, %rd8, %rd1;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd3, [years_param_2];
# 	ld.param.b64 	%rd2, [years_param_0];
# 	shl.b64 	%rd9, %rd1, 2;
# 	add.s64 	%rd10, %rd2, %rd9;
# 	ld.global.s32 	%rd11, [%rd10];
# 	add.s64 	%rd12, %rd11, 2147614883;
# 	mul.hi.u64 	%rd13, %rd12, 4137408090565272301;
# 	shr.u64 	%rd14, %rd13, 15;
# 	mul.lo.s64 	%rd15, %rd14, 146097;
# 	sub.s64 	%rd16, %rd12, %rd15;
# 	cvt.u32.u64 	%r4, %rd16;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r4, 2941759; mov.b64 {low, %r5}, wide; }
# 	sub.s32 	%r6, %r4, %r5;
# 	add.s32 	%r7, %r6, 365;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r7, 11767034; mov.b64 {low, %r8}, wide; }
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r4, 357913942; mov.b64 {low, %r9}, wide; }
# 	mul.lo.s32 	%r10, %r9, 12;
# 	sub.s32 	%r11, %r4, %r10;
# 	mul.wide.u32 	%rd17, %r11, 4;
# 	mov.b64 	%rd18, years_constant;
# 	add.s64 	%rd19, %rd18, %rd17;
# 	ld.global.nc.b32 	%r12, [%rd19];
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r12, 613566757; mov.b64 {low, %r13}, wide; }
# 	add.s32 	%r14, %r13, %r8;
# 	add.s32 	%r15, %r14, -1;
# 	add.s64 	%rd20, %rd3, %rd9;
# 	st.global.b32 	[%rd20], %r15;
# $L__BB0_2:
# 	ret;
#
# }
