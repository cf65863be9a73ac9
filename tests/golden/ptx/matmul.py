# golden: --emit=ptx --arch=sm_75
# The threads' tiles, of matrices that these do not fill; no local memory.
import numpy as np
from numba import cuda
from nvmath.device import Matmul

MM = Matmul(
    size=(3, 4, 5),
    precision=np.float32,
    data_type="real",
    arrangement=("row_major", "col_major", "row_major"),
    block_size=6,
)


@cuda.jit("void(float32[::1])", link=MM.files)
def k(x):
    a = cuda.shared.array(MM.a_dim, MM.a_value_type)
    b = cuda.shared.array(MM.b_size, MM.b_value_type)
    c = cuda.shared.array(MM.c_dim, MM.c_value_type)
    i = cuda.threadIdx.x
    a[i % 3, i % 5] = x[i]
    b[i] = x[i]
    cuda.syncthreads()
    MM.execute(2.0, a, b, 0.0, c)
    cuda.syncthreads()
    x[i] = c[i % 3, i % 4] + MM.get_shared_storage_size()

# === --emit=ptx --arch=sm_75
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source matmul.py:17
# // arg x array float32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 192 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
# // k_shared1 has been demoted
# // k_shared2 has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<50>;
# 	.reg .b64 	%rd<26>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[60];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[80];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[48];
# 	ld.param.b64 	%rd5, [k_param_1];
# 	ld.param.b64 	%rd6, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd5, %rd1;
# 	mul.wide.u32 	%rd7, %r1, 4;
# 	add.s64 	%rd2, %rd6, %rd7;
# 	mov.b32 	%r48, 0f00000000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r48, [%rd2];
# $L__BB0_2:
# 	cvt.u32.u64 	%r4, %rd1;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r4, 1431655766; mov.b64 {low, %r5}, wide; }
# 	mul.lo.s32 	%r6, %r5, 3;
# 	sub.s32 	%r2, %r4, %r6;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r4, 858993460; mov.b64 {low, %r7}, wide; }
# 	mul.lo.s32 	%r8, %r7, 5;
# 	sub.s32 	%r9, %r4, %r8;
# 	mul.lo.s32 	%r10, %r2, 20;
# 	cvt.u64.u32 	%rd8, %r10;
# 	mov.b64 	%rd9, k_shared;
# 	add.s64 	%rd10, %rd9, %rd8;
# 	mul.wide.u32 	%rd11, %r9, 4;
# 	add.s64 	%rd12, %rd10, %rd11;
# 	st.shared.b32 	[%rd12], %r48;
# 	setp.gt.u32 	%p2, %r4, 19;
# 	mov.b64 	%rd13, k_shared1;
# 	@%p2 bra 	$L__BB0_4;
# 	add.s64 	%rd3, %rd13, %rd7;
# 	st.shared.b32 	[%rd3], %r48;
# $L__BB0_4:
# 	bar.sync 	0;
# 	mov.u32 	%r11, %ntid.x;
# 	min.u32 	%r3, %r11, 6;
# 	setp.ge.u32 	%p3, %r4, %r3;
# 	mov.b64 	%rd25, k_shared2;
# 	@%p3 bra 	$L__BB0_7;
# 	mov.b32 	%r49, %r1;
# $L__BB0_6:
# 	shr.u32 	%r12, %r49, 1;
# 	mul.lo.s32 	%r13, %r12, 20;
# 	cvt.u64.u32 	%rd14, %r13;
# 	add.s64 	%rd15, %rd9, %rd14;
# 	ld.shared.b32 	%r14, [%rd15+16];
# 	and.b32 	%r15, %r49, 1;
# 	mul.lo.s32 	%r16, %r15, 20;
# 	cvt.u64.u32 	%rd16, %r16;
# 	add.s64 	%rd17, %rd13, %rd16;
# 	ld.shared.b32 	%r17, [%rd17+56];
# 	ld.shared.b32 	%r18, [%rd15+12];
# 	ld.shared.b32 	%r19, [%rd17+52];
# 	ld.shared.b32 	%r20, [%rd15+8];
# 	ld.shared.b32 	%r21, [%rd17+48];
# 	ld.shared.b32 	%r22, [%rd15+4];
# 	ld.shared.b32 	%r23, [%rd17+44];
# 	ld.shared.b32 	%r24, [%rd15];
# 	ld.shared.b32 	%r25, [%rd17+40];
# 	fma.rn.f32 	%r26, %r24, %r25, 0f00000000;
# 	fma.rn.f32 	%r27, %r22, %r23, %r26;
# 	fma.rn.f32 	%r28, %r20, %r21, %r27;
# 	fma.rn.f32 	%r29, %r18, %r19, %r28;
# 	fma.rn.f32 	%r30, %r14, %r17, %r29;
# 	ld.shared.b32 	%r31, [%rd17+16];
# 	ld.shared.b32 	%r32, [%rd17+12];
# 	ld.shared.b32 	%r33, [%rd17+8];
# 	ld.shared.b32 	%r34, [%rd17+4];
# 	ld.shared.b32 	%r35, [%rd17];
# 	fma.rn.f32 	%r36, %r24, %r35, 0f00000000;
# 	fma.rn.f32 	%r37, %r22, %r34, %r36;
# 	fma.rn.f32 	%r38, %r20, %r33, %r37;
# 	fma.rn.f32 	%r39, %r18, %r32, %r38;
# 	fma.rn.f32 	%r40, %r14, %r31, %r39;
# 	mul.wide.u32 	%rd18, %r15, 4;
# 	add.s64 	%rd19, %rd25, %rd18;
# 	shl.b32 	%r41, %r12, 4;
# 	cvt.u64.u32 	%rd20, %r41;
# 	add.s64 	%rd21, %rd19, %rd20;
# 	add.rn.f32 	%r42, %r40, %r40;
# 	st.shared.b32 	[%rd21], %r42;
# 	add.rn.f32 	%r43, %r30, %r30;
# 	st.shared.b32 	[%rd21+8], %r43;
# 	add.s32 	%r49, %r49, %r3;
# 	setp.lt.u32 	%p4, %r49, 6;
# 	@%p4 bra 	$L__BB0_6;
# $L__BB0_7:
# 	bar.sync 	0;
# 	@%p1 bra 	$L__BB0_9;
# 	shl.b32 	%r44, %r2, 4;
# 	cvt.u64.u32 	%rd22, %r44;
# 	add.s64 	%rd23, %rd25, %rd22;
# 	and.b32 	%r45, %r1, 3;
# 	mul.wide.u32 	%rd24, %r45, 4;
# 	add.s64 	%rd4, %rd23, %rd24;
# 	ld.shared.b32 	%r46, [%rd4];
# 	add.rn.f32 	%r47, %r46, 0f433C0000;
# 	st.global.b32 	[%rd2], %r47;
# $L__BB0_9:
# 	ret;
#
# }
