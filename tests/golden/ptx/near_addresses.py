# golden: --emit=ptx --arch=sm_90
# Six neighbours: one address is multiplied out, the others lie a column, a row
# or a plane beside it.
from numba import cuda


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1])")
def around(u, v):
    i, j, k = cuda.grid(3)
    depth, height, width = u.shape
    if 0 < i < width - 1 and 0 < j < height - 1 and 0 < k < depth - 1:
        v[k, j, i] = (u[k - 1, j, i] + u[k + 1, j, i] + u[k, j - 1, i]
                      + u[k, j + 1, i] + u[k, j, i - 1] + u[k, j, i + 1])

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel around entry around source near_addresses.py:8
# // arg u array float32 ndim 3 layout C
# // arg v array float32 ndim 3 layout C
# // param u ptr ptr offset 0 size 8
# // param u shape0 i64 offset 8 size 8
# // param u shape1 i64 offset 16 size 8
# // param u shape2 i64 offset 24 size 8
# // param v ptr ptr offset 32 size 8
# // param v shape0 i64 offset 40 size 8
# // param v shape1 i64 offset 48 size 8
# // param v shape2 i64 offset 56 size 8
# // facts params 64 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	around
#
# .visible .entry around(
# 	.param .u64 .ptr .global .align 4 around_param_0,
# 	.param .u64 around_param_1,
# 	.param .u64 around_param_2,
# 	.param .u64 around_param_3,
# 	.param .u64 .ptr .global .align 4 around_param_4,
# 	.param .u64 around_param_5,
# 	.param .u64 around_param_6,
# 	.param .u64 around_param_7
# )
# {
# 	.reg .pred 	%p<18>;
# 	.reg .b32 	%r<23>;
# 	.reg .b64 	%rd<32>;
#
# 	ld.param.b64 	%rd6, [around_param_7];
# 	ld.param.b64 	%rd5, [around_param_6];
# 	ld.param.b64 	%rd7, [around_param_3];
# 	ld.param.b64 	%rd8, [around_param_2];
# 	ld.param.b64 	%rd9, [around_param_1];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd10, %r1, %r2;
# 	ld.param.b64 	%rd11, [around_param_5];
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd12, %r3;
# 	add.s64 	%rd13, %rd10, %rd12;
# 	mov.u32 	%r4, %ctaid.y;
# 	mov.u32 	%r5, %ntid.y;
# 	mov.u32 	%r6, %tid.y;
# 	mad.lo.s32 	%r7, %r4, %r5, %r6;
# 	cvt.u64.u32 	%rd1, %r7;
# 	mov.u32 	%r8, %ctaid.z;
# 	mov.u32 	%r9, %ntid.z;
# 	mov.u32 	%r10, %tid.z;
# 	mad.lo.s32 	%r11, %r8, %r9, %r10;
# 	cvt.u64.u32 	%rd2, %r11;
# 	setp.ne.b64 	%p1, %rd13, 0;
# 	add.s64 	%rd14, %rd7, -1;
# 	setp.lt.s64 	%p2, %rd13, %rd14;
# 	and.pred 	%p3, %p1, %p2;
# 	setp.ne.b32 	%p4, %r7, 0;
# 	add.s64 	%rd15, %rd8, -1;
# 	setp.gt.s64 	%p5, %rd15, %rd1;
# 	and.pred 	%p6, %p4, %p5;
# 	and.pred 	%p7, %p3, %p6;
# 	setp.ne.b32 	%p8, %r11, 0;
# 	add.s64 	%rd16, %rd9, -1;
# 	setp.gt.s64 	%p9, %rd16, %rd2;
# 	and.pred 	%p10, %p8, %p9;
# 	setp.gt.u64 	%p11, %rd11, %rd2;
# 	setp.gt.u64 	%p12, %rd5, %rd1;
# 	and.pred 	%p13, %p11, %p12;
# 	setp.lt.u64 	%p14, %rd13, %rd6;
# 	and.pred 	%p15, %p13, %p14;
# 	and.pred 	%p16, %p10, %p15;
# 	and.pred 	%p17, %p7, %p16;
# 	@%p17 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd4, [around_param_4];
# 	ld.param.b64 	%rd3, [around_param_0];
# 	mad.lo.s64 	%rd17, %rd8, %rd2, %rd1;
# 	mad.lo.s64 	%rd18, %rd17, %rd7, %rd13;
# 	shl.b64 	%rd19, %rd18, 2;
# 	add.s64 	%rd20, %rd3, %rd19;
# 	mul.lo.s64 	%rd21, %rd8, %rd7;
# 	shl.b64 	%rd22, %rd21, 2;
# 	sub.s64 	%rd23, %rd20, %rd22;
# 	ld.global.b32 	%r12, [%rd23];
# 	add.s64 	%rd24, %rd20, %rd22;
# 	ld.global.b32 	%r13, [%rd24];
# 	add.rn.f32 	%r14, %r12, %r13;
# 	shl.b64 	%rd25, %rd7, 2;
# 	sub.s64 	%rd26, %rd20, %rd25;
# 	ld.global.b32 	%r15, [%rd26];
# 	add.rn.f32 	%r16, %r14, %r15;
# 	add.s64 	%rd27, %rd20, %rd25;
# 	ld.global.b32 	%r17, [%rd27];
# 	add.rn.f32 	%r18, %r16, %r17;
# 	ld.global.b32 	%r19, [%rd20+-4];
# 	add.rn.f32 	%r20, %r18, %r19;
# 	ld.global.b32 	%r21, [%rd20+4];
# 	add.rn.f32 	%r22, %r20, %r21;
# 	mad.lo.s64 	%rd28, %rd5, %rd2, %rd1;
# 	mad.lo.s64 	%rd29, %rd28, %rd6, %rd13;
# 	shl.b64 	%rd30, %rd29, 2;
# 	add.s64 	%rd31, %rd4, %rd30;
# 	st.global.b32 	[%rd31], %r22;
# $L__BB0_1:
# 	ret;
#
# }
