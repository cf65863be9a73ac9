# golden: --emit=ptx --arch=sm_90 --bounds=none --facts=apart,small,block=128x1,per-thread=4
# A thread does the work of four, and each turn of the loop stores for them: it
# is not unrolled for loads, of which four are on their way already.
from numba import cuda


@cuda.jit("void(float32[::1], float32[:, ::1], int32)")
def mixed(x, out, n):
    i = cuda.grid(1)
    for k in range(n):
        out[k, i] = x[i ^ k] + x[i & k]

# === --emit=ptx --arch=sm_90 --bounds=none --facts=apart,small,block=128x1,per-thread=4
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel mixed entry mixed source lanes_that_store.py:8
# // arg x array float32 ndim 1 layout C
# // arg out array float32 ndim 2 layout C
# // arg n scalar int32
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // param out shape1 i64 offset 32 size 8
# // param n value i32 offset 40 size 4
# // facts params 44 shared 0 dynamic no bounds none typing python
# // launch coarsened 2 1 1
# // launch apart
# // launch small
# // launch block 128 1 1
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	mixed
#
# .visible .entry mixed(
# 	.param .u64 .ptr .global .align 4 mixed_param_0,
# 	.param .u64 mixed_param_1,
# 	.param .u64 .ptr .global .align 4 mixed_param_2,
# 	.param .u64 mixed_param_3,
# 	.param .u64 mixed_param_4,
# 	.param .u32 mixed_param_5
# )
# .reqntid 64, 1, 1
# .minnctapersm 8
# {
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<26>;
# 	.reg .b64 	%rd<59>;
#
# 	ld.param.b32 	%r2, [mixed_param_5];
# 	setp.lt.s32 	%p1, %r2, 1;
# 	@%p1 bra 	$L__BB0_6;
# 	ld.param.b64 	%rd9, [mixed_param_4];
# 	ld.param.b64 	%rd8, [mixed_param_2];
# 	ld.param.b64 	%rd7, [mixed_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd10, %r1;
# 	or.b32 	%r3, %r1, 64;
# 	mov.u32 	%r4, %ctaid.x;
# 	mul.wide.u32 	%rd11, %r4, 128;
# 	or.b64 	%rd2, %rd11, %rd10;
# 	cvt.u64.u32 	%rd12, %r3;
# 	or.b64 	%rd3, %rd11, %rd12;
# 	setp.eq.b32 	%p2, %r2, 1;
# 	mov.b64 	%rd58, 0;
# 	@%p2 bra 	$L__BB0_5;
# 	cvt.u64.u32 	%rd1, %r4;
# 	and.b32 	%r5, %r2, 2147483646;
# 	cvt.u64.u32 	%rd4, %r5;
# 	shl.b64 	%rd13, %rd1, 9;
# 	shl.b32 	%r6, %r1, 2;
# 	cvt.u64.u32 	%rd14, %r6;
# 	or.b64 	%rd15, %rd13, %rd14;
# 	add.s64 	%rd57, %rd8, %rd15;
# 	shl.b64 	%rd5, %rd9, 3;
# 	shl.b64 	%rd6, %rd9, 2;
# 	mov.b64 	%rd58, 0;
# $L__BB0_3:
# 	xor.b64 	%rd16, %rd58, %rd2;
# 	shl.b64 	%rd17, %rd16, 2;
# 	add.s64 	%rd18, %rd7, %rd17;
# 	ld.global.nc.b32 	%r7, [%rd18];
# 	and.b64 	%rd19, %rd58, %rd2;
# 	shl.b64 	%rd20, %rd19, 2;
# 	add.s64 	%rd21, %rd7, %rd20;
# 	ld.global.nc.b32 	%r8, [%rd21];
# 	add.rn.f32 	%r9, %r7, %r8;
# 	xor.b64 	%rd22, %rd58, %rd3;
# 	shl.b64 	%rd23, %rd22, 2;
# 	add.s64 	%rd24, %rd7, %rd23;
# 	ld.global.nc.b32 	%r10, [%rd24];
# 	and.b64 	%rd25, %rd58, %rd3;
# 	shl.b64 	%rd26, %rd25, 2;
# 	add.s64 	%rd27, %rd7, %rd26;
# 	ld.global.nc.b32 	%r11, [%rd27];
# 	add.rn.f32 	%r12, %r10, %r11;
# 	st.global.b32 	[%rd57], %r9;
# 	st.global.b32 	[%rd57+256], %r12;
# 	add.s64 	%rd28, %rd58, 1;
# 	xor.b64 	%rd29, %rd28, %rd2;
# 	shl.b64 	%rd30, %rd29, 2;
# 	add.s64 	%rd31, %rd7, %rd30;
# 	ld.global.nc.b32 	%r13, [%rd31];
# 	and.b64 	%rd32, %rd28, %rd2;
# 	shl.b64 	%rd33, %rd32, 2;
# 	add.s64 	%rd34, %rd7, %rd33;
# 	ld.global.nc.b32 	%r14, [%rd34];
# 	add.rn.f32 	%r15, %r13, %r14;
# 	xor.b64 	%rd35, %rd28, %rd3;
# 	shl.b64 	%rd36, %rd35, 2;
# 	add.s64 	%rd37, %rd7, %rd36;
# 	ld.global.nc.b32 	%r16, [%rd37];
# 	and.b64 	%rd38, %rd28, %rd3;
# 	shl.b64 	%rd39, %rd38, 2;
# 	add.s64 	%rd40, %rd7, %rd39;
# 	ld.global.nc.b32 	%r17, [%rd40];
# 	add.rn.f32 	%r18, %r16, %r17;
# 	add.s64 	%rd41, %rd57, %rd6;
# 	st.global.b32 	[%rd41], %r15;
# 	st.global.b32 	[%rd41+256], %r18;
# 	add.s64 	%rd58, %rd58, 2;
# 	add.s64 	%rd57, %rd57, %rd5;
# 	setp.ne.b64 	%p3, %rd58, %rd4;
# 	@%p3 bra 	$L__BB0_3;
# 	and.b32 	%r19, %r2, 1;
# 	setp.ne.b32 	%p4, %r19, 0;
# 	not.pred 	%p5, %p4;
# 	@%p5 bra 	$L__BB0_6;
# $L__BB0_5:
# 	xor.b64 	%rd42, %rd58, %rd2;
# 	shl.b64 	%rd43, %rd42, 2;
# 	add.s64 	%rd44, %rd7, %rd43;
# 	ld.global.nc.b32 	%r20, [%rd44];
# 	and.b64 	%rd45, %rd58, %rd2;
# 	shl.b64 	%rd46, %rd45, 2;
# 	add.s64 	%rd47, %rd7, %rd46;
# 	ld.global.nc.b32 	%r21, [%rd47];
# 	add.rn.f32 	%r22, %r20, %r21;
# 	xor.b64 	%rd48, %rd58, %rd3;
# 	shl.b64 	%rd49, %rd48, 2;
# 	add.s64 	%rd50, %rd7, %rd49;
# 	ld.global.nc.b32 	%r23, [%rd50];
# 	and.b64 	%rd51, %rd58, %rd3;
# 	shl.b64 	%rd52, %rd51, 2;
# 	add.s64 	%rd53, %rd7, %rd52;
# 	ld.global.nc.b32 	%r24, [%rd53];
# 	add.rn.f32 	%r25, %r23, %r24;
# 	mad.lo.s64 	%rd54, %rd58, %rd9, %rd2;
# 	shl.b64 	%rd55, %rd54, 2;
# 	add.s64 	%rd56, %rd8, %rd55;
# 	st.global.b32 	[%rd56], %r22;
# 	st.global.b32 	[%rd56+256], %r25;
# $L__BB0_6:
# 	ret;
#
# }
