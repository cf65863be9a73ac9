# golden: --emit=ptx --bounds=none
# Counting bits is a function like others: the loop is repeated.
from numba import cuda


@cuda.jit("void(int32[::1], int32[::1])")
def k(x, out):
    s = 0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        s += cuda.popc(x[i]) + cuda.clz(x[i])
    out[cuda.grid(1)] = s

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source bits_in_loops.py:7
# // arg x array int32 ndim 1 layout C
# // arg out array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param out ptr ptr offset 16 size 8
# // param out shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds none typing python
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
# 	.param .u64 k_param_3
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<29>;
# 	.reg .b64 	%rd<23>;
#
# 	ld.param.b64 	%rd5, [k_param_1];
# 	ld.param.b64 	%rd4, [k_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r2, %ntid.x;
# 	mul.wide.u32 	%rd7, %r1, %r2;
# 	mov.u32 	%r3, %tid.x;
# 	cvt.u64.u32 	%rd8, %r3;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	mov.u32 	%r4, %nctaid.x;
# 	mul.wide.u32 	%rd2, %r4, %r2;
# 	mad.lo.s64 	%rd3, %rd2, -3, %rd5;
# 	setp.lt.s64 	%p1, %rd1, %rd3;
# 	mov.b32 	%r28, 0;
# 	mov.b64 	%rd22, %rd1;
# 	@%p1 bra 	$L__BB0_1;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_1:
# 	mov.b64 	%rd22, %rd1;
# $L__BB0_2:
# 	shl.b64 	%rd9, %rd22, 2;
# 	add.s64 	%rd10, %rd4, %rd9;
# 	ld.global.b32 	%r5, [%rd10];
# 	popc.b32 	%r6, %r5;
# 	clz.b32 	%r7, %r5;
# 	add.s64 	%rd11, %rd22, %rd2;
# 	shl.b64 	%rd12, %rd2, 2;
# 	add.s64 	%rd13, %rd10, %rd12;
# 	ld.global.b32 	%r8, [%rd13];
# 	popc.b32 	%r9, %r8;
# 	clz.b32 	%r10, %r8;
# 	add.s64 	%rd14, %rd11, %rd2;
# 	add.s64 	%rd15, %rd13, %rd12;
# 	ld.global.b32 	%r11, [%rd15];
# 	popc.b32 	%r12, %r11;
# 	clz.b32 	%r13, %r11;
# 	add.s64 	%rd16, %rd14, %rd2;
# 	add.s64 	%rd17, %rd15, %rd12;
# 	ld.global.b32 	%r14, [%rd17];
# 	popc.b32 	%r15, %r14;
# 	clz.b32 	%r16, %r14;
# 	add.s32 	%r17, %r7, %r28;
# 	add.s32 	%r18, %r17, %r6;
# 	add.s32 	%r19, %r18, %r10;
# 	add.s32 	%r20, %r19, %r9;
# 	add.s32 	%r21, %r20, %r13;
# 	add.s32 	%r22, %r21, %r12;
# 	add.s32 	%r23, %r22, %r16;
# 	add.s32 	%r28, %r23, %r15;
# 	add.s64 	%rd22, %rd16, %rd2;
# 	setp.lt.s64 	%p2, %rd22, %rd3;
# 	@%p2 bra 	$L__BB0_2;
# $L__BB0_3:
# 	ld.param.b64 	%rd6, [k_param_2];
# 	setp.lt.u64 	%p3, %rd22, %rd5;
# 	@%p3 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_4:
# 	.pragma "nounroll";
# 	shl.b64 	%rd18, %rd22, 2;
# 	add.s64 	%rd19, %rd4, %rd18;
# 	ld.global.b32 	%r24, [%rd19];
# 	popc.b32 	%r25, %r24;
# 	clz.b32 	%r26, %r24;
# 	add.s32 	%r27, %r26, %r28;
# 	add.s32 	%r28, %r27, %r25;
# 	add.s64 	%rd22, %rd22, %rd2;
# 	setp.lt.s64 	%p4, %rd22, %rd5;
# 	@%p4 bra 	$L__BB0_4;
# $L__BB0_5:
# 	shl.b64 	%rd20, %rd1, 2;
# 	add.s64 	%rd21, %rd6, %rd20;
# 	st.global.b32 	[%rd21], %r28;
# 	ret;
#
# }
