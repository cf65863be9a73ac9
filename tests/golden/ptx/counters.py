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
# 	.reg .b32 	%r<58>;
# 	.reg .b64 	%rd<2>;
#
# 	ld.param.b32 	%r1, [counts_param_1];
# 	setp.lt.s32 	%p1, %r1, 1;
# 	@%p1 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd1, [counts_param_2];
# 	ld.param.b32 	%r57, [counts_param_0];
# 	setp.lt.u32 	%p2, %r1, 8;
# 	@%p2 bra 	$L__BB0_5;
# 	and.b32 	%r55, %r1, 2147483640;
# $L__BB0_3:
# 	shl.b32 	%r2, %r57, 13;
# 	xor.b32 	%r3, %r2, %r57;
# 	shr.u32 	%r4, %r3, 17;
# 	xor.b32 	%r5, %r4, %r3;
# 	shl.b32 	%r6, %r5, 5;
# 	xor.b32 	%r7, %r6, %r5;
# 	shl.b32 	%r8, %r7, 13;
# 	xor.b32 	%r9, %r8, %r7;
# 	shr.u32 	%r10, %r9, 17;
# 	xor.b32 	%r11, %r10, %r9;
# 	shl.b32 	%r12, %r11, 5;
# 	xor.b32 	%r13, %r12, %r11;
# 	shl.b32 	%r14, %r13, 13;
# 	xor.b32 	%r15, %r14, %r13;
# 	shr.u32 	%r16, %r15, 17;
# 	xor.b32 	%r17, %r16, %r15;
# 	shl.b32 	%r18, %r17, 5;
# 	xor.b32 	%r19, %r18, %r17;
# 	shl.b32 	%r20, %r19, 13;
# 	xor.b32 	%r21, %r20, %r19;
# 	shr.u32 	%r22, %r21, 17;
# 	xor.b32 	%r23, %r22, %r21;
# 	shl.b32 	%r24, %r23, 5;
# 	xor.b32 	%r25, %r24, %r23;
# 	shl.b32 	%r26, %r25, 13;
# 	xor.b32 	%r27, %r26, %r25;
# 	shr.u32 	%r28, %r27, 17;
# 	xor.b32 	%r29, %r28, %r27;
# 	shl.b32 	%r30, %r29, 5;
# 	xor.b32 	%r31, %r30, %r29;
# 	shl.b32 	%r32, %r31, 13;
# 	xor.b32 	%r33, %r32, %r31;
# 	shr.u32 	%r34, %r33, 17;
# 	xor.b32 	%r35, %r34, %r33;
# 	shl.b32 	%r36, %r35, 5;
# 	xor.b32 	%r37, %r36, %r35;
# 	shl.b32 	%r38, %r37, 13;
# 	xor.b32 	%r39, %r38, %r37;
# 	shr.u32 	%r40, %r39, 17;
# 	xor.b32 	%r41, %r40, %r39;
# 	shl.b32 	%r42, %r41, 5;
# 	xor.b32 	%r43, %r42, %r41;
# 	shl.b32 	%r44, %r43, 13;
# 	xor.b32 	%r45, %r44, %r43;
# 	shr.u32 	%r46, %r45, 17;
# 	xor.b32 	%r47, %r46, %r45;
# 	shl.b32 	%r48, %r47, 5;
# 	xor.b32 	%r57, %r48, %r47;
# 	add.s32 	%r55, %r55, -8;
# 	setp.ne.b32 	%p3, %r55, 0;
# 	@%p3 bra 	$L__BB0_3;
# 	and.b32 	%r49, %r1, 7;
# 	setp.eq.b32 	%p4, %r49, 0;
# 	@%p4 bra 	$L__BB0_7;
# $L__BB0_5:
# 	and.b32 	%r56, %r1, 7;
# $L__BB0_6:
# 	.pragma "nounroll";
# 	shl.b32 	%r50, %r57, 13;
# 	xor.b32 	%r51, %r50, %r57;
# 	shr.u32 	%r52, %r51, 17;
# 	xor.b32 	%r53, %r52, %r51;
# 	shl.b32 	%r54, %r53, 5;
# 	xor.b32 	%r57, %r54, %r53;
# 	add.s32 	%r56, %r56, -1;
# 	setp.ne.b32 	%p5, %r56, 0;
# 	@%p5 bra 	$L__BB0_6;
# $L__BB0_7:
# 	st.global.b32 	[%rd1], %r57;
# $L__BB0_8:
# 	ret;
#
# }
