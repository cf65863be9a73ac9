# golden: --emit=ptx --arch=sm_90
import numpy as np
from numba import cuda


@cuda.jit("void(int16[::1], uint32[::1])")
def k(h, x):
    s = cuda.shared.array(512, np.int16, alignment=16)
    i = cuda.threadIdx.x
    cuda.stmatrix(s, i * 8, x[i])
    cuda.stmatrix(s, i * 8, (x[i], x[i + 1], x[i + 2], x[i + 3]), True)
    if i < 64:
        cuda.barrier_sync(1, 128)
    else:
        cuda.barrier_arrive(1, 128)
    h[i] = s[i]

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel k entry k source named_barriers.py:7
# // arg h array int16 ndim 1 layout C
# // arg x array uint32 ndim 1 layout C
# // param h ptr ptr offset 0 size 8
# // param h shape0 i64 offset 8 size 8
# // param x ptr ptr offset 16 size 8
# // param x shape0 i64 offset 24 size 8
# // facts params 32 shared 1024 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 2 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 4 k_param_2,
# 	.param .u64 k_param_3
# )
# {
# 	.reg .pred 	%p<15>;
# 	.reg .b16 	%rs<2>;
# 	.reg .b32 	%r<14>;
# 	.reg .b64 	%rd<17>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	ld.param.b64 	%rd7, [k_param_3];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	ld.param.b64 	%rd8, [k_param_2];
# 	setp.le.u64 	%p1, %rd7, %rd1;
# 	mul.wide.u32 	%rd9, %r1, 4;
# 	add.s64 	%rd2, %rd8, %rd9;
# 	mov.b32 	%r8, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r8, [%rd2];
# $L__BB0_2:
# 	cvt.u32.u64 	%r2, %rd1;
# 	setp.lt.u32 	%p2, %r2, 64;
# 	shl.b32 	%r3, %r1, 4;
# 	cvt.u64.u32 	%rd10, %r3;
# 	mov.b64 	%rd11, k_shared;
# 	add.s64 	%rd15, %rd11, %rd10;
# 	mov.u32 	%r4, %laneid;
# 	setp.gt.u32 	%p3, %r4, 7;
# 	or.pred 	%p4, %p3, %p2;
# 	vote.sync.all.pred 	%p5, %p4, -1;
# 	not.pred 	%p6, %p5;
# 	@%p6 bra 	$L__BB0_4;
# 	// begin inline asm
# 	stmatrix.sync.aligned.m8n8.x1.shared.b16 [%rd15], {%r8};
# 	// end inline asm
# $L__BB0_4:
# 	mov.b32 	%r10, 0;
# 	mov.b32 	%r9, %r10;
# 	@%p1 bra 	$L__BB0_6;
# 	ld.global.b32 	%r9, [%rd2];
# $L__BB0_6:
# 	add.s32 	%r5, %r1, 1;
# 	cvt.u64.u32 	%rd12, %r5;
# 	setp.ge.u64 	%p7, %rd12, %rd7;
# 	@%p7 bra 	$L__BB0_8;
# 	ld.global.b32 	%r10, [%rd2+4];
# $L__BB0_8:
# 	add.s32 	%r6, %r1, 2;
# 	cvt.u64.u32 	%rd13, %r6;
# 	setp.ge.u64 	%p8, %rd13, %rd7;
# 	mov.b32 	%r12, 0;
# 	mov.b32 	%r11, %r12;
# 	@%p8 bra 	$L__BB0_10;
# 	ld.global.b32 	%r11, [%rd2+8];
# $L__BB0_10:
# 	add.s32 	%r7, %r1, 3;
# 	cvt.u64.u32 	%rd14, %r7;
# 	setp.ge.u64 	%p9, %rd14, %rd7;
# 	@%p9 bra 	$L__BB0_12;
# 	ld.global.b32 	%r12, [%rd2+12];
# $L__BB0_12:
# 	vote.sync.all.pred 	%p10, %p2, -1;
# 	not.pred 	%p11, %p10;
# 	@%p11 bra 	$L__BB0_14;
# 	// begin inline asm
# 	stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%rd15], {%r9, %r10, %r11, %r12};
# 	// end inline asm
# $L__BB0_14:
# 	setp.gt.u32 	%p12, %r2, 63;
# 	@%p12 bra 	$L__BB0_21;
# 	barrier.sync 	1, 128;
# 	bra.uni 	$L__BB0_16;
# $L__BB0_21:
# 	barrier.arrive 	1, 128;
# $L__BB0_16:
# 	ld.param.b64 	%rd6, [k_param_1];
# 	setp.lt.u32 	%p13, %r2, 512;
# 	mul.wide.u32 	%rd16, %r1, 2;
# 	mov.b32 	%r13, 0;
# 	@%p13 bra 	$L__BB0_17;
# 	bra.uni 	$L__BB0_18;
# $L__BB0_17:
# 	add.s64 	%rd3, %rd11, %rd16;
# 	ld.shared.b16 	%r13, [%rd3];
# $L__BB0_18:
# 	setp.le.u64 	%p14, %rd6, %rd1;
# 	@%p14 bra 	$L__BB0_20;
# 	ld.param.b64 	%rd5, [k_param_0];
# 	cvt.u16.u32 	%rs1, %r13;
# 	add.s64 	%rd4, %rd5, %rd16;
# 	st.global.b16 	[%rd4], %rs1;
# $L__BB0_20:
# 	ret;
#
# }
