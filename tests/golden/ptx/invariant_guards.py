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
    # Threads meet in this one: it stays one loop.
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
# 	.reg .b32 	%r<51>;
# 	.reg .b64 	%rd<11>;
#
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	ld.param.b64 	%rd5, [draws_param_4];
# 	mul.wide.u32 	%rd6, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd7, %r4;
# 	add.s64 	%rd8, %rd6, %rd7;
# 	setp.ge.u64 	%p1, %rd8, %rd5;
# 	@%p1 bra 	$L__BB0_10;
# 	ld.param.b64 	%rd4, [draws_param_3];
# 	ld.param.b32 	%r1, [draws_param_2];
# 	ld.param.b64 	%rd3, [draws_param_1];
# 	setp.ge.u64 	%p2, %rd8, %rd3;
# 	setp.lt.s32 	%p3, %r1, 1;
# 	mov.b32 	%r50, 0;
# 	or.pred 	%p4, %p2, %p3;
# 	shl.b64 	%rd10, %rd8, 2;
# 	@%p4 bra 	$L__BB0_9;
# 	ld.param.b64 	%rd2, [draws_param_0];
# 	add.s64 	%rd1, %rd2, %rd10;
# 	ld.global.b32 	%r49, [%rd1];
# 	setp.lt.u32 	%p5, %r1, 8;
# 	mov.b32 	%r50, 0;
# 	@%p5 bra 	$L__BB0_6;
# 	and.b32 	%r47, %r1, 2147483640;
# 	mov.b32 	%r50, 0;
# $L__BB0_4:
# 	.pragma "nounroll";
# 	shl.b32 	%r5, %r49, 13;
# 	xor.b32 	%r6, %r5, %r49;
# 	shl.b32 	%r7, %r6, 13;
# 	xor.b32 	%r8, %r7, %r6;
# 	add.s32 	%r9, %r7, %r50;
# 	shl.b32 	%r10, %r8, 13;
# 	xor.b32 	%r11, %r10, %r8;
# 	shl.b32 	%r12, %r11, 13;
# 	xor.b32 	%r13, %r12, %r11;
# 	add.s32 	%r14, %r12, %r9;
# 	shl.b32 	%r15, %r13, 13;
# 	xor.b32 	%r16, %r15, %r13;
# 	shl.b32 	%r17, %r16, 13;
# 	xor.b32 	%r18, %r17, %r16;
# 	add.s32 	%r19, %r17, %r14;
# 	shl.b32 	%r20, %r18, 13;
# 	xor.b32 	%r21, %r20, %r18;
# 	shl.b32 	%r22, %r21, 13;
# 	xor.b32 	%r23, %r22, %r21;
# 	add.s32 	%r24, %r22, %r19;
# 	shl.b32 	%r25, %r23, 13;
# 	xor.b32 	%r26, %r25, %r23;
# 	shl.b32 	%r27, %r26, 13;
# 	xor.b32 	%r28, %r27, %r26;
# 	add.s32 	%r29, %r27, %r24;
# 	shl.b32 	%r30, %r28, 13;
# 	xor.b32 	%r31, %r30, %r28;
# 	shl.b32 	%r32, %r31, 13;
# 	xor.b32 	%r33, %r32, %r31;
# 	add.s32 	%r34, %r32, %r29;
# 	shl.b32 	%r35, %r33, 13;
# 	xor.b32 	%r36, %r35, %r33;
# 	shl.b32 	%r37, %r36, 13;
# 	xor.b32 	%r38, %r37, %r36;
# 	add.s32 	%r39, %r37, %r34;
# 	shl.b32 	%r40, %r38, 13;
# 	xor.b32 	%r41, %r40, %r38;
# 	shl.b32 	%r42, %r41, 13;
# 	xor.b32 	%r49, %r42, %r41;
# 	add.s32 	%r50, %r42, %r39;
# 	add.s32 	%r47, %r47, -8;
# 	setp.ne.b32 	%p6, %r47, 0;
# 	@%p6 bra 	$L__BB0_4;
# 	and.b32 	%r43, %r1, 7;
# 	setp.eq.b32 	%p7, %r43, 0;
# 	@%p7 bra 	$L__BB0_8;
# $L__BB0_6:
# 	and.b32 	%r48, %r1, 7;
# $L__BB0_7:
# 	.pragma "nounroll";
# 	shl.b32 	%r44, %r49, 13;
# 	xor.b32 	%r45, %r44, %r49;
# 	shl.b32 	%r46, %r45, 13;
# 	xor.b32 	%r49, %r46, %r45;
# 	add.s32 	%r50, %r46, %r50;
# 	add.s32 	%r48, %r48, -1;
# 	setp.ne.b32 	%p8, %r48, 0;
# 	@%p8 bra 	$L__BB0_7;
# $L__BB0_8:
# 	st.global.b32 	[%rd1], %r49;
# $L__BB0_9:
# 	add.s64 	%rd9, %rd4, %rd10;
# 	st.global.b32 	[%rd9], %r50;
# $L__BB0_10:
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
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<10>;
# 	.reg .b64 	%rd<11>;
#
# 	ld.param.b64 	%rd7, [meeting_param_4];
# 	ld.param.b32 	%r7, [meeting_param_2];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd8, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd9, %r4;
# 	add.s64 	%rd1, %rd8, %rd9;
# 	setp.lt.s32 	%p1, %r7, 1;
# 	mov.b32 	%r9, 0;
# 	shl.b64 	%rd10, %rd1, 2;
# 	@%p1 bra 	$L__BB1_7;
# 	ld.param.b64 	%rd5, [meeting_param_1];
# 	ld.param.b64 	%rd4, [meeting_param_0];
# 	add.s64 	%rd2, %rd4, %rd10;
# 	mov.b32 	%r5, 0;
# 	setp.ge.u64 	%p2, %rd1, %rd5;
# 	mov.b32 	%r9, %r5;
# 	bra.uni 	$L__BB1_2;
# $L__BB1_6:
# 	add.s32 	%r9, %r1, %r9;
# 	bar.sync 	0;
# 	add.s32 	%r7, %r7, -1;
# 	setp.ne.b32 	%p3, %r7, 0;
# 	@%p3 bra 	$L__BB1_2;
# 	bra.uni 	$L__BB1_7;
# $L__BB1_2:
# 	mov.b32 	%r8, %r5;
# 	@%p2 bra 	$L__BB1_4;
# 	ld.global.b32 	%r8, [%rd2];
# $L__BB1_4:
# 	shl.b32 	%r6, %r8, 13;
# 	xor.b32 	%r1, %r6, %r8;
# 	@%p2 bra 	$L__BB1_6;
# 	st.global.b32 	[%rd2], %r1;
# 	bra.uni 	$L__BB1_6;
# $L__BB1_7:
# 	setp.ge.u64 	%p4, %rd1, %rd7;
# 	@%p4 bra 	$L__BB1_9;
# 	ld.param.b64 	%rd6, [meeting_param_3];
# 	add.s64 	%rd3, %rd6, %rd10;
# 	st.global.b32 	[%rd3], %r9;
# $L__BB1_9:
# 	ret;
#
# }
