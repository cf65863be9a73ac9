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


# That it is inside says that it is no sentinel.
@cuda.jit("void(int32[::1], float32[::1], float32[::1])")
def total(after, value, out):
    i = cuda.grid(1)
    if i < out.size:
        p = i
        s = 0.0
        while p != -1:
            s += value[p]
            p = after[p]
        out[i] = s

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
# // kernel total entry total source chased_loops.py:19
# // arg after array int32 ndim 1 layout C
# // arg value array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // param after ptr ptr offset 0 size 8
# // param after shape0 i64 offset 8 size 8
# // param value ptr ptr offset 16 size 8
# // param value shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
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
# 	setp.gt.u64 	%p1, %rd7, 536870911;
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
# 	// .globl	total
# .visible .entry total(
# 	.param .u64 .ptr .global .align 4 total_param_0,
# 	.param .u64 total_param_1,
# 	.param .u64 .ptr .global .align 4 total_param_2,
# 	.param .u64 total_param_3,
# 	.param .u64 .ptr .global .align 4 total_param_4,
# 	.param .u64 total_param_5
# )
# {
# 	.reg .pred 	%p<13>;
# 	.reg .b32 	%r<23>;
# 	.reg .b64 	%rd<36>;
#
# 	ld.param.b64 	%rd10, [total_param_5];
# 	ld.param.b64 	%rd8, [total_param_3];
# 	ld.param.b64 	%rd7, [total_param_2];
# 	ld.param.b64 	%rd6, [total_param_1];
# 	ld.param.b64 	%rd5, [total_param_0];
# 	or.b64 	%rd11, %rd8, %rd6;
# 	or.b64 	%rd12, %rd11, %rd10;
# 	setp.gt.u64 	%p1, %rd12, 536870911;
# 	@%p1 bra 	$L__BB1_9;
# 	mov.u32 	%r9, %ctaid.x;
# 	mov.u32 	%r10, %ntid.x;
# 	mul.wide.u32 	%rd22, %r9, %r10;
# 	mov.u32 	%r11, %tid.x;
# 	cvt.u64.u32 	%rd23, %r11;
# 	add.s64 	%rd32, %rd22, %rd23;
# 	setp.lt.u64 	%p6, %rd32, %rd10;
# 	@%p6 bra 	$L__BB1_2;
# 	bra.uni 	$L__BB1_8;
# $L__BB1_2:
# 	cvt.u32.u64 	%r19, %rd32;
# 	min.u64 	%rd24, %rd6, %rd8;
# 	cvt.u32.u64 	%r3, %rd24;
# 	setp.ge.u32 	%p7, %r19, %r3;
# 	mov.b32 	%r18, 0f00000000;
# 	mov.b64 	%rd33, %rd32;
# 	@%p7 bra 	$L__BB1_6;
# 	mov.b32 	%r18, 0f00000000;
# $L__BB1_4:
# 	mul.wide.s32 	%rd25, %r19, 4;
# 	add.s64 	%rd26, %rd7, %rd25;
# 	ld.global.b32 	%r12, [%rd26];
# 	add.rn.f32 	%r18, %r18, %r12;
# 	add.s64 	%rd27, %rd5, %rd25;
# 	ld.global.b32 	%r19, [%rd27];
# 	setp.lt.u32 	%p8, %r19, %r3;
# 	@%p8 bra 	$L__BB1_4;
# 	cvt.s64.s32 	%rd33, %r19;
# $L__BB1_6:
# 	cvt.u32.u64 	%r20, %rd33;
# 	setp.eq.b32 	%p9, %r20, -1;
# 	@%p9 bra 	$L__BB1_7;
# 	cvt.u32.u64 	%r1, %rd6;
# 	cvt.u32.u64 	%r2, %rd8;
# 	bra.uni 	$L__BB1_17;
# $L__BB1_21:
# 	add.rn.f32 	%r18, %r18, %r21;
# 	cvt.u32.u64 	%r20, %rd34;
# 	setp.eq.b32 	%p12, %r20, -1;
# 	@%p12 bra 	$L__BB1_7;
# $L__BB1_17:
# 	shr.s32 	%r13, %r20, 31;
# 	and.b32 	%r14, %r13, %r2;
# 	add.s32 	%r15, %r14, %r20;
# 	setp.ge.u32 	%p10, %r15, %r2;
# 	mov.b32 	%r21, 0f00000000;
# 	@%p10 bra 	$L__BB1_19;
# 	mul.wide.s32 	%rd28, %r15, 4;
# 	add.s64 	%rd1, %rd7, %rd28;
# 	ld.global.b32 	%r21, [%rd1];
# $L__BB1_19:
# 	and.b32 	%r16, %r13, %r1;
# 	add.s32 	%r17, %r16, %r20;
# 	setp.ge.u32 	%p11, %r17, %r1;
# 	mov.b64 	%rd34, 0;
# 	@%p11 bra 	$L__BB1_21;
# 	mul.wide.s32 	%rd29, %r17, 4;
# 	add.s64 	%rd2, %rd5, %rd29;
# 	ld.global.s32 	%rd34, [%rd2];
# 	bra.uni 	$L__BB1_21;
# $L__BB1_9:
# 	mov.u32 	%r4, %ctaid.x;
# 	mov.u32 	%r5, %ntid.x;
# 	mul.wide.u32 	%rd13, %r4, %r5;
# 	mov.u32 	%r6, %tid.x;
# 	cvt.u64.u32 	%rd14, %r6;
# 	add.s64 	%rd32, %rd13, %rd14;
# 	setp.ge.u64 	%p2, %rd32, %rd10;
# 	@%p2 bra 	$L__BB1_8;
# 	mov.b32 	%r7, 0f00000000;
# 	mov.b32 	%r18, %r7;
# 	mov.b64 	%rd35, %rd32;
# 	bra.uni 	$L__BB1_11;
# $L__BB1_15:
# 	add.rn.f32 	%r18, %r18, %r22;
# 	cvt.u32.u64 	%r8, %rd35;
# 	setp.eq.b32 	%p5, %r8, -1;
# 	@%p5 bra 	$L__BB1_7;
# $L__BB1_11:
# 	shr.s64 	%rd15, %rd35, 63;
# 	and.b64 	%rd16, %rd15, %rd8;
# 	add.s64 	%rd17, %rd16, %rd35;
# 	setp.ge.u64 	%p3, %rd17, %rd8;
# 	mov.b32 	%r22, %r7;
# 	@%p3 bra 	$L__BB1_13;
# 	shl.b64 	%rd18, %rd17, 2;
# 	add.s64 	%rd3, %rd7, %rd18;
# 	ld.global.b32 	%r22, [%rd3];
# $L__BB1_13:
# 	and.b64 	%rd19, %rd15, %rd6;
# 	add.s64 	%rd20, %rd19, %rd35;
# 	setp.ge.u64 	%p4, %rd20, %rd6;
# 	mov.b64 	%rd35, 0;
# 	@%p4 bra 	$L__BB1_15;
# 	shl.b64 	%rd21, %rd20, 2;
# 	add.s64 	%rd4, %rd5, %rd21;
# 	ld.global.s32 	%rd35, [%rd4];
# 	bra.uni 	$L__BB1_15;
# $L__BB1_7:
# 	ld.param.b64 	%rd9, [total_param_4];
# 	shl.b64 	%rd30, %rd32, 2;
# 	add.s64 	%rd31, %rd9, %rd30;
# 	st.global.b32 	[%rd31], %r18;
# $L__BB1_8:
# 	ret;
#
# }
