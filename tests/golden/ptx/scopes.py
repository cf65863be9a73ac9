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
# 	.reg .pred 	%p<10>;
# 	.reg .b32 	%r<36>;
# 	.reg .b64 	%rd<16>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[4];
# 	ld.param.b64 	%rd5, [k_param_3];
# 	ld.param.b64 	%rd4, [k_param_2];
# 	ld.param.b64 	%rd3, [k_param_1];
# 	ld.param.b64 	%rd2, [k_param_0];
# 	setp.lt.u64 	%p1, %rd3, 3;
# 	setp.lt.u64 	%p2, %rd5, 2;
# 	or.pred 	%p3, %p1, %p2;
# 	@%p3 bra 	$L__BB0_7;
# 	mov.b32 	%r10, 1;
# 	// begin inline asm
# 	atom.relaxed.cta.global.add.u32 %r9, [%rd2], %r10;
# 	// end inline asm
# 	add.s64 	%rd8, %rd2, 4;
# 	fence.acq_rel.sys;
# 	// begin inline asm
# 	atom.relaxed.sys.global.add.u32 %r11, [%rd8], %r10;
# 	// end inline asm
# 	fence.acq_rel.sys;
# 	fence.sc.gpu;
# 	atom.relaxed.gpu.global.cas.b32 	%r14, [%rd2+8], 1, 2;
# 	fence.acq_rel.gpu;
# 	ld.relaxed.gpu.global.b64 	%rd10, [%rd4+8];
# 	fence.acq_rel.gpu;
# 	st.relaxed.gpu.global.b64 	[%rd4], %rd10;
# 	fence.acq_rel.cta;
# 	mov.b64 	%rd9, k_shared;
# 	mov.b32 	%r13, 9;
# 	// begin inline asm
# 	atom.relaxed.cta.shared.inc.u32 %r12, [%rd9], %r13;
# 	// end inline asm
# 	bra.uni 	$L__BB0_2;
# $L__BB0_7:
# 	setp.eq.b64 	%p4, %rd3, 0;
# 	@%p4 bra 	$L__BB0_9;
# 	mov.b32 	%r3, 1;
# 	// begin inline asm
# 	atom.relaxed.cta.global.add.u32 %r2, [%rd2], %r3;
# 	// end inline asm
# $L__BB0_9:
# 	setp.lt.u64 	%p5, %rd3, 2;
# 	@%p5 bra 	$L__BB0_11;
# 	add.s64 	%rd6, %rd2, 4;
# 	fence.acq_rel.sys;
# 	mov.b32 	%r5, 1;
# 	// begin inline asm
# 	atom.relaxed.sys.global.add.u32 %r4, [%rd6], %r5;
# 	// end inline asm
# 	fence.acq_rel.sys;
# $L__BB0_11:
# 	@%p1 bra 	$L__BB0_13;
# 	fence.sc.gpu;
# 	atom.relaxed.gpu.global.cas.b32 	%r6, [%rd2+8], 1, 2;
# 	fence.acq_rel.gpu;
# $L__BB0_13:
# 	mov.b64 	%rd15, 0;
# 	@%p2 bra 	$L__BB0_15;
# 	ld.relaxed.gpu.global.b64 	%rd15, [%rd4+8];
# 	fence.acq_rel.gpu;
# $L__BB0_15:
# 	setp.eq.b64 	%p6, %rd5, 0;
# 	@%p6 bra 	$L__BB0_17;
# 	fence.acq_rel.gpu;
# 	st.relaxed.gpu.global.b64 	[%rd4], %rd15;
# $L__BB0_17:
# 	fence.acq_rel.cta;
# 	mov.b64 	%rd7, k_shared;
# 	mov.b32 	%r8, 9;
# 	// begin inline asm
# 	atom.relaxed.cta.shared.inc.u32 %r7, [%rd7], %r8;
# 	// end inline asm
# $L__BB0_2:
# 	bar.sync 	0;
# 	mov.u32 	%r15, %tid.x;
# 	mov.u32 	%r16, %tid.y;
# 	or.b32 	%r17, %r15, %r16;
# 	mov.u32 	%r18, %tid.z;
# 	or.b32 	%r19, %r17, %r18;
# 	setp.eq.b32 	%p7, %r19, 0;
# 	@%p7 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_3:
# 	mov.b32 	%r20, %envreg1;
# 	cvt.u64.u32 	%rd11, %r20;
# 	mov.b32 	%r21, %envreg2;
# 	cvt.u64.u32 	%rd12, %r21;
# 	shl.b64 	%rd13, %rd11, 32;
# 	or.b64 	%rd14, %rd12, %rd13;
# 	add.s64 	%rd1, %rd14, 4;
# 	mov.u32 	%r22, %nctaid.x;
# 	mov.u32 	%r23, %nctaid.y;
# 	mul.lo.s32 	%r24, %r22, %r23;
# 	mov.u32 	%r25, %nctaid.z;
# 	mul.lo.s32 	%r26, %r24, %r25;
# 	mov.u32 	%r27, %ctaid.x;
# 	mov.u32 	%r28, %ctaid.y;
# 	or.b32 	%r29, %r27, %r28;
# 	mov.u32 	%r30, %ctaid.z;
# 	or.b32 	%r31, %r29, %r30;
# 	setp.eq.b32 	%p8, %r31, 0;
# 	sub.s32 	%r32, -2147483647, %r26;
# 	selp.b32 	%r33, %r32, 1, %p8;
# 	membar.gl;
# 	atom.add.u32 	%r1, [%rd14+4], %r33;
# $L__BB0_4:
# 	ld.relaxed.gpu.b32 	%r34, [%rd1];
# 	xor.b32 	%r35, %r34, %r1;
# 	setp.gt.s32 	%p9, %r35, -1;
# 	@%p9 bra 	$L__BB0_4;
# 	membar.gl;
# $L__BB0_6:
# 	bar.sync 	0;
# 	ret;
#
# }
