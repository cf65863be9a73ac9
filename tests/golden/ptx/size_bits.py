# golden: --emit=ptx --arch=sm_90 --passes=-small-copies
# golden: --emit=ptx --arch=sm_90 --facts=apart,small,sizes=0x0x14x14 --passes=-small-copies
# Where width and height are known to be sizes of an image, a place in it has 32 bits, and one division has them.
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], int64, int64)")
def transpose(a, out, width, height):
    i = cuda.grid(1)
    if i < width * height:
        y, x = divmod(i, width)
        out[x * height + y] = a[i]

# === --emit=ptx --arch=sm_90 --passes=-small-copies
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel transpose entry transpose source size_bits.py:8
# // arg a array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // arg width scalar int64
# // arg height scalar int64
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // param width value i64 offset 32 size 8
# // param height value i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	transpose
#
# .visible .entry transpose(
# 	.param .u64 .ptr .global .align 4 transpose_param_0,
# 	.param .u64 transpose_param_1,
# 	.param .u64 .ptr .global .align 4 transpose_param_2,
# 	.param .u64 transpose_param_3,
# 	.param .u64 transpose_param_4,
# 	.param .u64 transpose_param_5
# )
# {
# 	.reg .pred 	%p<9>;
# 	.reg .b32 	%r<10>;
# 	.reg .b64 	%rd<33>;
#
# 	ld.param.b64 	%rd10, [transpose_param_5];
# 	ld.param.b64 	%rd9, [transpose_param_4];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd11, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd12, %r3;
# 	add.s64 	%rd1, %rd11, %rd12;
# 	mul.lo.s64 	%rd13, %rd10, %rd9;
# 	setp.ge.s64 	%p1, %rd1, %rd13;
# 	@%p1 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd6, [transpose_param_1];
# 	setp.lt.u64 	%p2, %rd1, %rd6;
# 	mov.b32 	%r9, 0f00000000;
# 	@%p2 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	ld.param.b64 	%rd5, [transpose_param_0];
# 	shl.b64 	%rd14, %rd1, 2;
# 	add.s64 	%rd3, %rd5, %rd14;
# 	ld.global.b32 	%r9, [%rd3];
# $L__BB0_3:
# 	ld.param.b64 	%rd8, [transpose_param_3];
# 	add.s64 	%rd15, %rd9, -1;
# 	or.b64 	%rd16, %rd1, %rd9;
# 	or.b64 	%rd17, %rd16, %rd15;
# 	setp.gt.u64 	%p3, %rd17, 4294967295;
# 	@%p3 bra 	$L__BB0_5;
# 	cvt.u32.u64 	%r4, %rd9;
# 	cvt.u32.u64 	%r5, %rd1;
# 	div.u32 	%r6, %r5, %r4;
# 	cvt.u64.u32 	%rd32, %r6;
# 	mul.lo.s32 	%r7, %r6, %r4;
# 	sub.s32 	%r8, %r5, %r7;
# 	cvt.u64.u32 	%rd31, %r8;
# $L__BB0_6:
# 	mad.lo.s64 	%rd26, %rd31, %rd10, %rd32;
# 	shr.s64 	%rd27, %rd26, 63;
# 	and.b64 	%rd28, %rd27, %rd8;
# 	add.s64 	%rd29, %rd28, %rd26;
# 	setp.ge.u64 	%p8, %rd29, %rd8;
# 	@%p8 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd7, [transpose_param_2];
# 	shl.b64 	%rd30, %rd29, 2;
# 	add.s64 	%rd4, %rd7, %rd30;
# 	st.global.b32 	[%rd4], %r9;
# $L__BB0_8:
# 	ret;
# $L__BB0_5:
# 	max.u64 	%rd2, %rd9, 1;
# 	setp.eq.b64 	%p4, %rd9, 0;
# 	div.s64 	%rd18, %rd1, %rd2;
# 	mul.lo.s64 	%rd19, %rd18, %rd2;
# 	sub.s64 	%rd20, %rd1, %rd19;
# 	setp.ne.b64 	%p5, %rd1, %rd19;
# 	xor.b64 	%rd21, %rd20, %rd2;
# 	setp.lt.s64 	%p6, %rd21, 0;
# 	and.pred 	%p7, %p5, %p6;
# 	selp.b64 	%rd22, -1, 0, %p7;
# 	add.s64 	%rd23, %rd18, %rd22;
# 	selp.b64 	%rd32, 0, %rd23, %p4;
# 	selp.b64 	%rd24, %rd2, 0, %p7;
# 	add.s64 	%rd25, %rd24, %rd20;
# 	selp.b64 	%rd31, 0, %rd25, %p4;
# 	bra.uni 	$L__BB0_6;
#
# }

# === --emit=ptx --arch=sm_90 --facts=apart,small,sizes=0x0x14x14 --passes=-small-copies
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel transpose entry transpose source size_bits.py:8
# // arg a array float32 ndim 1 layout C
# // arg out array float32 ndim 1 layout C
# // arg width scalar int64
# // arg height scalar int64
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // param width value i64 offset 32 size 8
# // param height value i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // launch apart
# // launch small
# // launch sizes 0 0 14 14
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	transpose
#
# .visible .entry transpose(
# 	.param .u64 .ptr .global .align 4 transpose_param_0,
# 	.param .u64 transpose_param_1,
# 	.param .u64 .ptr .global .align 4 transpose_param_2,
# 	.param .u64 transpose_param_3,
# 	.param .u64 transpose_param_4,
# 	.param .u64 transpose_param_5
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<18>;
# 	.reg .b64 	%rd<11>;
#
# 	ld.param.b32 	%r3, [transpose_param_4];
# 	ld.param.b32 	%r4, [transpose_param_5];
# 	mov.u32 	%r8, %ctaid.x;
# 	mov.u32 	%r9, %ntid.x;
# 	mul.wide.u32 	%rd6, %r8, %r9;
# 	mov.u32 	%r10, %tid.x;
# 	cvt.u64.u32 	%rd7, %r10;
# 	add.s64 	%rd1, %rd6, %rd7;
# 	mul.lo.s32 	%r11, %r4, %r3;
# 	cvt.u64.u32 	%rd8, %r11;
# 	setp.ge.u64 	%p1, %rd1, %rd8;
# 	@%p1 bra 	$L__BB0_5;
# 	ld.param.b32 	%r1, [transpose_param_3];
# 	ld.param.b32 	%r2, [transpose_param_1];
# 	cvt.u32.u64 	%r5, %rd1;
# 	setp.eq.b32 	%p2, %r3, 0;
# 	max.u32 	%r12, %r3, 1;
# 	div.u32 	%r13, %r5, %r12;
# 	selp.b32 	%r6, 0, %r13, %p2;
# 	mul.lo.s32 	%r14, %r13, %r12;
# 	sub.s32 	%r15, %r5, %r14;
# 	selp.b32 	%r7, 0, %r15, %p2;
# 	setp.lt.u32 	%p3, %r5, %r2;
# 	mov.b32 	%r17, 0f00000000;
# 	@%p3 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	ld.param.b64 	%rd4, [transpose_param_0];
# 	mul.wide.u32 	%rd9, %r5, 4;
# 	add.s64 	%rd2, %rd4, %rd9;
# 	ld.global.nc.b32 	%r17, [%rd2];
# $L__BB0_3:
# 	mad.lo.s32 	%r16, %r7, %r4, %r6;
# 	setp.ge.u32 	%p4, %r16, %r1;
# 	@%p4 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd5, [transpose_param_2];
# 	mul.wide.u32 	%rd10, %r16, 4;
# 	add.s64 	%rd3, %rd5, %rd10;
# 	st.global.b32 	[%rd3], %r17;
# $L__BB0_5:
# 	ret;
#
# }
