# golden: --emit=ptx --arch=sm_90 --bounds=none
# What is to one side or the other of a box is computed both ways, and chosen:
# the three loads do not wait for branches. What integers decide stays LLVM's.
from numba import cuda, float32


@cuda.jit(device=True)
def nearest(d, box):
    if d > box * float32(0.5):
        d -= box
    elif d < -box * float32(0.5):
        d += box
    return d


@cuda.jit("void(float32[:, ::1], float32, float32[::1])")
def distance(p, box, out):
    i = cuda.threadIdx.x
    x = nearest(p[i, 0], box)
    y = nearest(p[i, 1], box)
    z = nearest(p[i, 2], box)
    out[i] = x * x + y * y + z * z

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel distance entry distance source flat_choices.py:17
# // arg p array float32 ndim 2 layout C
# // arg box scalar float32
# // arg out array float32 ndim 1 layout C
# // param p ptr ptr offset 0 size 8
# // param p shape0 i64 offset 8 size 8
# // param p shape1 i64 offset 16 size 8
# // param box value f32 offset 24 size 4
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	distance
#
# .visible .entry distance(
# 	.param .u64 .ptr .global .align 4 distance_param_0,
# 	.param .u64 distance_param_1,
# 	.param .u64 distance_param_2,
# 	.param .f32 distance_param_3,
# 	.param .u64 .ptr .global .align 4 distance_param_4,
# 	.param .u64 distance_param_5
# )
# {
# 	.reg .pred 	%p<7>;
# 	.reg .b32 	%r<23>;
# 	.reg .b64 	%rd<10>;
#
# 	ld.param.b64 	%rd1, [distance_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd2, %r1;
# 	ld.param.b64 	%rd3, [distance_param_2];
# 	mul.lo.s64 	%rd4, %rd3, %rd2;
# 	ld.param.b32 	%r2, [distance_param_3];
# 	shl.b64 	%rd5, %rd4, 2;
# 	add.s64 	%rd6, %rd1, %rd5;
# 	ld.param.b64 	%rd7, [distance_param_4];
# 	ld.global.b32 	%r3, [%rd6];
# 	mul.rn.f32 	%r4, %r2, 0f3F000000;
# 	setp.gt.f32 	%p1, %r3, %r4;
# 	sub.rn.f32 	%r5, %r3, %r2;
# 	mul.rn.f32 	%r6, %r2, 0fBF000000;
# 	setp.lt.f32 	%p2, %r3, %r6;
# 	add.rn.f32 	%r7, %r2, %r3;
# 	selp.f32 	%r8, %r7, %r3, %p2;
# 	selp.f32 	%r9, %r5, %r8, %p1;
# 	ld.global.b32 	%r10, [%rd6+4];
# 	setp.gt.f32 	%p3, %r10, %r4;
# 	sub.rn.f32 	%r11, %r10, %r2;
# 	setp.lt.f32 	%p4, %r10, %r6;
# 	add.rn.f32 	%r12, %r2, %r10;
# 	selp.f32 	%r13, %r12, %r10, %p4;
# 	selp.f32 	%r14, %r11, %r13, %p3;
# 	ld.global.b32 	%r15, [%rd6+8];
# 	setp.gt.f32 	%p5, %r15, %r4;
# 	sub.rn.f32 	%r16, %r15, %r2;
# 	setp.lt.f32 	%p6, %r15, %r6;
# 	add.rn.f32 	%r17, %r2, %r15;
# 	selp.f32 	%r18, %r17, %r15, %p6;
# 	selp.f32 	%r19, %r16, %r18, %p5;
# 	mul.rn.f32 	%r20, %r14, %r14;
# 	fma.rn.f32 	%r21, %r9, %r9, %r20;
# 	fma.rn.f32 	%r22, %r19, %r19, %r21;
# 	mul.wide.u32 	%rd8, %r1, 4;
# 	add.s64 	%rd9, %rd7, %rd8;
# 	st.global.b32 	[%rd9], %r22;
# 	ret;
#
# }
