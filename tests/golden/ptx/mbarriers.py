# golden: --emit=ptx --arch=sm_80
import numpy as np
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    s = cuda.shared.array(64, np.float32)
    bar = cuda.shared.array(1, np.uint64)
    i = cuda.threadIdx.x
    if i == 0:
        cuda.mbarrier_init(bar, 0, 32)
    cuda.syncthreads()
    cuda.cp_async(s, 2 * i, x, 2 * i, 2)
    cuda.cp_async_commit_group()
    cuda.cp_async(s, 4 * i, x, 4 * i, 4)
    cuda.cp_async_wait_group(0)
    cuda.cp_async_wait_all()
    token = cuda.mbarrier_arrive(bar, 0)
    cuda.mbarrier_wait(bar, 0, token)
    cuda.mbarrier_wait_parity(bar, 0, 0)
    if cuda.mbarrier_test_wait(bar, 0, token) and cuda.mbarrier_test_wait_parity(bar, 0, 1):
        x[i] = s[63 - i]
    cuda.mbarrier_inval(bar, 0)

# === --emit=ptx --arch=sm_80
# // pyk2ptx abi 1
# // target sm_80 ptx 7.1
# // kernel k entry k source mbarriers.py:7
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 264 dynamic no bounds guard typing python
# // end
# .version 7.1
# .target sm_80
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
# // k_shared1 has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# {
# 	.reg .pred 	%p<12>;
# 	.reg .b32 	%r<24>;
# 	.reg .b64 	%rd<25>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[256];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[8];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.eq.b32 	%p1, %r1, 0;
# 	mov.b64 	%rd24, k_shared1;
# 	@%p1 bra 	$L__BB0_15;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_15:
# 	mov.b32 	%r2, 32;
# 	// begin inline asm
# 	mbarrier.init.shared.b64 [%rd24], %r2;
# 	// end inline asm
# $L__BB0_1:
# 	ld.param.b64 	%rd5, [k_param_1];
# 	ld.param.b64 	%rd4, [k_param_0];
# 	cvt.u32.u64 	%r3, %rd1;
# 	bar.sync 	0;
# 	setp.lt.u32 	%p2, %r3, 32;
# 	@%p2 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	shl.b32 	%r5, %r1, 1;
# 	cvt.u64.u32 	%rd8, %r5;
# 	sub.s64 	%rd9, %rd5, %rd8;
# 	min.u64 	%rd10, %rd9, 2;
# 	setp.gt.u64 	%p3, %rd5, %rd8;
# 	shl.b32 	%r6, %r1, 3;
# 	cvt.u64.u32 	%rd11, %r6;
# 	add.s64 	%rd7, %rd4, %rd11;
# 	mov.b64 	%rd12, k_shared;
# 	add.s64 	%rd6, %rd12, %rd11;
# 	cvt.u32.u64 	%r7, %rd10;
# 	shl.b32 	%r8, %r7, 2;
# 	selp.b32 	%r4, %r8, 0, %p3;
# 	// begin inline asm
# 	cp.async.ca.shared.global [%rd6], [%rd7], 8, %r4;
# 	// end inline asm
# $L__BB0_3:
# 	// begin inline asm
# 	cp.async.commit_group;
# 	// end inline asm
# 	setp.gt.u32 	%p4, %r3, 15;
# 	@%p4 bra 	$L__BB0_5;
# 	shl.b32 	%r10, %r1, 2;
# 	cvt.u64.u32 	%rd15, %r10;
# 	sub.s64 	%rd16, %rd5, %rd15;
# 	min.u64 	%rd17, %rd16, 4;
# 	setp.gt.u64 	%p5, %rd5, %rd15;
# 	shl.b32 	%r11, %r1, 4;
# 	cvt.u64.u32 	%rd18, %r11;
# 	add.s64 	%rd14, %rd4, %rd18;
# 	mov.b64 	%rd19, k_shared;
# 	add.s64 	%rd13, %rd19, %rd18;
# 	cvt.u32.u64 	%r12, %rd17;
# 	shl.b32 	%r13, %r12, 2;
# 	selp.b32 	%r9, %r13, 0, %p5;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd13], [%rd14], 16, %r9;
# 	// end inline asm
# $L__BB0_5:
# 	// begin inline asm
# 	cp.async.wait_group 0;
# 	// end inline asm
# 	// begin inline asm
# 	cp.async.wait_all;
# 	// end inline asm
# 	// begin inline asm
# 	mbarrier.arrive.shared.b64 %rd20, [%rd24];
# 	// end inline asm
# $L__BB0_6:
# 	// begin inline asm
# 	{
# 	.reg .pred p;
# 	mbarrier.test_wait.shared.b64 p, [%rd24], %rd20;
# 	selp.u32 %r14, 1, 0, p;
# 	}
# 	// end inline asm
# 	setp.eq.b32 	%p6, %r14, 0;
# 	@%p6 bra 	$L__BB0_6;
# $L__BB0_7:
# 	mov.b32 	%r16, 0;
# 	// begin inline asm
# 	{
# 	.reg .pred p;
# 	mbarrier.test_wait.parity.shared.b64 p, [%rd24], %r16;
# 	selp.u32 %r15, 1, 0, p;
# 	}
# 	// end inline asm
# 	setp.eq.b32 	%p7, %r15, 0;
# 	@%p7 bra 	$L__BB0_7;
# 	// begin inline asm
# 	{
# 	.reg .pred p;
# 	mbarrier.test_wait.shared.b64 p, [%rd24], %rd20;
# 	selp.u32 %r17, 1, 0, p;
# 	}
# 	// end inline asm
# 	setp.eq.b32 	%p8, %r17, 0;
# 	@%p8 bra 	$L__BB0_14;
# 	mov.b32 	%r19, 1;
# 	// begin inline asm
# 	{
# 	.reg .pred p;
# 	mbarrier.test_wait.parity.shared.b64 p, [%rd24], %r19;
# 	selp.u32 %r18, 1, 0, p;
# 	}
# 	// end inline asm
# 	setp.eq.b32 	%p9, %r18, 0;
# 	@%p9 bra 	$L__BB0_14;
# 	sub.s32 	%r20, 63, %r3;
# 	sub.s32 	%r21, 127, %r3;
# 	min.u32 	%r22, %r20, %r21;
# 	setp.lt.u32 	%p10, %r22, 64;
# 	mov.b32 	%r23, 0f00000000;
# 	@%p10 bra 	$L__BB0_11;
# 	bra.uni 	$L__BB0_12;
# $L__BB0_11:
# 	mul.wide.u32 	%rd21, %r22, 4;
# 	mov.b64 	%rd22, k_shared;
# 	add.s64 	%rd2, %rd22, %rd21;
# 	ld.shared.b32 	%r23, [%rd2];
# $L__BB0_12:
# 	setp.le.u64 	%p11, %rd5, %rd1;
# 	@%p11 bra 	$L__BB0_14;
# 	mul.wide.u32 	%rd23, %r1, 4;
# 	add.s64 	%rd3, %rd4, %rd23;
# 	st.global.b32 	[%rd3], %r23;
# $L__BB0_14:
# 	// begin inline asm
# 	mbarrier.inval.shared.b64 [%rd24];
# 	// end inline asm
# 	ret;
#
# }
