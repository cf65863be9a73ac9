# golden: --emit=ptx --arch=sm_90 --facts=small
# Of a float only the side matters on which it is beyond the table: the
# conversion is to 32 bits; where what it gives is kept, to 64.
import math

from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], int64[::1])")
def lookup(table, x, out):
    i = cuda.grid(1)
    if i < x.size:
        place = int(math.floor(x[i]))
        if place < 0:
            place = 0
        elif place > table.size - 1:
            place = table.size - 1
        out[i] = int(table[place])

# === --emit=ptx --arch=sm_90 --facts=small
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel lookup entry lookup source word_places.py:10
# // arg table array float32 ndim 1 layout C
# // arg x array float32 ndim 1 layout C
# // arg out array int64 ndim 1 layout C
# // param table ptr ptr offset 0 size 8
# // param table shape0 i64 offset 8 size 8
# // param x ptr ptr offset 16 size 8
# // param x shape0 i64 offset 24 size 8
# // param out ptr ptr offset 32 size 8
# // param out shape0 i64 offset 40 size 8
# // facts params 48 shared 0 dynamic no bounds guard typing python
# // launch small
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	lookup
#
# .visible .entry lookup(
# 	.param .u64 .ptr .global .align 4 lookup_param_0,
# 	.param .u64 lookup_param_1,
# 	.param .u64 .ptr .global .align 4 lookup_param_2,
# 	.param .u64 lookup_param_3,
# 	.param .u64 .ptr .global .align 8 lookup_param_4,
# 	.param .u64 lookup_param_5
# )
# {
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<13>;
# 	.reg .b64 	%rd<17>;
#
# 	ld.param.b64 	%rd6, [lookup_param_3];
# 	mov.u32 	%r4, %ctaid.x;
# 	mov.u32 	%r5, %ntid.x;
# 	mul.wide.u32 	%rd7, %r4, %r5;
# 	mov.u32 	%r6, %tid.x;
# 	cvt.u64.u32 	%rd8, %r6;
# 	add.s64 	%rd9, %rd7, %rd8;
# 	setp.ge.u64 	%p1, %rd9, %rd6;
# 	@%p1 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd3, [lookup_param_1];
# 	ld.param.b32 	%r1, [lookup_param_5];
# 	cvt.u32.u64 	%r2, %rd3;
# 	cvt.u32.u64 	%r3, %rd9;
# 	setp.eq.b32 	%p2, %r2, 0;
# 	mov.b64 	%rd16, 0;
# 	@%p2 bra 	$L__BB0_3;
# 	ld.param.b64 	%rd4, [lookup_param_2];
# 	ld.param.b64 	%rd2, [lookup_param_0];
# 	mul.wide.u32 	%rd10, %r3, 4;
# 	add.s64 	%rd11, %rd4, %rd10;
# 	ld.global.b32 	%r7, [%rd11];
# 	cvt.rmi.s32.f32 	%r8, %r7;
# 	setp.lt.s32 	%p3, %r8, 0;
# 	add.s32 	%r9, %r2, -1;
# 	min.s32 	%r10, %r8, %r9;
# 	selp.b32 	%r11, 0, %r10, %p3;
# 	mul.wide.s32 	%rd12, %r11, 4;
# 	add.s64 	%rd13, %rd2, %rd12;
# 	ld.global.b32 	%r12, [%rd13];
# 	cvt.rzi.s64.f32 	%rd14, %r12;
# 	setp.nan.f32 	%p4, %r12, %r12;
# 	selp.b64 	%rd16, 0, %rd14, %p4;
# $L__BB0_3:
# 	setp.ge.u32 	%p5, %r3, %r1;
# 	@%p5 bra 	$L__BB0_5;
# 	ld.param.b64 	%rd5, [lookup_param_4];
# 	mul.wide.u32 	%rd15, %r3, 8;
# 	add.s64 	%rd1, %rd5, %rd15;
# 	st.global.b64 	[%rd1], %rd16;
# $L__BB0_5:
# 	ret;
#
# }
