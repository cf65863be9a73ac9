# golden: --emit=ir
# golden: --emit=ptx
import numpy as np
from numba import cuda, float32, int32, uint64


@cuda.jit("void(int32[::1], float32[::1], uint8)")
def k(a, x, b):
    a[0] = cuda.inline_ptx("mov.u32 $0, %smid;", int32)
    x[0] = cuda.inline_ptx("fma.rn.f32 $0, $1, $2, $1;", float32, x[1], x[2])
    q, r = cuda.inline_ptx("{\n\tadd.s32 $0, $2, $3;\n\tsub.s32 $1, $2, $3;\n\t}",
                           (int32, int32), a[1], a[2])
    a[3] = q - r
    cuda.inline_ptx("st.global.u8 [$0], $1;", None, a, b)
    cuda.inline_ptx("bar.warp.sync 0xffffffff;", ())
    a[4] = cuda.inline_ptx("mov.u64 $0, %globaltimer;", uint64) & 1

# === --emit=ir
# kernel k(a: i32[::1], x: f32[::1], b: u8)
#   a[guard 0] = cuda.inline_ptx("mov.u32 $0, %smid;")
#   x[guard 0] = cuda.inline_ptx("fma.rn.f32 $0, $1, $2, $1;", x[guard 1], x[guard 2])
#   %3: (i32, i32) = cuda.inline_ptx("{\n	add.s32 $0, $2, $3;\n	sub.s32 $1, $2, $3;\n	}", a[guard 1], a[guard 2])
#   q: i32 = %3.0
#   r: i32 = %3.1
#   a[guard 3] = i32(i64(q) - i64(r))
#   cuda.inline_ptx("st.global.u8 [$0], $1;", a, b)
#   cuda.inline_ptx("bar.warp.sync 0xffffffff;")
#   a[guard 4] = i32(cuda.inline_ptx("mov.u64 $0, %globaltimer;") & u64(1))

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source inline_ptx.py:8
# // arg a array int32 ndim 1 layout C
# // arg x array float32 ndim 1 layout C
# // arg b scalar uint8
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param x ptr ptr offset 16 size 8
# // param x shape0 i64 offset 24 size 8
# // param b value u8 offset 32 size 1
# // facts params 33 shared 0 dynamic no bounds guard typing python
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
# 	.param .u64 .ptr .global .align 4 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u8 k_param_4
# )
# {
# 	.reg .pred 	%p<9>;
# 	.reg .b16 	%rs<2>;
# 	.reg .b32 	%r<12>;
# 	.reg .b64 	%rd<6>;
#
# 	ld.param.b64 	%rd3, [k_param_3];
# 	ld.param.b64 	%rd1, [k_param_1];
# 	ld.param.b64 	%rd4, [k_param_0];
# 	// begin inline asm
# 	mov.u32 %r3, %smid;
# 	// end inline asm
# 	setp.eq.b64 	%p1, %rd1, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	st.global.b32 	[%rd4], %r3;
# $L__BB0_2:
# 	ld.param.b64 	%rd2, [k_param_2];
# 	setp.lt.u64 	%p2, %rd3, 2;
# 	mov.b32 	%r9, 0f00000000;
# 	mov.b32 	%r8, %r9;
# 	@%p2 bra 	$L__BB0_4;
# 	ld.global.b32 	%r8, [%rd2+4];
# $L__BB0_4:
# 	setp.lt.u64 	%p3, %rd3, 3;
# 	@%p3 bra 	$L__BB0_6;
# 	ld.global.b32 	%r9, [%rd2+8];
# $L__BB0_6:
# 	// begin inline asm
# 	fma.rn.f32 %r4, %r8, %r9, %r8;
# 	// end inline asm
# 	setp.eq.b64 	%p4, %rd3, 0;
# 	@%p4 bra 	$L__BB0_8;
# 	st.global.b32 	[%rd2], %r4;
# $L__BB0_8:
# 	setp.lt.u64 	%p5, %rd1, 2;
# 	mov.b32 	%r11, 0;
# 	mov.b32 	%r10, %r11;
# 	@%p5 bra 	$L__BB0_10;
# 	ld.global.b32 	%r10, [%rd4+4];
# $L__BB0_10:
# 	setp.lt.u64 	%p6, %rd1, 3;
# 	@%p6 bra 	$L__BB0_12;
# 	ld.global.b32 	%r11, [%rd4+8];
# $L__BB0_12:
# 	ld.param.b8 	%rs1, [k_param_4];
# 	// begin inline asm
# 	{
# 	add.s32 %r5, %r10, %r11;
# 	sub.s32 %r6, %r10, %r11;
# 	}
# 	// end inline asm
# 	setp.lt.u64 	%p7, %rd1, 4;
# 	@%p7 bra 	$L__BB0_14;
# 	sub.s32 	%r1, %r5, %r6;
# 	st.global.b32 	[%rd4+12], %r1;
# $L__BB0_14:
# 	// begin inline asm
# 	st.global.u8 [%rd4], %rs1;
# 	// end inline asm
# 	// begin inline asm
# 	bar.warp.sync 0xffffffff;
# 	// end inline asm
# 	// begin inline asm
# 	mov.u64 %rd5, %globaltimer;
# 	// end inline asm
# 	setp.lt.u64 	%p8, %rd1, 5;
# 	@%p8 bra 	$L__BB0_16;
# 	cvt.u32.u64 	%r7, %rd5;
# 	and.b32 	%r2, %r7, 1;
# 	st.global.b32 	[%rd4+16], %r2;
# $L__BB0_16:
# 	ret;
#
# }
