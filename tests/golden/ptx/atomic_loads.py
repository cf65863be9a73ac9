# golden: --emit=ptx --arch=sm_90 --facts=apart
# golden: --emit=ptx --arch=sm_90 --noalias
# A kernel that waits for another may not read what that wrote from a cache that
# does not hear of it (ld.global.nc), unless the user says that nobody writes. An
# atomic load never does: here all that is left of a minimum with infinity.
import math

from numba import cuda


@cuda.jit("void(int32[::1], float32[::1], float32[::1])")
def wait_for(flag, data, out):
    i = cuda.grid(1)
    while cuda.atomic.load(flag, 0, order="acquire") == 0:
        pass
    out[i] = data[i]


@cuda.jit("void(float64[::1])")
def least(out):
    cuda.atomic.min(out, cuda.grid(1), math.inf)

# === --emit=ptx --arch=sm_90 --facts=apart
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel wait_for entry wait_for source atomic_loads.py:12
# // arg flag array int32 ndim 1 layout C
# // arg data array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param flag ptr ptr offset 0 size 8
# // param flag shape0 i64 offset 8 size 8
# // param data ptr ptr offset 16 size 8
# // param data shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // launch apart
# // kernel least entry least source atomic_loads.py:20
# // arg out array float64 ndim 1 layout C
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // launch apart
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	wait_for
#
# .visible .entry wait_for(
# 	.param .u64 .ptr .global .align 4 wait_for_param_0,
# 	.param .u64 wait_for_param_1,
# 	.param .u64 .ptr .global .align 4 wait_for_param_2,
# 	.param .u64 wait_for_param_3,
# 	.param .u64 .ptr .global .align 4 wait_for_param_4,
# 	.param .u64 wait_for_param_5
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<13>;
#
# 	ld.param.b64 	%rd9, [wait_for_param_1];
# 	setp.eq.b64 	%p1, %rd9, 0;
# 	@%p1 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd8, [wait_for_param_5];
# 	ld.param.b64 	%rd7, [wait_for_param_4];
# 	ld.param.b64 	%rd6, [wait_for_param_3];
# 	ld.param.b64 	%rd5, [wait_for_param_2];
# 	ld.param.b64 	%rd4, [wait_for_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd10, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd11, %r3;
# 	add.s64 	%rd1, %rd10, %rd11;
# $L__BB0_2:
# 	ld.relaxed.gpu.global.b32 	%r4, [%rd4];
# 	fence.acq_rel.gpu;
# 	setp.eq.b32 	%p2, %r4, 0;
# 	@%p2 bra 	$L__BB0_2;
# 	setp.ge.u64 	%p3, %rd1, %rd6;
# 	shl.b64 	%rd12, %rd1, 2;
# 	mov.b32 	%r5, 0f00000000;
# 	@%p3 bra 	$L__BB0_5;
# 	add.s64 	%rd2, %rd5, %rd12;
# 	ld.global.b32 	%r5, [%rd2];
# $L__BB0_5:
# 	setp.ge.u64 	%p4, %rd1, %rd8;
# 	@%p4 bra 	$L__BB0_7;
# 	add.s64 	%rd3, %rd7, %rd12;
# 	st.global.b32 	[%rd3], %r5;
# $L__BB0_7:
# 	ret;
# $L__BB0_8:
# 	bra.uni 	$L__BB0_8;
#
# }
# 	// .globl	least
# .visible .entry least(
# 	.param .u64 .ptr .global .align 8 least_param_0,
# 	.param .u64 least_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<9>;
#
# 	ld.param.b64 	%rd3, [least_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd4, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd5, %r3;
# 	add.s64 	%rd6, %rd4, %rd5;
# 	setp.ge.u64 	%p1, %rd6, %rd3;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.param.b64 	%rd2, [least_param_0];
# 	shl.b64 	%rd7, %rd6, 3;
# 	add.s64 	%rd1, %rd2, %rd7;
# 	ld.relaxed.gpu.global.b64 	%rd8, [%rd1];
# $L__BB1_2:
# 	ret;
#
# }

# === --emit=ptx --arch=sm_90 --noalias
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel wait_for entry wait_for source atomic_loads.py:12
# // arg flag array int32 ndim 1 layout C
# // arg data array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param flag ptr ptr offset 0 size 8
# // param flag shape0 i64 offset 8 size 8
# // param data ptr ptr offset 16 size 8
# // param data shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // kernel least entry least source atomic_loads.py:20
# // arg out array float64 ndim 1 layout C
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	wait_for
#
# .visible .entry wait_for(
# 	.param .u64 .ptr .global .align 4 wait_for_param_0,
# 	.param .u64 wait_for_param_1,
# 	.param .u64 .ptr .global .align 4 wait_for_param_2,
# 	.param .u64 wait_for_param_3,
# 	.param .u64 .ptr .global .align 4 wait_for_param_4,
# 	.param .u64 wait_for_param_5
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<13>;
#
# 	ld.param.b64 	%rd9, [wait_for_param_1];
# 	setp.eq.b64 	%p1, %rd9, 0;
# 	@%p1 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd8, [wait_for_param_5];
# 	ld.param.b64 	%rd7, [wait_for_param_4];
# 	ld.param.b64 	%rd6, [wait_for_param_3];
# 	ld.param.b64 	%rd5, [wait_for_param_2];
# 	ld.param.b64 	%rd4, [wait_for_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd10, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd11, %r3;
# 	add.s64 	%rd1, %rd10, %rd11;
# $L__BB0_2:
# 	ld.relaxed.gpu.global.b32 	%r4, [%rd4];
# 	fence.acq_rel.gpu;
# 	setp.eq.b32 	%p2, %r4, 0;
# 	@%p2 bra 	$L__BB0_2;
# 	setp.ge.u64 	%p3, %rd1, %rd6;
# 	shl.b64 	%rd12, %rd1, 2;
# 	mov.b32 	%r5, 0f00000000;
# 	@%p3 bra 	$L__BB0_5;
# 	add.s64 	%rd2, %rd5, %rd12;
# 	ld.global.nc.b32 	%r5, [%rd2];
# $L__BB0_5:
# 	setp.ge.u64 	%p4, %rd1, %rd8;
# 	@%p4 bra 	$L__BB0_7;
# 	add.s64 	%rd3, %rd7, %rd12;
# 	st.global.b32 	[%rd3], %r5;
# $L__BB0_7:
# 	ret;
# $L__BB0_8:
# 	bra.uni 	$L__BB0_8;
#
# }
# 	// .globl	least
# .visible .entry least(
# 	.param .u64 .ptr .global .align 8 least_param_0,
# 	.param .u64 least_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<9>;
#
# 	ld.param.b64 	%rd3, [least_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd4, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd5, %r3;
# 	add.s64 	%rd6, %rd4, %rd5;
# 	setp.ge.u64 	%p1, %rd6, %rd3;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.param.b64 	%rd2, [least_param_0];
# 	shl.b64 	%rd7, %rd6, 3;
# 	add.s64 	%rd1, %rd2, %rd7;
# 	ld.relaxed.gpu.global.b64 	%rd8, [%rd1];
# $L__BB1_2:
# 	ret;
#
# }
