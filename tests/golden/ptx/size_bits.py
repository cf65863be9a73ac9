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
# 	.reg .pred 	%p<10>;
# 	.reg .b32 	%r<12>;
# 	.reg .b64 	%rd<31>;
#
# 	ld.param.b64 	%rd10, [transpose_param_5];
# 	ld.param.b64 	%rd9, [transpose_param_4];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd11, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd12, %r4;
# 	add.s64 	%rd1, %rd11, %rd12;
# 	mul.lo.s64 	%rd13, %rd10, %rd9;
# 	setp.ge.s64 	%p1, %rd1, %rd13;
# 	@%p1 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd6, [transpose_param_1];
# 	max.u64 	%rd2, %rd9, 1;
# 	setp.lt.u64 	%p2, %rd1, %rd6;
# 	mov.b32 	%r11, 0f00000000;
# 	@%p2 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	ld.param.b64 	%rd5, [transpose_param_0];
# 	shl.b64 	%rd14, %rd1, 2;
# 	add.s64 	%rd3, %rd5, %rd14;
# 	ld.global.b32 	%r11, [%rd3];
# $L__BB0_3:
# 	ld.param.b64 	%rd8, [transpose_param_3];
# 	or.b64 	%rd15, %rd1, %rd2;
# 	setp.gt.u64 	%p3, %rd15, 4294967295;
# 	setp.eq.b64 	%p9, %rd9, 0;
# 	@%p3 bra 	$L__BB0_5;
# 	cvt.u32.u64 	%r1, %rd9;
# 	setp.eq.b32 	%p7, %r1, 0;
# 	cvt.u32.u64 	%r5, %rd1;
# 	cvt.u32.u64 	%r6, %rd2;
# 	div.u32 	%r7, %r5, %r6;
# 	mul.lo.s32 	%r8, %r7, %r6;
# 	sub.s32 	%r9, %r5, %r8;
# 	cvt.u64.u32 	%rd29, %r9;
# 	selp.b32 	%r10, 0, %r7, %p7;
# 	cvt.u64.u32 	%rd30, %r10;
# $L__BB0_6:
# 	selp.b64 	%rd23, 0, %rd29, %p9;
# 	mad.lo.s64 	%rd24, %rd23, %rd10, %rd30;
# 	shr.s64 	%rd25, %rd24, 63;
# 	and.b64 	%rd26, %rd25, %rd8;
# 	add.s64 	%rd27, %rd26, %rd24;
# 	setp.ge.u64 	%p8, %rd27, %rd8;
# 	@%p8 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd7, [transpose_param_2];
# 	shl.b64 	%rd28, %rd27, 2;
# 	add.s64 	%rd4, %rd7, %rd28;
# 	st.global.b32 	[%rd4], %r11;
# $L__BB0_8:
# 	ret;
# $L__BB0_5:
# 	div.s64 	%rd16, %rd1, %rd2;
# 	mul.lo.s64 	%rd17, %rd16, %rd2;
# 	sub.s64 	%rd18, %rd1, %rd17;
# 	setp.ne.b64 	%p4, %rd1, %rd17;
# 	xor.b64 	%rd19, %rd18, %rd2;
# 	setp.lt.s64 	%p5, %rd19, 0;
# 	and.pred 	%p6, %p4, %p5;
# 	selp.b64 	%rd20, -1, 0, %p6;
# 	add.s64 	%rd21, %rd16, %rd20;
# 	selp.b64 	%rd30, 0, %rd21, %p9;
# 	selp.b64 	%rd22, %rd2, 0, %p6;
# 	add.s64 	%rd29, %rd22, %rd18;
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
# 	.reg .b32 	%r<16>;
# 	.reg .b64 	%rd<15>;
#
# 	ld.param.b32 	%r2, [transpose_param_4];
# 	ld.param.b32 	%r3, [transpose_param_5];
# 	mov.u32 	%r6, %ctaid.x;
# 	mov.u32 	%r7, %ntid.x;
# 	mul.wide.u32 	%rd8, %r6, %r7;
# 	mov.u32 	%r8, %tid.x;
# 	cvt.u64.u32 	%rd9, %r8;
# 	add.s64 	%rd1, %rd8, %rd9;
# 	mul.lo.s32 	%r9, %r3, %r2;
# 	cvt.u64.u32 	%rd10, %r9;
# 	setp.ge.u64 	%p1, %rd1, %rd10;
# 	@%p1 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd7, [transpose_param_3];
# 	ld.param.b32 	%r1, [transpose_param_1];
# 	cvt.u32.u64 	%r4, %rd1;
# 	setp.eq.b32 	%p2, %r2, 0;
# 	max.u32 	%r10, %r2, 1;
# 	div.u32 	%r11, %r4, %r10;
# 	selp.b32 	%r12, 0, %r11, %p2;
# 	cvt.u64.u32 	%rd2, %r12;
# 	mul.lo.s32 	%r13, %r11, %r10;
# 	sub.s32 	%r14, %r4, %r13;
# 	selp.b32 	%r5, 0, %r14, %p2;
# 	setp.lt.u32 	%p3, %r4, %r1;
# 	mov.b32 	%r15, 0f00000000;
# 	@%p3 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_2:
# 	ld.param.b64 	%rd5, [transpose_param_0];
# 	mul.wide.u32 	%rd11, %r4, 4;
# 	add.s64 	%rd3, %rd5, %rd11;
# 	ld.global.nc.b32 	%r15, [%rd3];
# $L__BB0_3:
# 	mul.wide.u32 	%rd12, %r5, %r3;
# 	add.s64 	%rd13, %rd12, %rd2;
# 	setp.ge.u64 	%p4, %rd13, %rd7;
# 	@%p4 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd6, [transpose_param_2];
# 	shl.b64 	%rd14, %rd13, 2;
# 	add.s64 	%rd4, %rd6, %rd14;
# 	st.global.b32 	[%rd4], %r15;
# $L__BB0_5:
# 	ret;
#
# }
