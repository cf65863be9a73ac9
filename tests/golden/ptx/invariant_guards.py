# golden: --emit=ptx --arch=sm_90 --passes=-inline-functions,-small-copies
# Guards that no iteration changes are tested before the loop, also where they
# come from a function; then the element stays in registers.
from numba import cuda, uint32


@cuda.jit(device=True)
def step(states, i):
    state = states[i]
    state ^= state << uint32(13)
    states[i] = state
    return state


@cuda.jit("void(uint32[::1], int32, uint32[::1])")
def draws(states, n, out):
    i = cuda.grid(1)
    if i < out.size:
        total = uint32(0)
        for _ in range(n):
            total += step(states, i) ^ step(states, i)
        out[i] = total


@cuda.jit("void(uint32[::1], int32, uint32[::1])")
def meeting(states, n, out):
    # Threads meet in this one: none gets a copy without guards.
    i = cuda.grid(1)
    total = uint32(0)
    for _ in range(n):
        total += step(states, i)
        cuda.syncthreads()
    if i < out.size:
        out[i] = total

# === --emit=ptx --arch=sm_90 --passes=-inline-functions,-small-copies
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel draws entry draws source invariant_guards.py:16
# // arg states array uint32 ndim 1 layout C
# // arg n scalar int32
# // arg out array uint32 ndim 1 layout C
# // param states ptr ptr offset 0 size 8
# // param states shape0 i64 offset 8 size 8
# // param n value i32 offset 16 size 4
# // param out ptr ptr offset 24 size 8
# // param out shape0 i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds guard typing python
# // kernel meeting entry meeting source invariant_guards.py:26
# // arg states array uint32 ndim 1 layout C
# // arg n scalar int32
# // arg out array uint32 ndim 1 layout C
# // param states ptr ptr offset 0 size 8
# // param states shape0 i64 offset 8 size 8
# // param n value i32 offset 16 size 4
# // param out ptr ptr offset 24 size 8
# // param out shape0 i64 offset 32 size 8
# // facts params 40 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	draws
#
# .visible .entry draws(
# 	.param .u64 .ptr .global .align 4 draws_param_0,
# 	.param .u64 draws_param_1,
# 	.param .u32 draws_param_2,
# 	.param .u64 .ptr .global .align 4 draws_param_3,
# 	.param .u64 draws_param_4
# )
# {
# 	.reg .pred 	%p<9>;
# 	.reg .b32 	%r<52>;
# 	.reg .b64 	%rd<11>;
#
# 	mov.u32 	%r4, %ctaid.x;
# 	mov.u32 	%r5, %ntid.x;
# 	ld.param.b64 	%rd5, [draws_param_4];
# 	mul.wide.u32 	%rd6, %r4, %r5;
# 	mov.u32 	%r6, %tid.x;
# 	cvt.u64.u32 	%rd7, %r6;
# 	add.s64 	%rd8, %rd6, %rd7;
# 	setp.ge.u64 	%p1, %rd8, %rd5;
# 	@%p1 bra 	$L__BB0_9;
# 	ld.param.b64 	%rd4, [draws_param_3];
# 	ld.param.b32 	%r3, [draws_param_2];
# 	ld.param.b64 	%rd3, [draws_param_1];
# 	setp.ge.u64 	%p2, %rd8, %rd3;
# 	setp.lt.s32 	%p3, %r3, 1;
# 	mov.b32 	%r51, 0;
# 	or.pred 	%p4, %p2, %p3;
# 	shl.b64 	%rd10, %rd8, 2;
# 	@%p4 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd2, [draws_param_0];
# 	add.s64 	%rd1, %rd2, %rd10;
# 	ld.global.b32 	%r50, [%rd1];
# 	and.b32 	%r1, %r3, 7;
# 	setp.lt.u32 	%p5, %r3, 8;
# 	mov.b32 	%r49, 0;
# 	mov.b32 	%r51, %r49;
# 	@%p5 bra 	$L__BB0_6;
# 	and.b32 	%r2, %r3, 2147483640;
# 	mov.b32 	%r51, 0;
# 	mov.b32 	%r48, %r51;
# $L__BB0_4:
# 	.pragma "nounroll";
# 	shl.b32 	%r7, %r50, 13;
# 	xor.b32 	%r8, %r7, %r50;
# 	shl.b32 	%r9, %r8, 13;
# 	xor.b32 	%r10, %r9, %r8;
# 	add.s32 	%r11, %r9, %r51;
# 	shl.b32 	%r12, %r10, 13;
# 	xor.b32 	%r13, %r12, %r10;
# 	shl.b32 	%r14, %r13, 13;
# 	xor.b32 	%r15, %r14, %r13;
# 	add.s32 	%r16, %r14, %r11;
# 	shl.b32 	%r17, %r15, 13;
# 	xor.b32 	%r18, %r17, %r15;
# 	shl.b32 	%r19, %r18, 13;
# 	xor.b32 	%r20, %r19, %r18;
# 	add.s32 	%r21, %r19, %r16;
# 	shl.b32 	%r22, %r20, 13;
# 	xor.b32 	%r23, %r22, %r20;
# 	shl.b32 	%r24, %r23, 13;
# 	xor.b32 	%r25, %r24, %r23;
# 	add.s32 	%r26, %r24, %r21;
# 	shl.b32 	%r27, %r25, 13;
# 	xor.b32 	%r28, %r27, %r25;
# 	shl.b32 	%r29, %r28, 13;
# 	xor.b32 	%r30, %r29, %r28;
# 	add.s32 	%r31, %r29, %r26;
# 	shl.b32 	%r32, %r30, 13;
# 	xor.b32 	%r33, %r32, %r30;
# 	shl.b32 	%r34, %r33, 13;
# 	xor.b32 	%r35, %r34, %r33;
# 	add.s32 	%r36, %r34, %r31;
# 	shl.b32 	%r37, %r35, 13;
# 	xor.b32 	%r38, %r37, %r35;
# 	shl.b32 	%r39, %r38, 13;
# 	xor.b32 	%r40, %r39, %r38;
# 	add.s32 	%r41, %r39, %r36;
# 	shl.b32 	%r42, %r40, 13;
# 	xor.b32 	%r43, %r42, %r40;
# 	shl.b32 	%r44, %r43, 13;
# 	xor.b32 	%r50, %r44, %r43;
# 	add.s32 	%r51, %r44, %r41;
# 	add.s32 	%r48, %r48, 8;
# 	setp.ne.b32 	%p6, %r48, %r2;
# 	@%p6 bra 	$L__BB0_4;
# 	setp.eq.b32 	%p7, %r1, 0;
# 	@%p7 bra 	$L__BB0_7;
# $L__BB0_6:
# 	.pragma "nounroll";
# 	shl.b32 	%r45, %r50, 13;
# 	xor.b32 	%r46, %r45, %r50;
# 	shl.b32 	%r47, %r46, 13;
# 	xor.b32 	%r50, %r47, %r46;
# 	add.s32 	%r51, %r47, %r51;
# 	add.s32 	%r49, %r49, 1;
# 	setp.ne.b32 	%p8, %r49, %r1;
# 	@%p8 bra 	$L__BB0_6;
# $L__BB0_7:
# 	st.global.b32 	[%rd1], %r50;
# $L__BB0_8:
# 	add.s64 	%rd9, %rd4, %rd10;
# 	st.global.b32 	[%rd9], %r51;
# $L__BB0_9:
# 	ret;
#
# }
# 	// .globl	meeting
# .visible .entry meeting(
# 	.param .u64 .ptr .global .align 4 meeting_param_0,
# 	.param .u64 meeting_param_1,
# 	.param .u32 meeting_param_2,
# 	.param .u64 .ptr .global .align 4 meeting_param_3,
# 	.param .u64 meeting_param_4
# )
# {
# 	.reg .pred 	%p<8>;
# 	.reg .b32 	%r<29>;
# 	.reg .b64 	%rd<11>;
#
# 	ld.param.b64 	%rd7, [meeting_param_4];
# 	ld.param.b32 	%r11, [meeting_param_2];
# 	mov.u32 	%r12, %ctaid.x;
# 	mov.u32 	%r13, %ntid.x;
# 	mul.wide.u32 	%rd8, %r12, %r13;
# 	mov.u32 	%r14, %tid.x;
# 	cvt.u64.u32 	%rd9, %r14;
# 	add.s64 	%rd1, %rd8, %rd9;
# 	setp.lt.s32 	%p1, %r11, 1;
# 	mov.b32 	%r28, 0;
# 	shl.b64 	%rd10, %rd1, 2;
# 	@%p1 bra 	$L__BB1_26;
# 	ld.param.b64 	%rd5, [meeting_param_1];
# 	ld.param.b64 	%rd4, [meeting_param_0];
# 	add.s64 	%rd2, %rd4, %rd10;
# 	and.b32 	%r1, %r11, 3;
# 	setp.lt.u32 	%p2, %r11, 4;
# 	mov.b32 	%r26, 0;
# 	setp.ge.u64 	%p7, %rd1, %rd5;
# 	mov.b32 	%r28, %r26;
# 	@%p2 bra 	$L__BB1_21;
# 	and.b32 	%r2, %r11, 2147483644;
# 	mov.b32 	%r15, 0;
# 	mov.b32 	%r28, %r15;
# 	mov.b32 	%r21, %r15;
# 	bra.uni 	$L__BB1_3;
# $L__BB1_19:
# 	add.s32 	%r28, %r9, %r8;
# 	bar.sync 	0;
# 	add.s32 	%r21, %r21, 4;
# 	setp.ne.b32 	%p3, %r21, %r2;
# 	@%p3 bra 	$L__BB1_3;
# 	bra.uni 	$L__BB1_20;
# $L__BB1_3:
# 	mov.b32 	%r22, %r15;
# 	@%p7 bra 	$L__BB1_5;
# 	ld.global.b32 	%r22, [%rd2];
# $L__BB1_5:
# 	shl.b32 	%r16, %r22, 13;
# 	xor.b32 	%r3, %r16, %r22;
# 	@%p7 bra 	$L__BB1_7;
# 	st.global.b32 	[%rd2], %r3;
# $L__BB1_7:
# 	bar.sync 	0;
# 	mov.b32 	%r23, 0;
# 	@%p7 bra 	$L__BB1_9;
# 	ld.global.b32 	%r23, [%rd2];
# $L__BB1_9:
# 	shl.b32 	%r17, %r23, 13;
# 	xor.b32 	%r5, %r17, %r23;
# 	@%p7 bra 	$L__BB1_11;
# 	st.global.b32 	[%rd2], %r5;
# $L__BB1_11:
# 	bar.sync 	0;
# 	mov.b32 	%r24, 0;
# 	@%p7 bra 	$L__BB1_13;
# 	ld.global.b32 	%r24, [%rd2];
# $L__BB1_13:
# 	shl.b32 	%r18, %r24, 13;
# 	xor.b32 	%r7, %r18, %r24;
# 	@%p7 bra 	$L__BB1_15;
# 	st.global.b32 	[%rd2], %r7;
# $L__BB1_15:
# 	add.s32 	%r4, %r3, %r28;
# 	add.s32 	%r6, %r5, %r4;
# 	bar.sync 	0;
# 	mov.b32 	%r25, 0;
# 	@%p7 bra 	$L__BB1_17;
# 	ld.global.b32 	%r25, [%rd2];
# $L__BB1_17:
# 	add.s32 	%r8, %r7, %r6;
# 	shl.b32 	%r19, %r25, 13;
# 	xor.b32 	%r9, %r19, %r25;
# 	@%p7 bra 	$L__BB1_19;
# 	st.global.b32 	[%rd2], %r9;
# 	bra.uni 	$L__BB1_19;
# $L__BB1_20:
# 	setp.eq.b32 	%p4, %r1, 0;
# 	@%p4 bra 	$L__BB1_26;
# 	bra.uni 	$L__BB1_21;
# $L__BB1_26:
# 	setp.ge.u64 	%p6, %rd1, %rd7;
# 	@%p6 bra 	$L__BB1_28;
# 	ld.param.b64 	%rd6, [meeting_param_3];
# 	add.s64 	%rd3, %rd6, %rd10;
# 	st.global.b32 	[%rd3], %r28;
# $L__BB1_28:
# 	ret;
# $L__BB1_25:
# 	add.s32 	%r28, %r10, %r28;
# 	bar.sync 	0;
# 	add.s32 	%r26, %r26, 1;
# 	setp.ne.b32 	%p5, %r26, %r1;
# 	@%p5 bra 	$L__BB1_21;
# 	bra.uni 	$L__BB1_26;
# $L__BB1_21:
# 	.pragma "nounroll";
# 	mov.b32 	%r27, 0;
# 	@%p7 bra 	$L__BB1_23;
# 	ld.global.b32 	%r27, [%rd2];
# $L__BB1_23:
# 	shl.b32 	%r20, %r27, 13;
# 	xor.b32 	%r10, %r20, %r27;
# 	@%p7 bra 	$L__BB1_25;
# 	st.global.b32 	[%rd2], %r10;
# 	bra.uni 	$L__BB1_25;
#
# }
