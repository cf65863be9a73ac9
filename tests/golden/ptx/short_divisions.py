# golden: --arch=sm_90 --bounds=none
# One test of all that is divided; no quotient is corrected where it holds.
from numba import cuda


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1])")
def turn(a, b):
    i = cuda.grid(1)
    if i < a.size:
        x = i % a.shape[2]
        y = i // a.shape[2] % a.shape[1]
        z = i // (a.shape[2] * a.shape[1])
        b[z, y, x] = a[z, y, a.shape[2] - 1 - x]

# === --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel turn entry turn source short_divisions.py:7
# // arg a array float32 ndim 3 layout C
# // arg b array float32 ndim 3 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param a shape1 i64 offset 16 size 8
# // param a shape2 i64 offset 24 size 8
# // param b ptr ptr offset 32 size 8
# // param b shape0 i64 offset 40 size 8
# // param b shape1 i64 offset 48 size 8
# // param b shape2 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	turn
#
# .visible .entry turn(
# 	.param .u64 .ptr .global .align 4 turn_param_0,
# 	.param .u64 turn_param_1,
# 	.param .u64 turn_param_2,
# 	.param .u64 turn_param_3,
# 	.param .u64 .ptr .global .align 4 turn_param_4,
# 	.param .u64 turn_param_5,
# 	.param .u64 turn_param_6,
# 	.param .u64 turn_param_7
# )
# {
# 	.reg .pred 	%p<13>;
# 	.reg .b32 	%r<18>;
# 	.reg .b64 	%rd<53>;
#
# 	ld.param.b64 	%rd9, [turn_param_3];
# 	ld.param.b64 	%rd8, [turn_param_2];
# 	ld.param.b64 	%rd7, [turn_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd14, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd15, %r3;
# 	add.s64 	%rd1, %rd14, %rd15;
# 	mul.lo.s64 	%rd2, %rd9, %rd8;
# 	mul.lo.s64 	%rd16, %rd2, %rd7;
# 	setp.ge.s64 	%p1, %rd1, %rd16;
# 	@%p1 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd13, [turn_param_7];
# 	ld.param.b64 	%rd12, [turn_param_6];
# 	ld.param.b64 	%rd11, [turn_param_5];
# 	ld.param.b64 	%rd10, [turn_param_4];
# 	ld.param.b64 	%rd6, [turn_param_0];
# 	max.u64 	%rd3, %rd9, 1;
# 	max.u64 	%rd4, %rd8, 1;
# 	max.u64 	%rd5, %rd2, 1;
# 	or.b64 	%rd17, %rd1, %rd3;
# 	or.b64 	%rd18, %rd17, %rd4;
# 	or.b64 	%rd19, %rd18, %rd5;
# 	setp.gt.u64 	%p2, %rd19, 4294967295;
# 	@%p2 bra 	$L__BB0_3;
# 	setp.eq.b64 	%p9, %rd9, 0;
# 	cvt.u32.u64 	%r4, %rd1;
# 	cvt.u32.u64 	%r5, %rd3;
# 	div.u32 	%r6, %r4, %r5;
# 	mul.lo.s32 	%r7, %r6, %r5;
# 	sub.s32 	%r8, %r4, %r7;
# 	selp.b32 	%r9, 0, %r8, %p9;
# 	cvt.u64.u32 	%rd52, %r9;
# 	selp.b32 	%r10, 0, %r6, %p9;
# 	setp.eq.b64 	%p10, %rd8, 0;
# 	cvt.u32.u64 	%r11, %rd4;
# 	rem.u32 	%r12, %r10, %r11;
# 	selp.b32 	%r13, 0, %r12, %p10;
# 	cvt.u64.u32 	%rd51, %r13;
# 	setp.eq.b64 	%p11, %rd2, 0;
# 	cvt.u32.u64 	%r14, %rd5;
# 	div.u32 	%r15, %r4, %r14;
# 	selp.b32 	%r16, 0, %r15, %p11;
# 	cvt.u64.u32 	%rd49, %r16;
# 	mov.pred 	%p12, 0;
# 	mov.b64 	%rd50, %rd49;
# $L__BB0_4:
# 	not.b64 	%rd33, %rd52;
# 	add.s64 	%rd34, %rd9, %rd33;
# 	shr.s64 	%rd35, %rd34, 63;
# 	and.b64 	%rd36, %rd35, %rd9;
# 	mad.lo.s64 	%rd37, %rd49, %rd8, %rd51;
# 	mad.lo.s64 	%rd38, %rd37, %rd9, %rd34;
# 	shl.b64 	%rd39, %rd38, 2;
# 	add.s64 	%rd40, %rd6, %rd39;
# 	shl.b64 	%rd41, %rd36, 2;
# 	add.s64 	%rd42, %rd40, %rd41;
# 	ld.global.b32 	%r17, [%rd42];
# 	selp.b64 	%rd43, %rd11, 0, %p12;
# 	add.s64 	%rd44, %rd43, %rd50;
# 	mad.lo.s64 	%rd45, %rd44, %rd12, %rd51;
# 	mad.lo.s64 	%rd46, %rd45, %rd13, %rd52;
# 	shl.b64 	%rd47, %rd46, 2;
# 	add.s64 	%rd48, %rd10, %rd47;
# 	st.global.b32 	[%rd48], %r17;
# $L__BB0_5:
# 	ret;
# $L__BB0_3:
# 	setp.eq.b64 	%p3, %rd9, 0;
# 	div.u64 	%rd20, %rd1, %rd3;
# 	mul.lo.s64 	%rd21, %rd20, %rd3;
# 	sub.s64 	%rd22, %rd1, %rd21;
# 	selp.b64 	%rd52, 0, %rd22, %p3;
# 	selp.b64 	%rd23, 0, %rd20, %p3;
# 	setp.eq.b64 	%p4, %rd8, 0;
# 	rem.u64 	%rd24, %rd23, %rd4;
# 	selp.b64 	%rd51, 0, %rd24, %p4;
# 	setp.eq.b64 	%p5, %rd2, 0;
# 	div.s64 	%rd25, %rd1, %rd5;
# 	mul.lo.s64 	%rd26, %rd25, %rd5;
# 	sub.s64 	%rd27, %rd1, %rd26;
# 	setp.ne.b64 	%p6, %rd1, %rd26;
# 	xor.b64 	%rd28, %rd27, %rd5;
# 	setp.lt.s64 	%p7, %rd28, 0;
# 	and.pred 	%p8, %p6, %p7;
# 	selp.b64 	%rd29, -1, 0, %p8;
# 	add.s64 	%rd30, %rd25, %rd29;
# 	selp.b64 	%rd50, 0, %rd30, %p5;
# 	setp.lt.s64 	%p12, %rd50, 0;
# 	shr.s64 	%rd31, %rd50, 63;
# 	and.b64 	%rd32, %rd31, %rd7;
# 	add.s64 	%rd49, %rd32, %rd50;
# 	bra.uni 	$L__BB0_4;
#
# }
