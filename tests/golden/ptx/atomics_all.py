# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(int32[::1], uint64[::1], float32[::1], float64[::1])")
def k(a, u, x, y):
    s = cuda.shared.array(4, "uint32")
    cuda.atomic.sub(a, 0, 3)
    cuda.atomic.max(a, 1, 4)
    cuda.atomic.min(u, 1, 4)
    cuda.atomic.and_(a, 0, 7)
    cuda.atomic.or_(u, 0, 7)
    cuda.atomic.xor(s, 0, 7)
    cuda.atomic.exch(x, 0, 1)
    cuda.atomic.inc(s, 0, 9)
    cuda.atomic.dec(s, 1, 9)
    cuda.atomic.inc(u, 0, 9)
    cuda.atomic.cas(a, 0, 1, 2)
    cuda.atomic.cas(s, 0, 1, 2)
    cuda.atomic.max(x, 1, 1)
    cuda.atomic.nanmin(y, 1, 1)

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source atomics_all.py:6
# // arg a array int32 ndim 1 layout C
# // arg u array uint64 ndim 1 layout C
# // arg x array float32 ndim 1 layout C
# // arg y array float64 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param u ptr ptr offset 16 size 8
# // param u shape0 i64 offset 24 size 8
# // param x ptr ptr offset 32 size 8
# // param x shape0 i64 offset 40 size 8
# // param y ptr ptr offset 48 size 8
# // param y shape0 i64 offset 56 size 8
# // facts params 64 shared 16 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 8 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u64 .ptr .global .align 4 k_param_4,
# 	.param .u64 k_param_5,
# 	.param .u64 .ptr .global .align 8 k_param_6,
# 	.param .u64 k_param_7
# )
# {
# 	.reg .pred 	%p<7>;
# 	.reg .b32 	%r<12>;
# 	.reg .b64 	%rd<13>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[16];
# 	ld.param.b64 	%rd6, [k_param_6];
# 	ld.param.b64 	%rd5, [k_param_4];
# 	ld.param.b64 	%rd4, [k_param_2];
# 	ld.param.b64 	%rd3, [k_param_0];
# 	atom.global.add.u32 	%r2, [%rd3], -3;
# 	atom.global.max.s32 	%r3, [%rd3+4], 4;
# 	atom.global.min.u64 	%rd7, [%rd4+8], 4;
# 	atom.global.and.b32 	%r4, [%rd3], 7;
# 	atom.global.or.b64 	%rd8, [%rd4], 7;
# 	atom.shared.xor.b32 	%r5, [k_shared], 7;
# 	atom.global.exch.b32 	%r6, [%rd5], 1065353216;
# 	atom.shared.inc.u32 	%r7, [k_shared], 9;
# 	atom.shared.dec.u32 	%r8, [k_shared+4], 9;
# 	ld.global.b64 	%rd11, [%rd4];
# $L__BB0_1:
# 	add.s64 	%rd9, %rd11, 1;
# 	setp.gt.u64 	%p1, %rd11, 8;
# 	selp.b64 	%rd10, 0, %rd9, %p1;
# 	atom.relaxed.gpu.global.cas.b64 	%rd1, [%rd4], %rd11, %rd10;
# 	setp.ne.b64 	%p2, %rd1, %rd11;
# 	mov.b64 	%rd11, %rd1;
# 	@%p2 bra 	$L__BB0_1;
# 	atom.relaxed.gpu.global.cas.b32 	%r9, [%rd3], 1, 2;
# 	atom.relaxed.gpu.shared.cas.b32 	%r10, [k_shared], 1, 2;
# 	ld.relaxed.gpu.global.b32 	%r11, [%rd5+4];
# $L__BB0_3:
# 	setp.geu.f32 	%p3, %r11, 0f3F800000;
# 	@%p3 bra 	$L__BB0_5;
# 	atom.relaxed.gpu.global.cas.b32 	%r1, [%rd5+4], %r11, 1065353216;
# 	setp.ne.b32 	%p4, %r1, %r11;
# 	mov.b32 	%r11, %r1;
# 	@%p4 bra 	$L__BB0_3;
# $L__BB0_5:
# 	ld.relaxed.gpu.global.b64 	%rd12, [%rd6+8];
# $L__BB0_6:
# 	setp.le.f64 	%p5, %rd12, 0d3FF0000000000000;
# 	@%p5 bra 	$L__BB0_8;
# 	atom.relaxed.gpu.global.cas.b64 	%rd2, [%rd6+8], %rd12, 4607182418800017408;
# 	setp.ne.b64 	%p6, %rd2, %rd12;
# 	mov.b64 	%rd12, %rd2;
# 	@%p6 bra 	$L__BB0_6;
# $L__BB0_8:
# 	ret;
#
# }
