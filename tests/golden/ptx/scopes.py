# golden: --emit=ptx --arch=sm_90
import numpy as np
from numba import cuda


@cuda.jit("void(int32[::1], float64[::1])")
def k(a, x):
    s = cuda.shared.array(1, np.uint32)
    cuda.atomic.add(a, 0, 1, scope="block")
    cuda.atomic.add(a, 1, 1, scope="system", order="acq_rel")
    cuda.atomic.cas(a, 2, 1, 2, order="seq_cst")
    cuda.atomic.store(x, 0, cuda.atomic.load(x, 1, order="acquire"), order="release")
    cuda.atomic.inc(s, 0, 9, scope="block", order="release")
    cuda.grid_sync()

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel k entry k source scopes.py:7
# // arg a array int32 ndim 1 layout C
# // arg x array float64 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param x ptr ptr offset 16 size 8
# // param x shape0 i64 offset 24 size 8
# // facts params 32 shared 4 dynamic no bounds guard typing python
# // launch cooperative
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 8 k_param_2,
# 	.param .u64 k_param_3
# )
# {
# 	.reg .pred 	%p<9>;
# 	.reg .b32 	%r<30>;
# 	.reg .b64 	%rd<13>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[4];
# 	ld.param.b64 	%rd2, [k_param_1];
# 	ld.param.b64 	%rd5, [k_param_0];
# 	setp.eq.b64 	%p1, %rd2, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	mov.b32 	%r3, 1;
# 	// begin inline asm
# 	atom.relaxed.cta.global.add.u32 %r2, [%rd5], %r3;
# 	// end inline asm
# $L__BB0_2:
# 	setp.lt.u64 	%p2, %rd2, 2;
# 	@%p2 bra 	$L__BB0_4;
# 	add.s64 	%rd6, %rd5, 4;
# 	fence.acq_rel.sys;
# 	mov.b32 	%r5, 1;
# 	// begin inline asm
# 	atom.relaxed.sys.global.add.u32 %r4, [%rd6], %r5;
# 	// end inline asm
# 	fence.acq_rel.sys;
# $L__BB0_4:
# 	ld.param.b64 	%rd4, [k_param_3];
# 	setp.lt.u64 	%p3, %rd2, 3;
# 	@%p3 bra 	$L__BB0_6;
# 	fence.sc.gpu;
# 	atom.relaxed.gpu.global.cas.b32 	%r6, [%rd5+8], 1, 2;
# 	fence.acq_rel.gpu;
# $L__BB0_6:
# 	ld.param.b64 	%rd3, [k_param_2];
# 	setp.lt.u64 	%p4, %rd4, 2;
# 	mov.b64 	%rd12, 0;
# 	@%p4 bra 	$L__BB0_8;
# 	ld.relaxed.gpu.global.b64 	%rd12, [%rd3+8];
# 	fence.acq_rel.gpu;
# $L__BB0_8:
# 	setp.eq.b64 	%p5, %rd4, 0;
# 	@%p5 bra 	$L__BB0_10;
# 	fence.acq_rel.gpu;
# 	st.relaxed.gpu.global.b64 	[%rd3], %rd12;
# $L__BB0_10:
# 	fence.acq_rel.cta;
# 	mov.b64 	%rd7, k_shared;
# 	mov.b32 	%r8, 9;
# 	// begin inline asm
# 	atom.relaxed.cta.shared.inc.u32 %r7, [%rd7], %r8;
# 	// end inline asm
# 	bar.sync 	0;
# 	mov.u32 	%r9, %tid.x;
# 	mov.u32 	%r10, %tid.y;
# 	or.b32 	%r11, %r9, %r10;
# 	mov.u32 	%r12, %tid.z;
# 	or.b32 	%r13, %r11, %r12;
# 	setp.ne.b32 	%p6, %r13, 0;
# 	@%p6 bra 	$L__BB0_14;
# 	mov.b32 	%r14, %envreg1;
# 	cvt.u64.u32 	%rd8, %r14;
# 	mov.b32 	%r15, %envreg2;
# 	cvt.u64.u32 	%rd9, %r15;
# 	shl.b64 	%rd10, %rd8, 32;
# 	or.b64 	%rd11, %rd9, %rd10;
# 	add.s64 	%rd1, %rd11, 4;
# 	mov.u32 	%r16, %nctaid.x;
# 	mov.u32 	%r17, %nctaid.y;
# 	mul.lo.s32 	%r18, %r16, %r17;
# 	mov.u32 	%r19, %nctaid.z;
# 	mul.lo.s32 	%r20, %r18, %r19;
# 	mov.u32 	%r21, %ctaid.x;
# 	mov.u32 	%r22, %ctaid.y;
# 	or.b32 	%r23, %r21, %r22;
# 	mov.u32 	%r24, %ctaid.z;
# 	or.b32 	%r25, %r23, %r24;
# 	setp.eq.b32 	%p7, %r25, 0;
# 	sub.s32 	%r26, -2147483647, %r20;
# 	selp.b32 	%r27, %r26, 1, %p7;
# 	membar.gl;
# 	atom.add.u32 	%r1, [%rd11+4], %r27;
# $L__BB0_12:
# 	ld.relaxed.gpu.b32 	%r28, [%rd1];
# 	xor.b32 	%r29, %r28, %r1;
# 	setp.gt.s32 	%p8, %r29, -1;
# 	@%p8 bra 	$L__BB0_12;
# 	membar.gl;
# $L__BB0_14:
# 	bar.sync 	0;
# 	ret;
#
# }
