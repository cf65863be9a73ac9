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
# 	.reg .b16 	%rs<8>;
# 	.reg .b32 	%r<38>;
# 	.reg .b64 	%rd<32>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[60];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[80];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared2[48];
# 	ld.param.b64 	%rd7, [k_param_1];
# 	ld.param.b64 	%rd8, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	cvt.u64.u32 	%rd1, %r1;
# 	setp.le.u64 	%p1, %rd7, %rd1;
# 	mul.wide.u32 	%rd9, %r1, 4;
# 	add.s64 	%rd2, %rd8, %rd9;
# 	mov.b32 	%r37, 0f00000000;
# 	mov.b32 	%r36, %r37;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r36, [%rd2];
# $L__BB0_2:
# 	cvt.u16.u64 	%rs1, %rd1;
# 	mul.hi.u16 	%rs2, %rs1, 21846;
# 	mul.lo.s16 	%rs3, %rs2, 3;
# 	sub.s16 	%rs4, %rs1, %rs3;
# 	mul.hi.u16 	%rs5, %rs1, 13108;
# 	mul.lo.s16 	%rs6, %rs5, 5;
# 	sub.s16 	%rs7, %rs1, %rs6;
# 	cvt.u32.u16 	%r2, %rs4;
# 	mul.wide.u32 	%rd10, %r2, 20;
# 	mov.b64 	%rd11, k_shared;
# 	add.s64 	%rd12, %rd11, %rd10;
# 	cvt.u32.u16 	%r3, %rs7;
# 	mul.wide.u32 	%rd13, %r3, 4;
# 	add.s64 	%rd14, %rd12, %rd13;
# 	st.shared.b32 	[%rd14], %r36;
# 	@%p1 bra 	$L__BB0_4;
# 	ld.global.b32 	%r37, [%rd2];
# $L__BB0_4:
# 	cvt.u32.u64 	%r4, %rd1;
# 	setp.gt.u32 	%p2, %r4, 19;
# 	mov.b64 	%rd16, k_shared1;
# 	@%p2 bra 	$L__BB0_6;
# 	shl.b64 	%rd15, %rd1, 2;
# 	add.s64 	%rd4, %rd16, %rd15;
# 	st.shared.b32 	[%rd4], %r37;
# $L__BB0_6:
# 	bar.sync 	0;
# 	mov.u32 	%r5, %ntid.x;
# 	min.u32 	%r6, %r5, 6;
# 	setp.ge.u32 	%p3, %r4, %r6;
# 	@%p3 bra 	$L__BB0_9;
# 	cvt.u64.u32 	%rd5, %r6;
# 	mov.b64 	%rd20, k_shared2;
# 	mov.b64 	%rd31, %rd1;
# $L__BB0_8:
# 	shr.u64 	%rd17, %rd31, 1;
# 	and.b64 	%rd18, %rd31, 1;
# 	shl.b64 	%rd19, %rd18, 2;
# 	add.s64 	%rd21, %rd20, %rd19;
# 	shl.b64 	%rd22, %rd17, 4;
# 	add.s64 	%rd23, %rd21, %rd22;
# 	mad.lo.s64 	%rd24, %rd17, 20, %rd11;
# 	ld.shared.b32 	%r7, [%rd24+16];
# 	mad.lo.s64 	%rd25, %rd18, 20, %rd16;
# 	ld.shared.b32 	%r8, [%rd25+56];
# 	ld.shared.b32 	%r9, [%rd24+12];
# 	ld.shared.b32 	%r10, [%rd25+52];
# 	ld.shared.b32 	%r11, [%rd24+8];
# 	ld.shared.b32 	%r12, [%rd25+48];
# 	ld.shared.b32 	%r13, [%rd24+4];
# 	ld.shared.b32 	%r14, [%rd25+44];
# 	ld.shared.b32 	%r15, [%rd24];
# 	ld.shared.b32 	%r16, [%rd25+40];
# 	fma.rn.f32 	%r17, %r15, %r16, 0f00000000;
# 	fma.rn.f32 	%r18, %r13, %r14, %r17;
# 	fma.rn.f32 	%r19, %r11, %r12, %r18;
# 	fma.rn.f32 	%r20, %r9, %r10, %r19;
# 	fma.rn.f32 	%r21, %r7, %r8, %r20;
# 	ld.shared.b32 	%r22, [%rd25+16];
# 	ld.shared.b32 	%r23, [%rd25+12];
# 	ld.shared.b32 	%r24, [%rd25+8];
# 	ld.shared.b32 	%r25, [%rd25+4];
# 	ld.shared.b32 	%r26, [%rd25];
# 	fma.rn.f32 	%r27, %r15, %r26, 0f00000000;
# 	fma.rn.f32 	%r28, %r13, %r25, %r27;
# 	fma.rn.f32 	%r29, %r11, %r24, %r28;
# 	fma.rn.f32 	%r30, %r9, %r23, %r29;
# 	fma.rn.f32 	%r31, %r7, %r22, %r30;
# 	add.rn.f32 	%r32, %r31, %r31;
# 	st.shared.b32 	[%rd23], %r32;
# 	add.rn.f32 	%r33, %r21, %r21;
# 	st.shared.b32 	[%rd23+8], %r33;
# 	add.s64 	%rd31, %rd31, %rd5;
# 	setp.lt.u64 	%p4, %rd31, 6;
# 	@%p4 bra 	$L__BB0_8;
# $L__BB0_9:
# 	bar.sync 	0;
# 	@%p1 bra 	$L__BB0_11;
# 	cvt.u64.u16 	%rd3, %rs4;
# 	shl.b64 	%rd26, %rd3, 4;
# 	mov.b64 	%rd27, k_shared2;
# 	add.s64 	%rd28, %rd27, %rd26;
# 	and.b64 	%rd29, %rd1, 3;
# 	shl.b64 	%rd30, %rd29, 2;
# 	add.s64 	%rd6, %rd28, %rd30;
# 	ld.shared.b32 	%r34, [%rd6];
# 	add.rn.f32 	%r35, %r34, 0f433C0000;
# 	st.global.b32 	[%rd2], %r35;
# $L__BB0_11:
# 	ret;
#
# }
