# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(int32[::1], int64[::1], float32[::1], uint8[::1])")
def k(a, b, x, c):
    i = cuda.threadIdx.x
    m = cuda.activemask()
    a[0] = cuda.shfl_sync(m, a[i], 1)
    b[0] = cuda.shfl_up_sync(m, b[i], 2)
    x[0] = cuda.shfl_down_sync(m, x[i], 3)
    a[1] = cuda.all_sync(m, a[i])
    a[2] = cuda.any_sync(m, a[i])
    a[3] = cuda.eq_sync(m, a[i])
    a[4] = cuda.ballot_sync(m, a[i])
    a[5] = cuda.match_any_sync(m, a[i])
    n, same = cuda.match_all_sync(m, b[i])
    a[6] = n & cuda.lanemask_lt()
    a[7] = same
    cuda.syncwarp()
    cuda.threadfence()
    cuda.threadfence_block()
    cuda.threadfence_system()
    a[8] = cuda.syncthreads_count(a[i])
    a[9] = cuda.syncthreads_and(a[i])
    a[10] = cuda.syncthreads_or(a[i])
    cuda.nanosleep(50)
    a[11] = cuda.popc(b[i]) + cuda.clz(a[i]) + cuda.ffs(a[i])
    b[1] = cuda.brev(b[i])
    b[2] = cuda.clock64() + cuda.clock()
    cuda.stcg(x, 1, cuda.ldca(x, 2))
    cuda.stcs(c, 1, cuda.ldcs(c, 2))
    cuda.stwt(b, 3, cuda.ldcv(b, 4))
    cuda.stwb(a, 12, cuda.ldlu(a, 13))

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source warps.py:6
# // arg a array int32 ndim 1 layout C
# // arg b array int64 ndim 1 layout C
# // arg x array float32 ndim 1 layout C
# // arg c array uint8 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param x ptr ptr offset 32 size 8
# // param x shape0 i64 offset 40 size 8
# // param c ptr ptr offset 48 size 8
# // param c shape0 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 8 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u64 .ptr .global .align 4 k_param_4,
# 	.param .u64 k_param_5,
# 	.param .u64 .ptr .global .align 1 k_param_6,
# 	.param .u64 k_param_7
# )
# {
# 	.reg .pred 	%p<15>;
# 	.reg .b16 	%rs<3>;
# 	.reg .b32 	%r<46>;
# 	.reg .b64 	%rd<32>;
#
# 	ld.param.b64 	%rd6, [k_param_6];
# 	ld.param.b64 	%rd5, [k_param_4];
# 	ld.param.b64 	%rd4, [k_param_2];
# 	ld.param.b64 	%rd3, [k_param_0];
# 	mov.u32 	%r3, %tid.x;
# 	activemask.b32 	%r4;
# 	mul.wide.u32 	%rd7, %r3, 4;
# 	add.s64 	%rd8, %rd3, %rd7;
# 	ld.global.b32 	%r5, [%rd8];
# 	shfl.sync.idx.b32 	%r6, %r5, 1, 31, %r4;
# 	st.global.b32 	[%rd3], %r6;
# 	mul.wide.u32 	%rd9, %r3, 8;
# 	add.s64 	%rd1, %rd4, %rd9;
# 	ld.global.b64 	%rd10, [%rd1];
# 	cvt.u32.u64 	%r7, %rd10;
# 	shfl.sync.up.b32 	%r8, %r7, 2, 0, %r4;
# 	{ .reg .b32 tmp; mov.b64 {tmp, %r9}, %rd10; }
# 	shfl.sync.up.b32 	%r10, %r9, 2, 0, %r4;
# 	cvt.u64.u32 	%rd11, %r8;
# 	cvt.u64.u32 	%rd12, %r10;
# 	shl.b64 	%rd13, %rd12, 32;
# 	or.b64 	%rd14, %rd13, %rd11;
# 	st.global.b64 	[%rd4], %rd14;
# 	add.s64 	%rd15, %rd5, %rd7;
# 	ld.global.b32 	%r11, [%rd15];
# 	shfl.sync.down.b32 	%r12, %r11, 3, 31, %r4;
# 	st.global.b32 	[%rd5], %r12;
# 	ld.global.b32 	%r13, [%rd8];
# 	setp.ne.b32 	%p1, %r13, 0;
# 	vote.sync.all.pred 	%p2, %p1, %r4;
# 	selp.b32 	%r14, 1, 0, %p2;
# 	st.global.b32 	[%rd3+4], %r14;
# 	ld.global.b32 	%r15, [%rd8];
# 	setp.ne.b32 	%p3, %r15, 0;
# 	vote.sync.any.pred 	%p4, %p3, %r4;
# 	selp.b32 	%r16, 1, 0, %p4;
# 	st.global.b32 	[%rd3+8], %r16;
# 	ld.global.b32 	%r17, [%rd8];
# 	setp.ne.b32 	%p5, %r17, 0;
# 	vote.sync.uni.pred 	%p6, %p5, %r4;
# 	selp.b32 	%r18, 1, 0, %p6;
# 	st.global.b32 	[%rd3+12], %r18;
# 	ld.global.b32 	%r19, [%rd8];
# 	setp.ne.b32 	%p7, %r19, 0;
# 	vote.sync.ballot.b32 	%r20, %p7, %r4;
# 	st.global.b32 	[%rd3+16], %r20;
# 	ld.global.b32 	%r21, [%rd8];
# 	match.any.sync.b32 	%r22, %r21, %r4;
# 	st.global.b32 	[%rd3+20], %r22;
# 	ld.global.b64 	%rd16, [%rd1];
# 	match.all.sync.b64 	%r23|%p8, %rd16, %r4;
# 	mov.u32 	%r24, %lanemask_lt;
# 	and.b32 	%r25, %r23, %r24;
# 	st.global.b32 	[%rd3+24], %r25;
# 	selp.b32 	%r26, 1, 0, %p8;
# 	st.global.b32 	[%rd3+28], %r26;
# 	bar.warp.sync 	-1;
# 	membar.gl;
# 	membar.cta;
# 	membar.sys;
# 	ld.global.b32 	%r27, [%rd8];
# 	setp.ne.b32 	%p9, %r27, 0;
# 	bar.red.popc.u32 	%r28, 0, %p9;
# 	st.global.b32 	[%rd3+32], %r28;
# 	ld.global.b32 	%r29, [%rd8];
# 	setp.ne.b32 	%p10, %r29, 0;
# 	bar.red.and.pred 	%p11, 0, %p10;
# 	selp.b32 	%r30, 1, 0, %p11;
# 	st.global.b32 	[%rd3+36], %r30;
# 	ld.global.b32 	%r31, [%rd8];
# 	setp.ne.b32 	%p12, %r31, 0;
# 	bar.red.or.pred 	%p13, 0, %p12;
# 	selp.b32 	%r32, 1, 0, %p13;
# 	st.global.b32 	[%rd3+40], %r32;
# 	nanosleep.u32 	50;
# 	ld.global.b64 	%rd17, [%rd1];
# 	popc.b64 	%r33, %rd17;
# 	cvt.u64.u32 	%rd2, %r33;
# 	ld.global.b32 	%r1, [%rd8];
# 	clz.b32 	%r2, %r1;
# 	setp.eq.b32 	%p14, %r1, 0;
# 	mov.b32 	%r45, 32;
# 	@%p14 bra 	$L__BB0_2;
# 	add.s32 	%r34, %r1, -1;
# 	not.b32 	%r35, %r1;
# 	and.b32 	%r36, %r35, %r34;
# 	popc.b32 	%r45, %r36;
# $L__BB0_2:
# 	add.s32 	%r39, %r45, 1;
# 	selp.b32 	%r40, 0, %r39, %p14;
# 	cvt.u32.u64 	%r41, %rd2;
# 	add.s32 	%r42, %r2, %r41;
# 	add.s32 	%r43, %r42, %r40;
# 	st.global.b32 	[%rd3+44], %r43;
# 	ld.global.b64 	%rd27, [%rd1];
# 	brev.b64 	%rd28, %rd27;
# 	st.global.b64 	[%rd4+8], %rd28;
# 	mov.u64 	%rd29, %clock64;
# 	mov.u32 	%r44, %clock;
# 	cvt.u64.u32 	%rd30, %r44;
# 	add.s64 	%rd31, %rd29, %rd30;
# 	st.global.b64 	[%rd4+16], %rd31;
# 	add.s64 	%rd18, %rd5, 8;
# 	// begin inline asm
# 	ld.global.ca.b32 %r37, [%rd18];
# 	// end inline asm
# 	add.s64 	%rd19, %rd5, 4;
# 	// begin inline asm
# 	st.global.cg.b32 [%rd19], %r37;
# 	// end inline asm
# 	add.s64 	%rd20, %rd6, 2;
# 	// begin inline asm
# 	ld.global.cs.b8 %rs1, [%rd20];
# 	// end inline asm
# 	add.s64 	%rd21, %rd6, 1;
# 	and.b16 	%rs2, %rs1, 255;
# 	// begin inline asm
# 	st.global.cs.b8 [%rd21], %rs2;
# 	// end inline asm
# 	add.s64 	%rd22, %rd4, 32;
# 	// begin inline asm
# 	ld.global.cv.b64 %rd24, [%rd22];
# 	// end inline asm
# 	add.s64 	%rd23, %rd4, 24;
# 	// begin inline asm
# 	st.global.wt.b64 [%rd23], %rd24;
# 	// end inline asm
# 	add.s64 	%rd25, %rd3, 52;
# 	// begin inline asm
# 	ld.global.lu.b32 %r38, [%rd25];
# 	// end inline asm
# 	add.s64 	%rd26, %rd3, 48;
# 	// begin inline asm
# 	st.global.wb.b32 [%rd26], %r38;
# 	// end inline asm
# 	ret;
#
# }
