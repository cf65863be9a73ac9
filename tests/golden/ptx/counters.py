# golden: --emit=ptx --arch=sm_90 --bounds=none
# A counter of 64 bits that only counts fits in 32; one that is an offset stays
# as it is.
from numba import cuda, uint32


@cuda.jit("void(uint32, int32, uint32[::1])")
def counts(state, n, out):
    for _ in range(n):
        state = uint32(state ^ (state << 13))
        state = uint32(state ^ (state >> 17))
        state = uint32(state ^ (state << 5))
        out[0] = state

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel counts entry counts source counters.py:8
# // arg state scalar uint32
# // arg n scalar int32
# // arg out array uint32 ndim 1 layout C
# // param state value u32 offset 0 size 4
# // param n value i32 offset 4 size 4
# // param out ptr ptr offset 8 size 8
# // param out shape0 i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	counts
#
# .visible .entry counts(
# 	.param .u32 counts_param_0,
# 	.param .u32 counts_param_1,
# 	.param .u64 .ptr .global .align 4 counts_param_2,
# 	.param .u64 counts_param_3
# )
# {
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<59>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b32 	%r3, [counts_param_1];
# 	setp.lt.s32 	%p1, %r3, 1;
# 	@%p1 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd1, [counts_param_2];
# 	ld.param.b32 	%r58, [counts_param_0];
# 	and.b32 	%r1, %r3, 7;
# 	setp.lt.u32 	%p2, %r3, 8;
# 	@%p2 bra 	$L__BB0_5;
# 	and.b32 	%r2, %r3, 2147483640;
# 	mov.b32 	%r56, 0;
# $L__BB0_3:
# 	shl.b32 	%r4, %r58, 13;
# 	xor.b32 	%r5, %r4, %r58;
# 	shr.u32 	%r6, %r5, 17;
# 	xor.b32 	%r7, %r6, %r5;
# 	shl.b32 	%r8, %r7, 5;
# 	xor.b32 	%r9, %r8, %r7;
# 	shl.b32 	%r10, %r9, 13;
# 	xor.b32 	%r11, %r10, %r9;
# 	shr.u32 	%r12, %r11, 17;
# 	xor.b32 	%r13, %r12, %r11;
# 	shl.b32 	%r14, %r13, 5;
# 	xor.b32 	%r15, %r14, %r13;
# 	shl.b32 	%r16, %r15, 13;
# 	xor.b32 	%r17, %r16, %r15;
# 	shr.u32 	%r18, %r17, 17;
# 	xor.b32 	%r19, %r18, %r17;
# 	shl.b32 	%r20, %r19, 5;
# 	xor.b32 	%r21, %r20, %r19;
# 	shl.b32 	%r22, %r21, 13;
# 	xor.b32 	%r23, %r22, %r21;
# 	shr.u32 	%r24, %r23, 17;
# 	xor.b32 	%r25, %r24, %r23;
# 	shl.b32 	%r26, %r25, 5;
# 	xor.b32 	%r27, %r26, %r25;
# 	shl.b32 	%r28, %r27, 13;
# 	xor.b32 	%r29, %r28, %r27;
# 	shr.u32 	%r30, %r29, 17;
# 	xor.b32 	%r31, %r30, %r29;
# 	shl.b32 	%r32, %r31, 5;
# 	xor.b32 	%r33, %r32, %r31;
# 	shl.b32 	%r34, %r33, 13;
# 	xor.b32 	%r35, %r34, %r33;
# 	shr.u32 	%r36, %r35, 17;
# 	xor.b32 	%r37, %r36, %r35;
# 	shl.b32 	%r38, %r37, 5;
# 	xor.b32 	%r39, %r38, %r37;
# 	shl.b32 	%r40, %r39, 13;
# 	xor.b32 	%r41, %r40, %r39;
# 	shr.u32 	%r42, %r41, 17;
# 	xor.b32 	%r43, %r42, %r41;
# 	shl.b32 	%r44, %r43, 5;
# 	xor.b32 	%r45, %r44, %r43;
# 	shl.b32 	%r46, %r45, 13;
# 	xor.b32 	%r47, %r46, %r45;
# 	shr.u32 	%r48, %r47, 17;
# 	xor.b32 	%r49, %r48, %r47;
# 	shl.b32 	%r50, %r49, 5;
# 	xor.b32 	%r58, %r50, %r49;
# 	add.s32 	%r56, %r56, 8;
# 	setp.ne.b32 	%p3, %r56, %r2;
# 	@%p3 bra 	$L__BB0_3;
# 	setp.eq.b32 	%p4, %r1, 0;
# 	@%p4 bra 	$L__BB0_7;
# $L__BB0_5:
# 	mov.b32 	%r57, 0;
# $L__BB0_6:
# 	.pragma "nounroll";
# 	shl.b32 	%r51, %r58, 13;
# 	xor.b32 	%r52, %r51, %r58;
# 	shr.u32 	%r53, %r52, 17;
# 	xor.b32 	%r54, %r53, %r52;
# 	shl.b32 	%r55, %r54, 5;
# 	xor.b32 	%r58, %r55, %r54;
# 	add.s32 	%r57, %r57, 1;
# 	setp.ne.b32 	%p5, %r57, %r1;
# 	@%p5 bra 	$L__BB0_6;
# $L__BB0_7:
# 	st.global.b32 	[%rd1], %r58;
# $L__BB0_8:
# 	ret;
#
# }
