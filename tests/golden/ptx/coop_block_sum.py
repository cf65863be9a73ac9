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
# 	.reg .b32 	%r<25>;
# 	.reg .b64 	%rd<14>;
# 	// demoted variable
# 	.shared .align 16 .b8 __pyk2ptx_scratch[128];
# 	ld.param.b64 	%rd5, [k_param_1];
# 	ld.param.b64 	%rd8, [k_param_0];
# 	mov.u32 	%r4, %ntid.x;
# 	mov.u32 	%r5, %ntid.y;
# 	mul.lo.s32 	%r6, %r4, %r5;
# 	mov.u32 	%r7, %ntid.z;
# 	mul.lo.s32 	%r1, %r6, %r7;
# 	mov.u32 	%r8, %tid.z;
# 	mov.u32 	%r9, %tid.y;
# 	mad.lo.s32 	%r10, %r8, %r5, %r9;
# 	mov.u32 	%r2, %tid.x;
# 	mad.lo.s32 	%r3, %r10, %r4, %r2;
# 	cvt.u64.u32 	%rd1, %r3;
# 	setp.le.u64 	%p1, %rd5, %rd1;
# 	mul.wide.u32 	%rd9, %r3, 4;
# 	add.s64 	%rd2, %rd8, %rd9;
# 	mov.b32 	%r23, 0;
# 	mov.b32 	%r22, %r23;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r22, [%rd2];
# $L__BB0_2:
# 	cvt.u32.u64 	%r11, %rd1;
# 	add.s32 	%r12, %r1, %r11;
# 	cvt.u64.u32 	%rd10, %r12;
# 	setp.le.u64 	%p2, %rd5, %rd10;
# 	@%p2 bra 	$L__BB0_4;
# 	mul.wide.u32 	%rd11, %r1, 4;
# 	add.s64 	%rd3, %rd2, %rd11;
# 	ld.global.b32 	%r23, [%rd3];
# $L__BB0_4:
# 	add.s32 	%r13, %r23, %r22;
# 	mov.b32 	%r14, -1;
# 	redux.sync.add.s32 	%r24, %r13, %r14;
# 	and.b32 	%r15, %r3, 31;
# 	setp.ne.b32 	%p3, %r15, 0;
# 	@%p3 bra 	$L__BB0_6;
# 	shr.u32 	%r16, %r3, 3;
# 	cvt.u64.u32 	%rd12, %r16;
# 	mov.b64 	%rd13, __pyk2ptx_scratch;
# 	add.s64 	%rd4, %rd13, %rd12;
# 	st.shared.b32 	[%rd4], %r24;
# $L__BB0_6:
# 	ld.param.b64 	%rd7, [k_param_3];
# 	bar.sync 	0;
# 	setp.ne.b32 	%p4, %r11, 0;
# 	@%p4 bra 	$L__BB0_8;
# 	ld.shared.b32 	%r17, [__pyk2ptx_scratch+4];
# 	add.s32 	%r18, %r17, %r24;
# 	ld.shared.v2.b32 	{%r19, %r20}, [__pyk2ptx_scratch+8];
# 	add.s32 	%r21, %r19, %r18;
# 	add.s32 	%r24, %r20, %r21;
# $L__BB0_8:
# 	bar.sync 	0;
# 	setp.eq.b32 	%p5, %r2, 0;
# 	setp.ne.b64 	%p6, %rd7, 0;
# 	and.pred 	%p7, %p5, %p6;
# 	@%p7 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_10:
# 	ld.param.b64 	%rd6, [k_param_2];
# 	st.global.b32 	[%rd6], %r24;
# $L__BB0_9:
# 	ret;
#
# }
