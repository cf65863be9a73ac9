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
# // launch block 64 1 1
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
# 	.reg .b32 	%r<28>;
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
# 	mov.b32 	%r27, 0f00000000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r27, [%rd2];
# $L__BB0_2:
# 	mov.b32 	%r8, 1;
# 	mov.b32 	%r9, -1;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r7|there, %r27, %r8, 0, %r9; @there add.rn.f32 %r7, %r7, %r27; }
# 	// end inline asm
# 	mov.b32 	%r11, 2;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r10|there, %r7, %r11, 0, %r9; @there add.rn.f32 %r10, %r10, %r7; }
# 	// end inline asm
# 	mov.b32 	%r13, 4;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r12|there, %r10, %r13, 0, %r9; @there add.rn.f32 %r12, %r12, %r10; }
# 	// end inline asm
# 	mov.b32 	%r15, 8;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r14|there, %r12, %r15, 0, %r9; @there add.rn.f32 %r14, %r14, %r12; }
# 	// end inline asm
# 	mov.b32 	%r16, 16;
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r2|there, %r14, %r16, 0, %r9; @there add.rn.f32 %r2, %r2, %r14; }
# 	// end inline asm
# 	and.b32 	%r3, %r1, 31;
# 	shr.u32 	%r4, %r1, 5;
# 	shfl.sync.up.b32 	%r5, %r2, 1, 0, -1;
# 	setp.ne.b32 	%p2, %r3, 31;
# 	mov.b64 	%rd8, __pyk2ptx_scratch;
# 	@%p2 bra 	$L__BB0_4;
# 	mul.wide.u32 	%rd7, %r4, 4;
# 	add.s64 	%rd3, %rd8, %rd7;
# 	st.shared.b32 	[%rd3], %r2;
# $L__BB0_4:
# 	bar.sync 	0;
# 	setp.ne.b32 	%p3, %r3, 0;
# 	selp.b32 	%r19, 1, 0, %p3;
# 	mul.wide.u32 	%rd9, %r19, 4;
# 	add.s64 	%rd10, %rd8, %rd9;
# 	ld.shared.b32 	%r18, [%rd10];
# 	// begin inline asm
# 	{ .reg .pred there; shfl.sync.up.b32 %r17|there, %r18, %r8, 0, %r9; @there add.rn.f32 %r17, %r17, %r18; }
# 	// end inline asm
# 	shfl.sync.idx.b32 	%r6, %r17, 0, 31, -1;
# 	shfl.sync.idx.b32 	%r20, %r17, 1, 31, -1;
# 	bar.sync 	0;
# 	@%p1 bra 	$L__BB0_6;
# 	cvt.u32.u64 	%r21, %rd1;
# 	setp.eq.b32 	%p4, %r21, 0;
# 	setp.eq.b32 	%p5, %r4, 0;
# 	setp.eq.b32 	%p6, %r3, 0;
# 	add.rn.f32 	%r22, %r5, %r6;
# 	selp.f32 	%r23, %r6, %r22, %p6;
# 	selp.f32 	%r24, %r5, %r23, %p5;
# 	add.rn.f32 	%r25, %r27, %r24;
# 	selp.f32 	%r26, %r27, %r25, %p4;
# 	st.global.b32 	[%rd2], %r26;
# $L__BB0_6:
# 	ret;
#
# }
