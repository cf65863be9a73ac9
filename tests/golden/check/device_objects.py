# golden: --emit=ir --passes=-inline-functions
# Objects of host code are constants, and their calls device functions for them.
import numpy as np
from numba import cuda
from nvmath.device import FFT, Dim3, Matmul

OPTIONS = {"data_type": "complex", "block_dim": Dim3(4, 2)}
MM = Matmul(
    size=(3, 4, 5),
    precision=np.float32,
    transpose_mode=("conj_transposed", "non_transposed"),
    leading_dimension=(6, 5, 3),
    **OPTIONS,
)
fft = FFT(2, np.float32, "c2c", "Thread", direction="inverse")


@cuda.jit("void(complex64[::1], int64[::1], int64)", link=MM.files)
def k(x, n, ld):
    a = cuda.shared.array(MM.b_size, MM.a_value_type)
    c = cuda.shared.array(0, MM.c_value_type)
    MM(2, a, a, 0.5j, c)
    MM.execute(1.0, a, 6, a, ld, 0.0, c[4:], 3)
    n[0] = MM.a_size + MM.leading_dimension.a + MM.block_dim.y
    n[1] = MM.get_shared_storage_size()
    z = cuda.local.array(fft.storage_size, fft.value_type)
    z[0] = x[0]
    z[1] = x[1]
    fft(z)
    x[0] = z[0]

# === --emit=ir --passes=-inline-functions
# function __pyk2ptx_check(value: bool) -> bool
#   if not value
#     raise ValueError("the array of C is shorter than the 12 elements that `MM` uses") reported
#   return value
#
# function matmul_threads__device(mm: none) -> i64
#   threads: i64 = i64(cuda.blockDim.x)
#   threads = threads * i64(cuda.blockDim.y)
#   return min(threads, 8)
#
# function matmul_rank__device(mm: none) -> i64
#   rank: i64 = i64(cuda.threadIdx.x)
#   rank = rank + i64(cuda.threadIdx.y) * i64(cuda.blockDim.x)
#   return rank
#
# function matmul_place__device(by_rows: none, row: i64, column: i64, ld: none) -> i64
#   return row * 6 + column
#
# function matmul_number__device(form: none, value: c64) -> c64
#   return value
#
# function matmul_of_a__device(mm: none, a: shared c64[::1], row: i64, column: i64, ld: none) -> c64
#   given: c64 = a[matmul_place__device(False, row, column, False)]
#   value: c64 = matmul_number__device(False, given)
#   return complex(np.real(value), -np.imag(value))
#
# function matmul_place__device_1(by_rows: none, row: i64, column: i64, ld: none) -> i64
#   return row + column * 5
#
# function matmul_of_b__device(mm: none, b: shared c64[::1], row: i64, column: i64, ld: none) -> c64
#   given: c64 = b[matmul_place__device_1(False, row, column, False)]
#   value: c64 = matmul_number__device(False, given)
#   return value
#
# function matmul_place__device_2(by_rows: none, row: i64, column: i64, ld: none) -> i64
#   return row + column * 3
#
# function matmul_store__device(mm: none, alpha: c64, total: c64, beta: c64, c: shared c64[::1], row: i64, column: i64, ld: none)
#   at: i64 = matmul_place__device_2(False, row, column, False)
#   if let %9: c64 = c64(0.0, 0.0) in np.real(beta) == np.real(%9) and np.imag(beta) == np.imag(%9)
#     c[at] = complex(fma(np.real(alpha), np.real(total), -(np.imag(alpha) * np.imag(total))), fma(np.real(alpha), np.imag(total), np.imag(alpha) * np.real(total)))
#   else
#     was: c64 = matmul_number__device(False, c[at])
#     c[at] = let %11: c64 = complex(fma(np.real(alpha), np.real(total), -(np.imag(alpha) * np.imag(total))), fma(np.real(alpha), np.imag(total), np.imag(alpha) * np.real(total))) in let %12: c64 = complex(fma(np.real(beta), np.real(was), -(np.imag(beta) * np.imag(was))), fma(np.real(beta), np.imag(was), np.imag(beta) * np.real(was))) in complex(np.real(%11) + np.real(%12), np.imag(%11) + np.imag(%12))
#
# function matmul_tile__device(mm: none, tile: i64, alpha: c64, a: shared c64[::1], lda: none, b: shared c64[::1], ldb: none, beta: c64, c: shared c64[::1], ldc: none)
#   local @total: c64[1, 2]
#   local @left.1: c64[1]
#   local @right.2: c64[2]
#   first_row: i64 = tile % 3
#   first_column: i64 = tile // 3
#   total: local c64[:, ::1] = @total
#   left: local c64[::1] = @left.1
#   right: local c64[::1] = @right.2
#   for i: i64 in range(0, 1, 1)
#     for j: i64 in range(0, 2, 1)
#       total[i, j] = c64(0.0, 0.0)
#   for inner: i64 in range(0, 5, 1)
#     for i in range(0, 1, 1)
#       row: i64 = first_row + i * 3
#       left[i] = matmul_of_a__device(False, a, row, inner, False)
#     for j in range(0, 2, 1)
#       column: i64 = first_column + j * 2
#       right[j] = matmul_of_b__device(False, b, inner, column, False)
#     for i in range(0, 1, 1)
#       for j in range(0, 2, 1)
#         total[i, j] = let %30: c64 = total[i, j] in let %31: c64 = (let %28: c64 = left[i] in let %29: c64 = right[j] in complex(fma(np.real(%28), np.real(%29), -(np.imag(%28) * np.imag(%29))), fma(np.real(%28), np.imag(%29), np.imag(%28) * np.real(%29)))) in complex(np.real(%30) + np.real(%31), np.imag(%30) + np.imag(%31))
#   for i in range(0, 1, 1)
#     for j in range(0, 2, 1)
#       row = first_row + i * 3
#       column = first_column + j * 2
#       if row < 3 and column < 4
#         matmul_store__device(False, alpha, total[i, j], beta, c, row, column, False)
#
# function matmul_tiles__device(mm: none, alpha: c64, a: shared c64[::1], lda: none, b: shared c64[::1], ldb: none, beta: c64, c: shared c64[::1], ldc: none) -> i64
#   lda.1: i64 = 6
#   ldb.1: i64 = 5
#   ldc.1: i64 = 3
#   threads: i64 = matmul_threads__device(False)
#   tile: i64 = matmul_rank__device(False)
#   if tile < threads
#     while tile < 6
#       matmul_tile__device(False, tile, alpha, a, False, b, False, beta, c, False)
#       tile = tile + threads
#   return 0
#
# function matmul_by_threads__device(mm: none, fits: bool, alpha: c64, a: shared c64[::1], lda: none, b: shared c64[::1], ldb: none, beta: c64, c: shared c64[::1], ldc: none) -> i64
#   cuda.coop._called(i32(2), i32(8), c, i32((let %10: c64 = c64(0.0, 0.0) in np.real(beta) != np.real(%10) or np.imag(beta) != np.imag(%10))))
#   matmul_tiles__device(False, alpha, a, False, b, False, beta, c, False)
#   return 0
#
# function __pyk2ptx_check_1(value: bool) -> bool
#   if not value
#     raise ValueError("the leading dimension of B is less than its lines are long in `MM.execute`") reported
#   return value
#
# function __pyk2ptx_check_2(value: bool) -> bool
#   if not value
#     raise ValueError("the array of B is shorter than the elements that `MM.execute` uses") reported
#   return value
#
# function __pyk2ptx_check_3(value: bool) -> bool
#   if not value
#     raise ValueError("the array of C is shorter than the 12 elements that `MM.execute` uses") reported
#   return value
#
# function matmul_threads__device_1(mm: none) -> i64
#   threads: i64 = i64(cuda.blockDim.x)
#   threads = threads * i64(cuda.blockDim.y)
#   return min(threads, 8)
#
# function matmul_rank__device_1(mm: none) -> i64
#   rank: i64 = i64(cuda.threadIdx.x)
#   rank = rank + i64(cuda.threadIdx.y) * i64(cuda.blockDim.x)
#   return rank
#
# function matmul_place__device_3(by_rows: none, row: i64, column: i64, ld: i64) -> i64
#   return row * ld + column
#
# function matmul_number__device_1(form: none, value: c64) -> c64
#   return value
#
# function matmul_of_a__device_1(mm: none, a: shared c64[::1], row: i64, column: i64, ld: i64) -> c64
#   given: c64 = a[matmul_place__device_3(False, row, column, ld)]
#   value: c64 = matmul_number__device_1(False, given)
#   return complex(np.real(value), -np.imag(value))
#
# function matmul_place__device_4(by_rows: none, row: i64, column: i64, ld: i64) -> i64
#   return row + column * ld
#
# function matmul_of_b__device_1(mm: none, b: shared c64[::1], row: i64, column: i64, ld: i64) -> c64
#   given: c64 = b[matmul_place__device_4(False, row, column, ld)]
#   value: c64 = matmul_number__device_1(False, given)
#   return value
#
# function matmul_store__device_1(mm: none, alpha: c64, total: c64, beta: c64, c: shared c64[::1], row: i64, column: i64, ld: i64)
#   at: i64 = matmul_place__device_4(False, row, column, ld)
#   if let %9: c64 = c64(0.0, 0.0) in np.real(beta) == np.real(%9) and np.imag(beta) == np.imag(%9)
#     c[at] = complex(fma(np.real(alpha), np.real(total), -(np.imag(alpha) * np.imag(total))), fma(np.real(alpha), np.imag(total), np.imag(alpha) * np.real(total)))
#   else
#     was: c64 = matmul_number__device_1(False, c[at])
#     c[at] = let %11: c64 = complex(fma(np.real(alpha), np.real(total), -(np.imag(alpha) * np.imag(total))), fma(np.real(alpha), np.imag(total), np.imag(alpha) * np.real(total))) in let %12: c64 = complex(fma(np.real(beta), np.real(was), -(np.imag(beta) * np.imag(was))), fma(np.real(beta), np.imag(was), np.imag(beta) * np.real(was))) in complex(np.real(%11) + np.real(%12), np.imag(%11) + np.imag(%12))
#
# function matmul_tile__device_1(mm: none, tile: i64, alpha: c64, a: shared c64[::1], lda: i64, b: shared c64[::1], ldb: i64, beta: c64, c: shared c64[::1], ldc: i64)
#   local @total: c64[1, 2]
#   local @left.1: c64[1]
#   local @right.2: c64[2]
#   first_row: i64 = tile % 3
#   first_column: i64 = tile // 3
#   total: local c64[:, ::1] = @total
#   left: local c64[::1] = @left.1
#   right: local c64[::1] = @right.2
#   for i: i64 in range(0, 1, 1)
#     for j: i64 in range(0, 2, 1)
#       total[i, j] = c64(0.0, 0.0)
#   for inner: i64 in range(0, 5, 1)
#     for i in range(0, 1, 1)
#       row: i64 = first_row + i * 3
#       left[i] = matmul_of_a__device_1(False, a, row, inner, lda)
#     for j in range(0, 2, 1)
#       column: i64 = first_column + j * 2
#       right[j] = matmul_of_b__device_1(False, b, inner, column, ldb)
#     for i in range(0, 1, 1)
#       for j in range(0, 2, 1)
#         total[i, j] = let %30: c64 = total[i, j] in let %31: c64 = (let %28: c64 = left[i] in let %29: c64 = right[j] in complex(fma(np.real(%28), np.real(%29), -(np.imag(%28) * np.imag(%29))), fma(np.real(%28), np.imag(%29), np.imag(%28) * np.real(%29)))) in complex(np.real(%30) + np.real(%31), np.imag(%30) + np.imag(%31))
#   for i in range(0, 1, 1)
#     for j in range(0, 2, 1)
#       row = first_row + i * 3
#       column = first_column + j * 2
#       if row < 3 and column < 4
#         matmul_store__device_1(False, alpha, total[i, j], beta, c, row, column, ldc)
#
# function matmul_tiles__device_1(mm: none, alpha: c64, a: shared c64[::1], lda: i64, b: shared c64[::1], ldb: i64, beta: c64, c: shared c64[::1], ldc: i64) -> i64
#   lda = lda
#   ldb = ldb
#   ldc = ldc
#   threads: i64 = matmul_threads__device_1(False)
#   tile: i64 = matmul_rank__device_1(False)
#   if tile < threads
#     while tile < 6
#       matmul_tile__device_1(False, tile, alpha, a, lda, b, ldb, beta, c, ldc)
#       tile = tile + threads
#   return 0
#
# function matmul_by_threads__device_1(mm: none, fits: bool, alpha: c64, a: shared c64[::1], lda: i64, b: shared c64[::1], ldb: i64, beta: c64, c: shared c64[::1], ldc: i64) -> i64
#   cuda.coop._called(i32(2), i32(8), c, i32((let %10: c64 = c64(0.0, 0.0) in np.real(beta) != np.real(%10) or np.imag(beta) != np.imag(%10))))
#   matmul_tiles__device_1(False, alpha, a, lda, b, ldb, beta, c, ldc)
#   return 0
#
# function fft_whole__device(fft: none, registers: local c64[::1], real: local f32[::1], imaginary: local f32[::1], shared: local c64[::1], rank: none, first: none)
#   i: i64 = 0
#   real[0] = np.real(registers[0])
#   imaginary[0] = np.imag(registers[0])
#   i = 1
#   real[1] = np.real(registers[1])
#   imaginary[1] = np.imag(registers[1])
#
# function fft_butterflies__device(fft: none, step: none, real: local f32[::1], imaginary: local f32[::1], each: none)
#   row: i64 = 0
#   first: i64 = 0
#   second: i64 = 1
#   form: i64 = 0
#   cosine: f64 = 1.0
#   sine: f64 = 0.0
#   i: i64 = 0
#   j: i64 = 1
#   x: f32 = real[1]
#   y: f32 = imaginary[1]
#   real[1] = real[0] - x
#   imaginary[1] = imaginary[0] - y
#   real[0] = real[0] + x
#   imaginary[0] = imaginary[0] + y
#
# function fft_in_order__device(fft: none, step: none, real: local f32[::1], imaginary: local f32[::1], behind: none)
#   local @x: f32[2]
#   local @y.1: f32[2]
#   x: local f32[::1] = @x
#   y: local f32[::1] = @y.1
#   each: i64 = 0
#   r: i64 = 0
#   at: i64 = 0
#   x[0] = real[0]
#   y[0] = imaginary[0]
#   r = 1
#   at = 1
#   x[1] = real[1]
#   y[1] = imaginary[1]
#   r = 0
#   at = 0
#   real[0] = x[0]
#   imaginary[0] = y[0]
#   r = 1
#   at = 1
#   real[1] = x[1]
#   imaginary[1] = y[1]
#
# function fft_pass__device(fft: none, step: none, real: local f32[::1], imaginary: local f32[::1], shared: local c64[::1], rank: none, first: none)
#   each: i64 = 0
#   at: i64 = 0
#   fft_butterflies__device(False, False, real, imaginary, False)
#   behind: i64 = 0
#   fft_in_order__device(False, False, real, imaginary, False)
#
# function fft_passes__device(fft: none, real: local f32[::1], imaginary: local f32[::1], shared: local c64[::1], rank: none, first: none)
#   number: i64 = 0
#   fft_pass__device(False, False, real, imaginary, shared, False, False)
#
# function fft_results__device(fft: none, registers: local c64[::1], real: local f32[::1], imaginary: local f32[::1], shared: local c64[::1], rank: none, first: none)
#   i: i64 = 0
#   registers[0] = complex(real[0], imaginary[0])
#   i = 1
#   registers[1] = complex(real[1], imaginary[1])
#
# function fft_of_thread__device(fft: none, fits: none, registers: local c64[::1]) -> i64
#   local @real: f32[2]
#   local @imaginary.1: f32[2]
#   real: local f32[::1] = @real
#   imaginary: local f32[::1] = @imaginary.1
#   fft_whole__device(False, registers, real, imaginary, registers, False, False)
#   fft_passes__device(False, real, imaginary, registers, False, False)
#   fft_results__device(False, registers, real, imaginary, registers, False, False)
#   return 0
#
# kernel k(x: c64[::1], n: i64[::1], ld: i64)
#   shared @a: c64[20]
#   shared @c.1: c64[0] dynamic
#   local @z.2: c64[2]
#   a: shared c64[::1] = @a
#   c: shared c64[::1] = @c.1
#   let %5: i64 = a.size in let %6: i64 = a.size in let %7: i64 = c.size in matmul_by_threads__device(False, __pyk2ptx_check(%7 >= 12), c64(2.0, 0.0), a, False, a, False, c64(0.0, 0.5), c, False)
#   let %8: i64 = 6 in let %9: i64 = a.size in let %10: i64 = ld * 3 + 5 in let %11: i64 = a.size in let %12: i64 = 3 in let %13: shared c64[::1] = view c[4:] in let %14: i64 = %13.size in matmul_by_threads__device_1(False, __pyk2ptx_check_1(ld >= 5) and __pyk2ptx_check_2(%11 >= %10) and __pyk2ptx_check_3(%14 >= 12), c64(1.0, 0.0), a, %8, a, ld, c64(0.0, 0.0), %13, %12)
#   n[guard 0] = 26
#   n[guard 1] = 400
#   z: local c64[::1] = @z.2
#   z[0] = x[guard 0]
#   z[1] = x[guard 1]
#   let %16: i64 = z.size in fft_of_thread__device(False, False, z)
#   x[guard 0] = z[0]
