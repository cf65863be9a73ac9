# golden: --emit=ptx --arch=sm_80 --facts=block=64
from numba import cuda
from cuda import coop


@cuda.jit("void(float32[::1])")
def k(x):
    block = coop.this_block()
    i = block.rank()
    x[i] = coop.inclusive_sum(block, x[i])

# === --emit=ptx --arch=sm_80 --facts=block=64
# // pyk2ptx abi 1
# // target sm_80 ptx 7.0
# // kernel k entry k source coop_scan_block.py:7
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 128 dynamic no bounds guard typing python
# // launch threads 64
# // launch asks
# // end
# .version 7.0
# .target sm_80
# .address_size 64
#
# 	// .globl	k
# // __pyk2ptx_scratch has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# .reqntid 64, 1, 1
# {
# 	.reg .pred 	%p<11>;
# 	.reg .b32 	%r<32>;
# 	.reg .b64 	%rd<13>;
# 	// demoted variable
# 	.shared .align 16 .b8 __pyk2ptx_scratch[128];
# 	ld.param.b64 	%rd6, [k_param_1];
# 	ld.param.b64 	%rd7, [k_param_0];
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd1, %r4;
# 	setp.le.u64 	%p1, %rd6, %rd1;
# 	mul.wide.u32 	%rd8, %r4, 4;
# 	add.s64 	%rd2, %rd7, %rd8;
# 	mov.b32 	%r31, 0f00000000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r31, [%rd2];
# $L__BB0_2:
# 	and.b64 	%rd3, %rd1, 31;
# 	shfl.sync.up.b32 	%r5, %r31, 1, 0, -1;
# 	setp.eq.b64 	%p2, %rd3, 0;
# 	add.rn.f32 	%r6, %r31, %r5;
# 	selp.f32 	%r7, %r31, %r6, %p2;
# 	shfl.sync.up.b32 	%r8, %r7, 2, 0, -1;
# 	setp.lt.u64 	%p3, %rd3, 2;
# 	add.rn.f32 	%r9, %r7, %r8;
# 	selp.f32 	%r10, %r7, %r9, %p3;
# 	shfl.sync.up.b32 	%r11, %r10, 4, 0, -1;
# 	setp.lt.u64 	%p4, %rd3, 4;
# 	add.rn.f32 	%r12, %r10, %r11;
# 	selp.f32 	%r13, %r10, %r12, %p4;
# 	shfl.sync.up.b32 	%r14, %r13, 8, 0, -1;
# 	setp.lt.u64 	%p5, %rd3, 8;
# 	add.rn.f32 	%r15, %r13, %r14;
# 	selp.f32 	%r16, %r13, %r15, %p5;
# 	shfl.sync.up.b32 	%r17, %r16, 16, 0, -1;
# 	setp.lt.u64 	%p6, %rd3, 16;
# 	add.rn.f32 	%r1, %r16, %r17;
# 	selp.f32 	%r18, %r16, %r1, %p6;
# 	shfl.sync.up.b32 	%r2, %r18, 1, 0, -1;
# 	shr.u64 	%rd4, %rd1, 5;
# 	setp.ne.b64 	%p7, %rd3, 31;
# 	mov.b64 	%rd10, __pyk2ptx_scratch;
# 	@%p7 bra 	$L__BB0_4;
# 	shl.b64 	%rd9, %rd4, 2;
# 	add.s64 	%rd5, %rd10, %rd9;
# 	st.shared.b32 	[%rd5], %r1;
# $L__BB0_4:
# 	bar.sync 	0;
# 	setp.ne.b64 	%p8, %rd3, 0;
# 	selp.b32 	%r19, 1, 0, %p8;
# 	mul.wide.u32 	%rd11, %r19, 4;
# 	add.s64 	%rd12, %rd10, %rd11;
# 	ld.shared.b32 	%r20, [%rd12];
# 	shfl.sync.up.b32 	%r21, %r20, 1, 0, -1;
# 	add.rn.f32 	%r22, %r20, %r21;
# 	selp.f32 	%r23, %r20, %r22, %p2;
# 	shfl.sync.idx.b32 	%r24, %r23, 1, 31, -1;
# 	shfl.sync.idx.b32 	%r3, %r23, 0, 31, -1;
# 	bar.sync 	0;
# 	@%p1 bra 	$L__BB0_6;
# 	cvt.u32.u64 	%r25, %rd1;
# 	setp.eq.b32 	%p9, %r25, 0;
# 	setp.eq.b64 	%p10, %rd4, 0;
# 	add.rn.f32 	%r26, %r2, %r3;
# 	selp.f32 	%r27, %r3, %r26, %p2;
# 	selp.f32 	%r28, %r2, %r27, %p10;
# 	add.rn.f32 	%r29, %r31, %r28;
# 	selp.f32 	%r30, %r31, %r29, %p9;
# 	st.global.b32 	[%rd2], %r30;
# $L__BB0_6:
# 	ret;
#
# }
