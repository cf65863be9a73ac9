# golden: --emit=ptx --arch=sm_90
import numpy as np
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    s = cuda.shared.array(64, np.float32, alignment=128)
    bar = cuda.shared.array(1, np.uint64)
    i = cuda.threadIdx.x
    if i == 0:
        cuda.mbarrier_init(bar, 0, 1)
        cuda.fence_mbarrier_init()
        cuda.mbarrier_arrive_expect_tx(bar, 0, 256)
        cuda.cp_async_bulk(s, 0, x, 0, 64, bar, 0)
    cuda.syncthreads()
    while not cuda.mbarrier_try_wait_parity(bar, 0, 0):
        pass
    x[i] = s[63 - i]

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 8.0
# // kernel k entry k source bulk_copies.py:7
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 264 dynamic no bounds guard typing python
# // end
# .version 8.0
# .target sm_90
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
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<11>;
# 	.reg .b64 	%rd<11>;
# 	// demoted variable
# 	.shared .align 128 .b8 k_shared[256];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[8];
# 	ld.param.b64 	%rd4, [k_param_1];
# 	ld.param.b64 	%rd7, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	setp.eq.b32 	%p1, %r1, 0;
# 	mov.b64 	%rd5, k_shared1;
# 	mov.b64 	%rd10, k_shared;
# 	@%p1 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_8:
# 	mov.b32 	%r2, 1;
# 	// begin inline asm
# 	mbarrier.init.shared.b64 [%rd5], %r2;
# 	// end inline asm
# 	// begin inline asm
# 	fence.mbarrier_init.release.cluster;
# 	fence.proxy.async.shared::cta;
# 	// end inline asm
# 	mov.b32 	%r3, 256;
# 	// begin inline asm
# 	mbarrier.arrive.expect_tx.shared.b64 %rd6, [%rd5], %r3;
# 	// end inline asm
# 	setp.lt.u64 	%p2, %rd4, 64;
# 	@%p2 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_10:
# 	// begin inline asm
# 	mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%rd5], %r3;
# 	// end inline asm
# 	bra.uni 	$L__BB0_1;
# $L__BB0_9:
# 	// begin inline asm
# 	cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%rd10], [%rd7], %r3, [%rd5];
# 	// end inline asm
# $L__BB0_1:
# 	cvt.u64.u32 	%rd1, %r1;
# 	bar.sync 	0;
# $L__BB0_2:
# 	mov.b32 	%r5, 0;
# 	// begin inline asm
# 	{
# 	.reg .pred p;
# 	mbarrier.try_wait.parity.shared.b64 p, [%rd5], %r5;
# 	selp.u32 %r4, 1, 0, p;
# 	}
# 	// end inline asm
# 	setp.eq.b32 	%p3, %r4, 0;
# 	@%p3 bra 	$L__BB0_2;
# 	cvt.u32.u64 	%r6, %rd1;
# 	sub.s32 	%r7, 63, %r6;
# 	sub.s32 	%r8, 127, %r6;
# 	min.u32 	%r9, %r7, %r8;
# 	setp.gt.u32 	%p4, %r9, 63;
# 	mov.b32 	%r10, 0f00000000;
# 	@%p4 bra 	$L__BB0_5;
# 	mul.wide.u32 	%rd8, %r9, 4;
# 	add.s64 	%rd2, %rd10, %rd8;
# 	ld.shared.b32 	%r10, [%rd2];
# $L__BB0_5:
# 	setp.le.u64 	%p5, %rd4, %rd1;
# 	@%p5 bra 	$L__BB0_7;
# 	mul.wide.u32 	%rd9, %r1, 4;
# 	add.s64 	%rd3, %rd7, %rd9;
# 	st.global.b32 	[%rd3], %r10;
# $L__BB0_7:
# 	ret;
#
# }
