# golden: --emit=ptx --arch=sm_90
# A turn tests once that the place is inside, in 32 bits, and a thread that fails
# goes on in a second loop, which has the guards.
from numba import cuda


@cuda.jit("void(int32[::1], int32[::1])")
def root(parent, out):
    i = cuda.grid(1)
    if i < out.size:
        p = i
        while parent[p] != p:
            p = parent[p]
        out[i] = p

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel root entry root source chased_loops.py:8
# // arg parent array int32 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param parent ptr ptr offset 0 size 8
# // param parent shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	root
#
# .visible .entry root(
# 	.param .u64 .ptr .global .align 4 root_param_0,
# 	.param .u64 root_param_1,
# 	.param .u64 .ptr .global .align 4 root_param_2,
# 	.param .u64 root_param_3
# )
# {
# 	.reg .pred 	%p<14>;
# 	.reg .b32 	%r<16>;
# 	.reg .b64 	%rd<25>;
#
# 	ld.param.b64 	%rd6, [root_param_3];
# 	ld.param.b64 	%rd4, [root_param_1];
# 	ld.param.b64 	%rd3, [root_param_0];
# 	or.b64 	%rd7, %rd6, %rd4;
# 	setp.gt.u64 	%p1, %rd7, 1073741823;
# 	@%p1 bra 	$L__BB0_6;
# 	mov.u32 	%r7, %ctaid.x;
# 	mov.u32 	%r8, %ntid.x;
# 	mul.wide.u32 	%rd14, %r7, %r8;
# 	mov.u32 	%r9, %tid.x;
# 	cvt.u64.u32 	%rd15, %r9;
# 	add.s64 	%rd21, %rd14, %rd15;
# 	setp.lt.u64 	%p5, %rd21, %rd6;
# 	@%p5 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_2:
# 	cvt.u32.u64 	%r1, %rd4;
# 	cvt.u32.u64 	%r13, %rd21;
# 	setp.ge.u32 	%p7, %r13, %r1;
# 	mov.pred 	%p6, -1;
# 	mov.pred 	%p13, %p6;
# 	@%p7 bra 	$L__BB0_11;
# 	mov.b32 	%r14, %r13;
# $L__BB0_17:
# 	setp.lt.u32 	%p8, %r14, %r1;
# 	@%p8 bra 	$L__BB0_16;
# 	bra.uni 	$L__BB0_18;
# $L__BB0_16:
# 	mul.wide.u32 	%rd16, %r14, 4;
# 	add.s64 	%rd17, %rd3, %rd16;
# 	ld.global.b32 	%r2, [%rd17];
# 	setp.eq.b32 	%p9, %r2, %r14;
# 	mov.pred 	%p13, 0;
# 	mov.b32 	%r13, %r14;
# 	mov.b32 	%r14, %r2;
# 	@%p9 bra 	$L__BB0_11;
# 	bra.uni 	$L__BB0_17;
# $L__BB0_6:
# 	mov.u32 	%r4, %ctaid.x;
# 	mov.u32 	%r5, %ntid.x;
# 	mul.wide.u32 	%rd8, %r4, %r5;
# 	mov.u32 	%r6, %tid.x;
# 	cvt.u64.u32 	%rd9, %r6;
# 	add.s64 	%rd21, %rd8, %rd9;
# 	setp.ge.u64 	%p2, %rd21, %rd6;
# 	@%p2 bra 	$L__BB0_5;
# 	mov.b64 	%rd23, %rd21;
# 	bra.uni 	$L__BB0_8;
# $L__BB0_10:
# 	cvt.u32.u64 	%r13, %rd23;
# 	setp.eq.b64 	%p4, %rd24, %rd23;
# 	mov.b64 	%rd23, %rd24;
# 	@%p4 bra 	$L__BB0_4;
# $L__BB0_8:
# 	shr.s64 	%rd10, %rd23, 63;
# 	and.b64 	%rd11, %rd10, %rd4;
# 	add.s64 	%rd12, %rd11, %rd23;
# 	setp.ge.u64 	%p3, %rd12, %rd4;
# 	mov.b64 	%rd24, 0;
# 	@%p3 bra 	$L__BB0_10;
# 	shl.b64 	%rd13, %rd12, 2;
# 	add.s64 	%rd2, %rd3, %rd13;
# 	ld.global.s32 	%rd24, [%rd2];
# 	bra.uni 	$L__BB0_10;
# $L__BB0_18:
# 	mov.b32 	%r13, %r14;
# 	mov.pred 	%p13, %p6;
# $L__BB0_11:
# 	not.pred 	%p10, %p13;
# 	@%p10 bra 	$L__BB0_4;
# 	mov.b32 	%r15, %r13;
# 	bra.uni 	$L__BB0_13;
# $L__BB0_15:
# 	cvt.u32.u64 	%r3, %rd22;
# 	setp.eq.b32 	%p12, %r3, %r15;
# 	mov.b32 	%r13, %r15;
# 	mov.b32 	%r15, %r3;
# 	@%p12 bra 	$L__BB0_4;
# $L__BB0_13:
# 	shr.s32 	%r10, %r15, 31;
# 	and.b32 	%r11, %r10, %r1;
# 	add.s32 	%r12, %r11, %r15;
# 	setp.ge.u32 	%p11, %r12, %r1;
# 	mov.b64 	%rd22, 0;
# 	@%p11 bra 	$L__BB0_15;
# 	mul.wide.s32 	%rd18, %r12, 4;
# 	add.s64 	%rd1, %rd3, %rd18;
# 	ld.global.s32 	%rd22, [%rd1];
# 	bra.uni 	$L__BB0_15;
# $L__BB0_4:
# 	ld.param.b64 	%rd5, [root_param_2];
# 	shl.b64 	%rd19, %rd21, 2;
# 	add.s64 	%rd20, %rd5, %rd19;
# 	st.global.b32 	[%rd20], %r13;
# $L__BB0_5:
# 	ret;
#
# }
