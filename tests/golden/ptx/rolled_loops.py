# golden: --emit=ptx --bounds=none --passes=-small-copies
from numba import cuda


# ptxas takes m - i to fit in 32 bits: from -2e9 to 2e9 it would turn once.
@cuda.jit("void(float32[::1], int32, int32)")
def from_anywhere(o, i, e):
    t = o[0]
    m = min(e, 2147443648)
    while i < m:
        t = t * 3 + 1
        i += 1000
        if t > 1000:
            continue
        t += 1
    o[1] = t


# To a limit below zero it does.
@cuda.jit("void(float32[::1], int32, int32)")
def below_zero(o, i, e):
    t = o[0]
    m = min(e, -1)
    while i < m:
        t = t * 3 + 1
        i += 1000
        if t > 1000:
            continue
        t += 1
    o[1] = t


# 64 bits are enough, but for strides that nearly lead around.
@cuda.jit("void(float32[::1], int64)")
def far(o, s):
    t = o[0]
    for j in range(s, 2**63 - 1, 2**40):
        t = t * 3 + j
    o[1] = t


@cuda.jit("void(float32[::1], int64)")
def near(o, s):
    t = o[0]
    for j in range(s, 2**63 - 1, 1000):
        t = t * 3 + j
    o[1] = t

# === --emit=ptx --bounds=none --passes=-small-copies
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel from_anywhere entry from_anywhere source rolled_loops.py:7
# // arg o array float32 ndim 1 layout C
# // arg i scalar int32
# // arg e scalar int32
# // param o ptr ptr offset 0 size 8
# // param o shape0 i64 offset 8 size 8
# // param i value i32 offset 16 size 4
# // param e value i32 offset 20 size 4
# // facts params 24 shared 0 dynamic no bounds none typing python
# // kernel below_zero entry below_zero source rolled_loops.py:21
# // arg o array float32 ndim 1 layout C
# // arg i scalar int32
# // arg e scalar int32
# // param o ptr ptr offset 0 size 8
# // param o shape0 i64 offset 8 size 8
# // param i value i32 offset 16 size 4
# // param e value i32 offset 20 size 4
# // facts params 24 shared 0 dynamic no bounds none typing python
# // kernel far entry far source rolled_loops.py:35
# // arg o array float32 ndim 1 layout C
# // arg s scalar int64
# // param o ptr ptr offset 0 size 8
# // param o shape0 i64 offset 8 size 8
# // param s value i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds none typing python
# // kernel near entry near source rolled_loops.py:43
# // arg o array float32 ndim 1 layout C
# // arg s scalar int64
# // param o ptr ptr offset 0 size 8
# // param o shape0 i64 offset 8 size 8
# // param s value i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	from_anywhere
#
# .visible .entry from_anywhere(
# 	.param .u64 .ptr .global .align 4 from_anywhere_param_0,
# 	.param .u64 from_anywhere_param_1,
# 	.param .u32 from_anywhere_param_2,
# 	.param .u32 from_anywhere_param_3
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b32 	%r5, [from_anywhere_param_2];
# 	ld.param.b64 	%rd1, [from_anywhere_param_0];
# 	ld.global.b32 	%r6, [%rd1];
# 	ld.param.b32 	%r2, [from_anywhere_param_3];
# 	min.s32 	%r1, %r2, 2147443648;
# 	setp.ge.s32 	%p1, %r5, %r1;
# 	@%p1 bra 	$L__BB0_2;
# $L__BB0_1:
# 	.pragma "nounroll";
# 	fma.rn.f32 	%r3, %r6, 0f40400000, 0f3F800000;
# 	add.s32 	%r5, %r5, 1000;
# 	setp.gt.f32 	%p2, %r3, 0f447A0000;
# 	add.rn.f32 	%r4, %r3, 0f3F800000;
# 	selp.f32 	%r6, %r3, %r4, %p2;
# 	setp.lt.s32 	%p3, %r5, %r1;
# 	@%p3 bra 	$L__BB0_1;
# $L__BB0_2:
# 	st.global.b32 	[%rd1+4], %r6;
# 	ret;
#
# }
# 	// .globl	below_zero
# .visible .entry below_zero(
# 	.param .u64 .ptr .global .align 4 below_zero_param_0,
# 	.param .u64 below_zero_param_1,
# 	.param .u32 below_zero_param_2,
# 	.param .u32 below_zero_param_3
# )
# {
# 	.reg .pred 	%p<4>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b32 	%r5, [below_zero_param_2];
# 	ld.param.b64 	%rd1, [below_zero_param_0];
# 	ld.global.b32 	%r6, [%rd1];
# 	ld.param.b32 	%r2, [below_zero_param_3];
# 	min.s32 	%r1, %r2, -1;
# 	setp.ge.s32 	%p1, %r5, %r1;
# 	@%p1 bra 	$L__BB1_2;
# $L__BB1_1:
# 	fma.rn.f32 	%r3, %r6, 0f40400000, 0f3F800000;
# 	add.s32 	%r5, %r5, 1000;
# 	setp.gt.f32 	%p2, %r3, 0f447A0000;
# 	add.rn.f32 	%r4, %r3, 0f3F800000;
# 	selp.f32 	%r6, %r3, %r4, %p2;
# 	setp.lt.s32 	%p3, %r5, %r1;
# 	@%p3 bra 	$L__BB1_1;
# $L__BB1_2:
# 	st.global.b32 	[%rd1+4], %r6;
# 	ret;
#
# }
# 	// .globl	far
# .visible .entry far(
# 	.param .u64 .ptr .global .align 4 far_param_0,
# 	.param .u64 far_param_1,
# 	.param .u64 far_param_2
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<3>;
# 	.reg .b64 	%rd<4>;
#
# 	ld.param.b64 	%rd3, [far_param_2];
# 	ld.param.b64 	%rd2, [far_param_0];
# 	ld.global.b32 	%r2, [%rd2];
# 	setp.eq.b64 	%p1, %rd3, 9223372036854775807;
# 	@%p1 bra 	$L__BB2_2;
# $L__BB2_1:
# 	.pragma "nounroll";
# 	cvt.rn.f32.s64 	%r1, %rd3;
# 	fma.rn.f32 	%r2, %r2, 0f40400000, %r1;
# 	add.s64 	%rd1, %rd3, 1099511627776;
# 	setp.lt.s64 	%p2, %rd3, 9223370937343148031;
# 	mov.b64 	%rd3, %rd1;
# 	@%p2 bra 	$L__BB2_1;
# $L__BB2_2:
# 	st.global.b32 	[%rd2+4], %r2;
# 	ret;
#
# }
# 	// .globl	near
# .visible .entry near(
# 	.param .u64 .ptr .global .align 4 near_param_0,
# 	.param .u64 near_param_1,
# 	.param .u64 near_param_2
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<3>;
# 	.reg .b64 	%rd<4>;
#
# 	ld.param.b64 	%rd3, [near_param_2];
# 	ld.param.b64 	%rd2, [near_param_0];
# 	ld.global.b32 	%r2, [%rd2];
# 	setp.eq.b64 	%p1, %rd3, 9223372036854775807;
# 	@%p1 bra 	$L__BB3_2;
# $L__BB3_1:
# 	cvt.rn.f32.s64 	%r1, %rd3;
# 	fma.rn.f32 	%r2, %r2, 0f40400000, %r1;
# 	add.s64 	%rd1, %rd3, 1000;
# 	setp.lt.s64 	%p2, %rd3, 9223372036854774807;
# 	mov.b64 	%rd3, %rd1;
# 	@%p2 bra 	$L__BB3_1;
# $L__BB3_2:
# 	st.global.b32 	[%rd2+4], %r2;
# 	ret;
#
# }
