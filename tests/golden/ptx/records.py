# golden: --emit=ptx --bounds=none
from numba import cuda, from_dtype
import numpy as np

packed = from_dtype(np.dtype([("tag", "i1"), ("value", "f4")]))


@cuda.jit("void(record(x: float32, n: int32)[::1], record(x: float64, n: int32))")
def copy(a, p):
    i = cuda.grid(1)
    a[i].x = p.x
    a[i].n = p.n


@cuda.jit((packed[::1], packed[::1]))
def unaligned(a, b):
    i = cuda.grid(1)
    a[i].value = b[i].value

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel copy entry copy source records.py:9
# // arg a array record(x:%20float32,%20n:%20int32) ndim 1 layout C bytes 8
# // arg p scalar record(x:%20float64,%20n:%20int32)
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param p value bytes offset 16 size 16
# // facts params 32 shared 0 dynamic no bounds none typing python
# // kernel unaligned entry unaligned source records.py:16
# // arg a array record(tag:%20int8,%20value:%20float32,%20packed=True) ndim 1 layout C bytes 5
# // arg b array record(tag:%20int8,%20value:%20float32,%20packed=True) ndim 1 layout C bytes 5
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	copy
#
# .visible .entry copy(
# 	.param .u64 .ptr .global .align 4 copy_param_0,
# 	.param .u64 copy_param_1,
# 	.param .align 8 .b8 copy_param_2[16]
# )
# {
# 	.reg .b32 	%r<6>;
# 	.reg .b64 	%rd<8>;
#
# 	ld.param.b64 	%rd1, [copy_param_0];
# 	ld.param.b64 	%rd2, [copy_param_2];
# 	ld.param.b32 	%r1, [copy_param_2+8];
# 	mov.u32 	%r2, %ctaid.x;
# 	mov.u32 	%r3, %ntid.x;
# 	mul.wide.u32 	%rd3, %r2, %r3;
# 	mov.u32 	%r4, %tid.x;
# 	cvt.u64.u32 	%rd4, %r4;
# 	add.s64 	%rd5, %rd3, %rd4;
# 	cvt.rn.f32.f64 	%r5, %rd2;
# 	shl.b64 	%rd6, %rd5, 3;
# 	add.s64 	%rd7, %rd1, %rd6;
# 	st.global.b32 	[%rd7], %r5;
# 	st.global.b32 	[%rd7+4], %r1;
# 	ret;
#
# }
# 	// .globl	unaligned
# .visible .entry unaligned(
# 	.param .u64 .ptr .global .align 1 unaligned_param_0,
# 	.param .u64 unaligned_param_1,
# 	.param .u64 .ptr .global .align 1 unaligned_param_2,
# 	.param .u64 unaligned_param_3
# )
# {
# 	.reg .b32 	%r<23>;
# 	.reg .b64 	%rd<9>;
#
# 	ld.param.b64 	%rd1, [unaligned_param_0];
# 	mov.u32 	%r3, %ctaid.x;
# 	ld.param.b64 	%rd2, [unaligned_param_2];
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd3, %r3, %r4;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd4, %r5;
# 	add.s64 	%rd5, %rd3, %rd4;
# 	mul.lo.s64 	%rd6, %rd5, 5;
# 	add.s64 	%rd7, %rd2, %rd6;
# 	ld.global.b8 	%r6, [%rd7+1];
# 	ld.global.b8 	%r7, [%rd7+2];
# 	shl.b32 	%r8, %r7, 8;
# 	or.b32 	%r9, %r8, %r6;
# 	ld.global.b8 	%r10, [%rd7+3];
# 	shl.b32 	%r11, %r10, 16;
# 	ld.global.b8 	%r12, [%rd7+4];
# 	shl.b32 	%r13, %r12, 24;
# 	or.b32 	%r14, %r13, %r11;
# 	or.b32 	%r2, %r14, %r9;
# 	add.s64 	%rd8, %rd1, %rd6;
# 	// begin inline asm
# 	and.b32 %r1, %r2, 255;
# 	// end inline asm
# 	shr.u32 	%r15, %r14, 16;
# 	shr.u32 	%r16, %r2, 8;
# 	prmt.b32 	%r17, %r1, %r16, 0x3340U;
# 	prmt.b32 	%r18, %r15, %r12, 0x3340U;
# 	prmt.b32 	%r19, %r17, %r18, 0x5410U;
# 	st.global.b8 	[%rd8+1], %r19;
# 	shr.u32 	%r20, %r19, 16;
# 	st.global.b8 	[%rd8+3], %r20;
# 	shr.u32 	%r21, %r19, 24;
# 	st.global.b8 	[%rd8+4], %r21;
# 	shr.u32 	%r22, %r19, 8;
# 	st.global.b8 	[%rd8+2], %r22;
# 	ret;
#
# }
