# golden: --emit=ir
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

# === --emit=ir
# function matmul_threads__device(mm: none) -> i64
#   threads: i64 = i64(cuda.blockDim.x)
#   return min(threads, 6)
#
# function matmul_rank__device(mm: none) -> i64
#   rank: i64 = i64(cuda.threadIdx.x)
#   return rank
#
# function matmul_place__device(by_rows: bool, row: i64, column: i64, ld: i64) -> i64
#   if by_rows
#     return row * ld + column
#   return row + column * ld
#
# function matmul_of_a__device(mm: none, a: shared f32[::1], row: i64, column: i64, ld: i64) -> f32
#   value: f32 = a[matmul_place__device(True, row, column, ld)]
#   return value
#
# function matmul_of_b__device(mm: none, b: shared f32[::1], row: i64, column: i64, ld: i64) -> f32
#   value: f32 = b[matmul_place__device(False, row, column, ld)]
#   return value
#
# function matmul_store__device(mm: none, alpha: f32, total: f32, beta: f32, c: shared f32[::1], row: i64, column: i64, ld: i64)
#   at: i64 = matmul_place__device(True, row, column, ld)
#   if beta == f32(0.0)
#     c[at] = alpha * total
#   else
#     c[at] = fma(alpha, total, beta * c[at])
#
# function matmul_tile__device(mm: none, tile: i64, alpha: f32, a: shared f32[::1], lda: i64, b: shared f32[::1], ldb: i64, beta: f32, c: shared f32[::1], ldc: i64)
#   local @total: f32[1, 2]
#   local @left.1: f32[1]
#   local @right.2: f32[2]
#   first_column: i64 = tile % 2
#   first_row: i64 = tile // 2
#   total: local f32[:, ::1] = @total
#   left: local f32[::1] = @left.1
#   right: local f32[::1] = @right.2
#   for i: i64 in range(0, 1, 1)
#     for j: i64 in range(0, 2, 1)
#       total[i, j] = f32(0.0)
#   for inner: i64 in range(0, 5, 1)
#     for i in range(0, 1, 1)
#       row: i64 = first_row + i * 3
#       left[i] = matmul_of_a__device(False, a, row, inner, lda)
#     for j in range(0, 2, 1)
#       column: i64 = first_column + j * 2
#       right[j] = matmul_of_b__device(False, b, inner, column, ldb)
#     for i in range(0, 1, 1)
#       for j in range(0, 2, 1)
#         total[i, j] = fma(left[i], right[j], total[i, j])
#   for i in range(0, 1, 1)
#     for j in range(0, 2, 1)
#       row = first_row + i * 3
#       column = first_column + j * 2
#       if row < 3 and column < 4
#         matmul_store__device(False, alpha, total[i, j], beta, c, row, column, ldc)
#
# function matmul_by_threads__device(mm: none, fits: bool, alpha: f32, a: shared f32[::1], lda: none, b: shared f32[::1], ldb: none, beta: f32, c: shared f32[::1], ldc: none) -> i64
#   lda.1: i64 = 5
#   ldb.1: i64 = 5
#   ldc.1: i64 = 4
#   threads: i64 = matmul_threads__device(False)
#   tile: i64 = matmul_rank__device(False)
#   if tile < threads
#     while tile < 6
#       matmul_tile__device(False, tile, alpha, a, 5, b, 5, beta, c, 4)
#       tile = tile + threads
#   return 0
#
# kernel k(x: f32[::1])
#   shared @a: f32[3, 5]
#   shared @b.1: f32[20]
#   shared @c.2: f32[3, 4]
#   a: shared f32[:, ::1] = @a
#   b: shared f32[::1] = @b.1
#   c: shared f32[:, ::1] = @c.2
#   i: i32 = cuda.threadIdx.x
#   a[i64(i) % 3, i64(i) % 5] = x[guard i64(i)]
#   b[guard i64(i)] = x[guard i64(i)]
#   cuda.syncthreads()
#   let %5: i64 = a.size in let %6: i64 = b.size in let %7: i64 = c.size in matmul_by_threads__device(False, True, f32(2.0), recast shared f32[::1] a shape (%5), False, b, False, f32(0.0), recast shared f32[::1] c shape (%7), False)
#   cuda.syncthreads()
#   x[guard i64(i)] = c[i64(i) % 3, i64(i) % 4] + f32(188.0)

# === --emit=ptx --arch=sm_75
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source matmul.py:18
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
