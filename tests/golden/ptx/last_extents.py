# golden: --emit=ptx --arch=sm_90
# golden: --emit=ptx --arch=sm_90 --facts=apart,last=3x3
# A loop over a pixel's colours is none where an image is known to have three.
from numba import cuda


@cuda.jit("void(uint8[:, ::1], float32[:, ::1])")
def as_floats(image, out):
    i = cuda.grid(1)
    if i < image.shape[0]:
        for c in range(image.shape[1]):
            out[i, c] = image[i, c]

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel as_floats entry as_floats source last_extents.py:8
# // arg image array uint8 ndim 2 layout C
# // arg out array float32 ndim 2 layout C
# // param image ptr ptr offset 0 size 8
# // param image shape0 i64 offset 8 size 8
# // param image shape1 i64 offset 16 size 8
# // param out ptr ptr offset 24 size 8
# // param out shape0 i64 offset 32 size 8
# // param out shape1 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	as_floats
#
# .visible .entry as_floats(
# 	.param .u64 .ptr .global .align 1 as_floats_param_0,
# 	.param .u64 as_floats_param_1,
# 	.param .u64 as_floats_param_2,
# 	.param .u64 .ptr .global .align 4 as_floats_param_3,
# 	.param .u64 as_floats_param_4,
# 	.param .u64 as_floats_param_5
# )
# {
# 	.reg .pred 	%p<15>;
# 	.reg .b16 	%rs<11>;
# 	.reg .b32 	%r<16>;
# 	.reg .b64 	%rd<33>;
#
# 	ld.param.b64 	%rd13, [as_floats_param_1];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd14, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd15, %r4;
# 	add.s64 	%rd1, %rd14, %rd15;
# 	setp.ge.u64 	%p1, %rd1, %rd13;
# 	@%p1 bra 	$L__BB0_13;
# 	ld.param.b64 	%rd12, [as_floats_param_5];
# 	ld.param.b64 	%rd11, [as_floats_param_4];
# 	ld.param.b64 	%rd10, [as_floats_param_3];
# 	ld.param.b64 	%rd9, [as_floats_param_2];
# 	ld.param.b64 	%rd8, [as_floats_param_0];
# 	setp.le.u64 	%p2, %rd9, %rd12;
# 	setp.lt.u64 	%p3, %rd1, %rd11;
# 	and.pred 	%p4, %p3, %p2;
# 	@%p4 bra 	$L__BB0_7;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_7:
# 	setp.eq.b64 	%p10, %rd9, 0;
# 	@%p10 bra 	$L__BB0_13;
# 	cvt.u32.u64 	%r1, %rd9;
# 	mul.lo.s64 	%rd4, %rd9, %rd1;
# 	and.b32 	%r15, %r1, 7;
# 	setp.gt.u64 	%p11, %rd9, 7;
# 	@%p11 bra 	$L__BB0_14;
# 	mul.lo.s64 	%rd22, %rd12, %rd1;
# 	shl.b64 	%rd26, %rd22, 2;
# 	mov.b64 	%rd27, 0;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_2:
# 	setp.eq.b64 	%p5, %rd9, 0;
# 	@%p5 bra 	$L__BB0_13;
# 	mad.lo.s64 	%rd2, %rd9, %rd1, %rd8;
# 	mul.lo.s64 	%rd16, %rd12, %rd1;
# 	shl.b64 	%rd17, %rd16, 2;
# 	add.s64 	%rd3, %rd10, %rd17;
# 	mov.b64 	%rd32, 0;
# 	setp.ge.u64 	%p6, %rd1, %rd11;
# 	bra.uni 	$L__BB0_4;
# $L__BB0_6:
# 	add.s64 	%rd32, %rd32, 1;
# 	setp.eq.b64 	%p9, %rd32, %rd9;
# 	@%p9 bra 	$L__BB0_13;
# $L__BB0_4:
# 	.pragma "nounroll";
# 	setp.ge.u64 	%p7, %rd32, %rd12;
# 	or.pred 	%p8, %p6, %p7;
# 	@%p8 bra 	$L__BB0_6;
# 	add.s64 	%rd6, %rd2, %rd32;
# 	shl.b64 	%rd18, %rd32, 2;
# 	add.s64 	%rd7, %rd3, %rd18;
# 	ld.global.b8 	%rs1, [%rd6];
# 	cvt.rn.f32.u16 	%r5, %rs1;
# 	st.global.b32 	[%rd7], %r5;
# 	bra.uni 	$L__BB0_6;
# $L__BB0_14:
# 	add.s64 	%rd5, %rd8, %rd4;
# 	and.b64 	%rd27, %rd9, 562949953421304;
# 	mul.lo.s64 	%rd19, %rd12, %rd1;
# 	shl.b64 	%rd26, %rd19, 2;
# 	add.s64 	%rd20, %rd26, %rd10;
# 	add.s64 	%rd30, %rd20, 16;
# 	mov.b64 	%rd31, 0;
# $L__BB0_15:
# 	add.s64 	%rd21, %rd5, %rd31;
# 	ld.global.b8 	%rs2, [%rd21];
# 	cvt.rn.f32.u16 	%r6, %rs2;
# 	st.global.b32 	[%rd30+-16], %r6;
# 	ld.global.b8 	%rs3, [%rd21+1];
# 	cvt.rn.f32.u16 	%r7, %rs3;
# 	st.global.b32 	[%rd30+-12], %r7;
# 	ld.global.b8 	%rs4, [%rd21+2];
# 	cvt.rn.f32.u16 	%r8, %rs4;
# 	st.global.b32 	[%rd30+-8], %r8;
# 	ld.global.b8 	%rs5, [%rd21+3];
# 	cvt.rn.f32.u16 	%r9, %rs5;
# 	st.global.b32 	[%rd30+-4], %r9;
# 	ld.global.b8 	%rs6, [%rd21+4];
# 	cvt.rn.f32.u16 	%r10, %rs6;
# 	st.global.b32 	[%rd30], %r10;
# 	ld.global.b8 	%rs7, [%rd21+5];
# 	cvt.rn.f32.u16 	%r11, %rs7;
# 	st.global.b32 	[%rd30+4], %r11;
# 	ld.global.b8 	%rs8, [%rd21+6];
# 	cvt.rn.f32.u16 	%r12, %rs8;
# 	st.global.b32 	[%rd30+8], %r12;
# 	ld.global.b8 	%rs9, [%rd21+7];
# 	cvt.rn.f32.u16 	%r13, %rs9;
# 	st.global.b32 	[%rd30+12], %r13;
# 	add.s64 	%rd31, %rd31, 8;
# 	add.s64 	%rd30, %rd30, 32;
# 	setp.eq.b64 	%p12, %rd27, %rd31;
# 	@%p12 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_15;
# $L__BB0_10:
# 	setp.eq.b32 	%p13, %r15, 0;
# 	@%p13 bra 	$L__BB0_13;
# $L__BB0_11:
# 	shl.b64 	%rd23, %rd27, 2;
# 	add.s64 	%rd24, %rd26, %rd23;
# 	add.s64 	%rd29, %rd10, %rd24;
# 	add.s64 	%rd25, %rd27, %rd4;
# 	add.s64 	%rd28, %rd8, %rd25;
# $L__BB0_12:
# 	.pragma "nounroll";
# 	ld.global.b8 	%rs10, [%rd28];
# 	cvt.rn.f32.u16 	%r14, %rs10;
# 	st.global.b32 	[%rd29], %r14;
# 	add.s64 	%rd29, %rd29, 4;
# 	add.s64 	%rd28, %rd28, 1;
# 	add.s32 	%r15, %r15, -1;
# 	setp.ne.b32 	%p14, %r15, 0;
# 	@%p14 bra 	$L__BB0_12;
# $L__BB0_13:
# 	ret;
#
# }

# === --emit=ptx --arch=sm_90 --facts=apart,last=3x3
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel as_floats entry as_floats source last_extents.py:8
# // arg image array uint8 ndim 2 layout C
# // arg out array float32 ndim 2 layout C
# // param image ptr ptr offset 0 size 8
# // param image shape0 i64 offset 8 size 8
# // param image shape1 i64 offset 16 size 8
# // param out ptr ptr offset 24 size 8
# // param out shape0 i64 offset 32 size 8
# // param out shape1 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // launch apart
# // launch last 3 3
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	as_floats
#
# .visible .entry as_floats(
# 	.param .u64 .ptr .global .align 1 as_floats_param_0,
# 	.param .u64 as_floats_param_1,
# 	.param .u64 as_floats_param_2,
# 	.param .u64 .ptr .global .align 4 as_floats_param_3,
# 	.param .u64 as_floats_param_4,
# 	.param .u64 as_floats_param_5
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b16 	%rs<4>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<13>;
#
# 	ld.param.b64 	%rd3, [as_floats_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	ld.param.b64 	%rd4, [as_floats_param_4];
# 	mul.wide.u32 	%rd5, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd6, %r3;
# 	add.s64 	%rd7, %rd5, %rd6;
# 	min.u64 	%rd8, %rd3, %rd4;
# 	setp.le.u64 	%p1, %rd8, %rd7;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd2, [as_floats_param_3];
# 	ld.param.b64 	%rd1, [as_floats_param_0];
# 	mul.lo.s64 	%rd9, %rd7, 3;
# 	add.s64 	%rd10, %rd1, %rd9;
# 	ld.global.nc.b8 	%rs1, [%rd10];
# 	cvt.rn.f32.u16 	%r4, %rs1;
# 	shl.b64 	%rd11, %rd9, 2;
# 	add.s64 	%rd12, %rd2, %rd11;
# 	st.global.b32 	[%rd12], %r4;
# 	ld.global.nc.b8 	%rs2, [%rd10+1];
# 	cvt.rn.f32.u16 	%r5, %rs2;
# 	st.global.b32 	[%rd12+4], %r5;
# 	ld.global.nc.b8 	%rs3, [%rd10+2];
# 	cvt.rn.f32.u16 	%r6, %rs3;
# 	st.global.b32 	[%rd12+8], %r6;
# $L__BB0_2:
# 	ret;
#
# }
