# golden: --emit=ptx --arch=sm_90
import numba
from numba import cuda
from cuda import coop

total = coop.block.make_sum(numba.int32, threads_per_block=128, items_per_thread=2)


@cuda.jit("void(int32[::1], int32[::1])", launch_bounds=128)
def k(x, y):
    items = coop.ThreadData(2)
    coop.load(coop.this_block(), x, items, "striped")
    whole = total(items)
    if cuda.threadIdx.x == 0:
        y[0] = whole

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel k entry k source coop_block_sum.py:10
# // arg x array int32 ndim 1 layout C
# // arg y array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // facts params 32 shared 128 dynamic no bounds guard typing python
# // launch threads 128
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	k
# // __pyk2ptx_scratch has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 4 k_param_2,
# 	.param .u64 k_param_3
# )
# .maxntid 128
# {
# 	.reg .pred 	%p<8>;
# 	.reg .b32 	%r<26>;
# 	.reg .b64 	%rd<16>;
# 	// demoted variable
# 	.shared .align 16 .b8 __pyk2ptx_scratch[128];
# 	ld.param.b64 	%rd4, [k_param_0];
# 	ld.param.b64 	%rd7, [k_param_1];
# 	mov.u32 	%r5, %ntid.x;
# 	mov.u32 	%r6, %ntid.y;
# 	mul.lo.s32 	%r7, %r5, %r6;
# 	mov.u32 	%r8, %ntid.z;
# 	mul.lo.s32 	%r2, %r7, %r8;
# 	mov.u32 	%r9, %tid.z;
# 	mov.u32 	%r10, %tid.y;
# 	mad.lo.s32 	%r11, %r9, %r6, %r10;
# 	mov.u32 	%r3, %tid.x;
# 	mad.lo.s32 	%r4, %r11, %r5, %r3;
# 	add.s32 	%r12, %r4, %r2;
# 	cvt.u64.u32 	%rd8, %r12;
# 	setp.lt.u64 	%p1, %rd8, %rd7;
# 	@%p1 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_10:
# 	mul.wide.u32 	%rd10, %r4, 4;
# 	add.s64 	%rd11, %rd4, %rd10;
# 	ld.global.b32 	%r24, [%rd11];
# 	mul.wide.u32 	%rd12, %r2, 4;
# 	add.s64 	%rd13, %rd11, %rd12;
# 	ld.global.b32 	%r23, [%rd13];
# 	bra.uni 	$L__BB0_3;
# $L__BB0_1:
# 	cvt.u32.u64 	%r1, %rd7;
# 	setp.gt.u32 	%p2, %r1, %r4;
# 	mov.b32 	%r23, 0;
# 	mov.b32 	%r24, %r23;
# 	@%p2 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	mul.wide.u32 	%rd9, %r4, 4;
# 	add.s64 	%rd2, %rd4, %rd9;
# 	ld.global.b32 	%r24, [%rd2];
# $L__BB0_3:
# 	cvt.u64.u32 	%rd1, %r4;
# 	add.s32 	%r13, %r23, %r24;
# 	mov.b32 	%r14, -1;
# 	redux.sync.add.s32 	%r25, %r13, %r14;
# 	and.b32 	%r15, %r4, 31;
# 	setp.ne.b32 	%p3, %r15, 0;
# 	@%p3 bra 	$L__BB0_5;
# 	shr.u32 	%r16, %r4, 3;
# 	cvt.u64.u32 	%rd14, %r16;
# 	mov.b64 	%rd15, __pyk2ptx_scratch;
# 	add.s64 	%rd3, %rd15, %rd14;
# 	st.shared.b32 	[%rd3], %r25;
# $L__BB0_5:
# 	ld.param.b64 	%rd6, [k_param_3];
# 	cvt.u32.u64 	%r17, %rd1;
# 	bar.sync 	0;
# 	setp.ne.b32 	%p4, %r17, 0;
# 	@%p4 bra 	$L__BB0_7;
# 	ld.shared.b32 	%r18, [__pyk2ptx_scratch+4];
# 	add.s32 	%r19, %r18, %r25;
# 	ld.shared.v2.b32 	{%r20, %r21}, [__pyk2ptx_scratch+8];
# 	add.s32 	%r22, %r20, %r19;
# 	add.s32 	%r25, %r21, %r22;
# $L__BB0_7:
# 	bar.sync 	0;
# 	setp.eq.b32 	%p5, %r3, 0;
# 	setp.ne.b64 	%p6, %rd6, 0;
# 	and.pred 	%p7, %p5, %p6;
# 	@%p7 bra 	$L__BB0_9;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_9:
# 	ld.param.b64 	%rd5, [k_param_2];
# 	st.global.b32 	[%rd5], %r25;
# $L__BB0_8:
# 	ret;
#
# }
