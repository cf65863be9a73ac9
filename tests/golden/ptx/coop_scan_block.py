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
# 	.reg .b32 	%r<34>;
# 	.reg .b64 	%rd<11>;
# 	// demoted variable
# 	.shared .align 16 .b8 __pyk2ptx_scratch[128];
# 	ld.param.b64 	%rd4, [k_param_1];
# 	ld.param.b64 	%rd5, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd4, %rd1;
# 	mul.wide.u32 	%rd6, %r1, 4;
# 	add.s64 	%rd2, %rd5, %rd6;
# 	mov.b32 	%r33, 0f00000000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r33, [%rd2];
# $L__BB0_2:
# 	and.b32 	%r2, %r1, 31;
# 	shfl.sync.up.b32 	%r7, %r33, 1, 0, -1;
# 	setp.eq.b32 	%p2, %r2, 0;
# 	add.rn.f32 	%r8, %r33, %r7;
# 	selp.f32 	%r9, %r33, %r8, %p2;
# 	shfl.sync.up.b32 	%r10, %r9, 2, 0, -1;
# 	setp.lt.u32 	%p3, %r2, 2;
# 	add.rn.f32 	%r11, %r9, %r10;
# 	selp.f32 	%r12, %r9, %r11, %p3;
# 	shfl.sync.up.b32 	%r13, %r12, 4, 0, -1;
# 	setp.lt.u32 	%p4, %r2, 4;
# 	add.rn.f32 	%r14, %r12, %r13;
# 	selp.f32 	%r15, %r12, %r14, %p4;
# 	shfl.sync.up.b32 	%r16, %r15, 8, 0, -1;
# 	setp.lt.u32 	%p5, %r2, 8;
# 	add.rn.f32 	%r17, %r15, %r16;
# 	selp.f32 	%r18, %r15, %r17, %p5;
# 	shfl.sync.up.b32 	%r19, %r18, 16, 0, -1;
# 	setp.lt.u32 	%p6, %r2, 16;
# 	add.rn.f32 	%r3, %r18, %r19;
# 	selp.f32 	%r20, %r18, %r3, %p6;
# 	shfl.sync.up.b32 	%r4, %r20, 1, 0, -1;
# 	shr.u32 	%r5, %r1, 5;
# 	setp.ne.b32 	%p7, %r2, 31;
# 	mov.b64 	%rd8, __pyk2ptx_scratch;
# 	@%p7 bra 	$L__BB0_4;
# 	mul.wide.u32 	%rd7, %r5, 4;
# 	add.s64 	%rd3, %rd8, %rd7;
# 	st.shared.b32 	[%rd3], %r3;
# $L__BB0_4:
# 	bar.sync 	0;
# 	setp.ne.b32 	%p8, %r2, 0;
# 	selp.b32 	%r21, 1, 0, %p8;
# 	mul.wide.u32 	%rd9, %r21, 4;
# 	add.s64 	%rd10, %rd8, %rd9;
# 	ld.shared.b32 	%r22, [%rd10];
# 	shfl.sync.up.b32 	%r23, %r22, 1, 0, -1;
# 	add.rn.f32 	%r24, %r22, %r23;
# 	selp.f32 	%r25, %r22, %r24, %p2;
# 	shfl.sync.idx.b32 	%r26, %r25, 1, 31, -1;
# 	shfl.sync.idx.b32 	%r6, %r25, 0, 31, -1;
# 	bar.sync 	0;
# 	@%p1 bra 	$L__BB0_6;
# 	cvt.u32.u64 	%r27, %rd1;
# 	setp.eq.b32 	%p9, %r27, 0;
# 	setp.eq.b32 	%p10, %r5, 0;
# 	add.rn.f32 	%r28, %r4, %r6;
# 	selp.f32 	%r29, %r6, %r28, %p2;
# 	selp.f32 	%r30, %r4, %r29, %p10;
# 	add.rn.f32 	%r31, %r33, %r30;
# 	selp.f32 	%r32, %r33, %r31, %p9;
# 	st.global.b32 	[%rd2], %r32;
# $L__BB0_6:
# 	ret;
#
# }
