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
# 	.reg .pred 	%p<7>;
# 	.reg .b32 	%r<26>;
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
# 	mov.b32 	%r25, 0f00000000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r25, [%rd2];
# $L__BB0_2:
# 	mov.b32 	%r6, 1;
# 	mov.b32 	%r7, -1;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r5|there, %r25, %r6, 0, %r7; @there add.rn.f32 %r5, %r5, %r25; }
# 	// end inline asm
# 	mov.b32 	%r9, 2;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r8|there, %r5, %r9, 0, %r7; @there add.rn.f32 %r8, %r8, %r5; }
# 	// end inline asm
# 	mov.b32 	%r11, 4;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r10|there, %r8, %r11, 0, %r7; @there add.rn.f32 %r10, %r10, %r8; }
# 	// end inline asm
# 	mov.b32 	%r13, 8;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r12|there, %r10, %r13, 0, %r7; @there add.rn.f32 %r12, %r12, %r10; }
# 	// end inline asm
# 	mov.b32 	%r14, 16;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r1|there, %r12, %r14, 0, %r7; @there add.rn.f32 %r1, %r1, %r12; }
# 	// end inline asm
# 	and.b64 	%rd3, %rd1, 31;
# 	shr.u64 	%rd4, %rd1, 5;
# 	shfl.sync.up.b32 	%r2, %r1, 1, 0, -1;
# 	setp.ne.b64 	%p2, %rd3, 31;
# 	mov.b64 	%rd10, __pyk2ptx_scratch;
# 	@%p2 bra 	$L__BB0_4;
# 	shl.b64 	%rd9, %rd4, 2;
# 	add.s64 	%rd5, %rd10, %rd9;
# 	st.shared.b32 	[%rd5], %r1;
# $L__BB0_4:
# 	bar.sync 	0;
# 	setp.ne.b64 	%p3, %rd3, 0;
# 	selp.b32 	%r17, 1, 0, %p3;
# 	mul.wide.u32 	%rd11, %r17, 4;
# 	add.s64 	%rd12, %rd10, %rd11;
# 	ld.shared.b32 	%r16, [%rd12];
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r15|there, %r16, %r6, 0, %r7; @there add.rn.f32 %r15, %r15, %r16; }
# 	// end inline asm
# 	shfl.sync.idx.b32 	%r3, %r15, 0, 31, -1;
# 	shfl.sync.idx.b32 	%r18, %r15, 1, 31, -1;
# 	bar.sync 	0;
# 	@%p1 bra 	$L__BB0_6;
# 	cvt.u32.u64 	%r19, %rd1;
# 	setp.eq.b32 	%p4, %r19, 0;
# 	setp.eq.b64 	%p5, %rd4, 0;
# 	setp.eq.b64 	%p6, %rd3, 0;
# 	add.rn.f32 	%r20, %r2, %r3;
# 	selp.f32 	%r21, %r3, %r20, %p6;
# 	selp.f32 	%r22, %r2, %r21, %p5;
# 	add.rn.f32 	%r23, %r25, %r22;
# 	selp.f32 	%r24, %r25, %r23, %p4;
# 	st.global.b32 	[%rd2], %r24;
# $L__BB0_6:
# 	ret;
#
# }
