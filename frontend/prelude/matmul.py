# The product of matrices in shared memory that a block computes: nvmath.device's
# Matmul. `mm` has what is known of it: sizes, order, types, and how the threads
# share the work. A, B and C are flat; ld* are None where the product states them.
# No thread waits for another: who calls it does, before and after.

from cuda import coop
from numba import complex64, cuda, int64

device = cuda.jit(device=True)

INDICES_ARE_INSIDE = True


@device
def matmul_rank(mm):
    # Of the calling thread among those that the product is for.
    rank = int64(cuda.threadIdx.x)
    if mm.axes > 1:
        rank += int64(cuda.threadIdx.y) * cuda.blockDim.x
    if mm.axes > 2:
        rank += int64(cuda.threadIdx.z) * (cuda.blockDim.x * cuda.blockDim.y)
    return rank


@device
def matmul_threads(mm):
    # Fewer than the product is made for do all of it, too.
    threads = int64(cuda.blockDim.x)
    if mm.axes > 1:
        threads *= cuda.blockDim.y
    if mm.axes > 2:
        threads *= cuda.blockDim.z
    return min(threads, mm.block_size)


@device
def matmul_place(by_rows, row, column, ld):
    if by_rows:
        return row * ld + column
    return row + column * ld


@device
def matmul_number(form, value):
    # Floats of 8 bits are bytes, complex numbers of float16 are vectors.
    if form == "half2":
        return complex64(value)
    elif form == "e4m3":
        return cuda.fp8.cvt_fp8_to_float(value, cuda.fp8.E4M3)
    elif form == "e5m2":
        return cuda.fp8.cvt_fp8_to_float(value, cuda.fp8.E5M2)
    else:
        return value


@device
def matmul_of_a(mm, a, row, column, ld):
    given = a[matmul_place(mm.a_rows, row, column, ld)]
    value = mm.sum_type(matmul_number(mm.a_format, given))
    if mm.a_conjugate:
        return value.conjugate()
    return value


@device
def matmul_of_b(mm, b, row, column, ld):
    given = b[matmul_place(mm.b_rows, row, column, ld)]
    value = mm.sum_type(matmul_number(mm.b_format, given))
    if mm.b_conjugate:
        return value.conjugate()
    return value


@device
def matmul_store(mm, alpha, total, beta, c, row, column, ld):
    # What C has been is not read where it does not count: it may be anything.
    at = matmul_place(mm.c_rows, row, column, ld)
    if beta == 0:
        c[at] = mm.c_value_type(alpha * total)
    else:
        was = matmul_number(mm.c_format, c[at])
        c[at] = mm.c_value_type(alpha * total + beta * mm.sum_type(was))


@device
def matmul_tile(mm, tile, alpha, a, lda, b, ldb, beta, c, ldc):
    # The rows and columns of a tile are as far from each other as there are tiles:
    # neighbouring threads have neighbouring elements.
    if mm.c_rows:
        first_column = tile % mm.vector_tiles_n
        first_row = tile // mm.vector_tiles_n
    else:
        first_row = tile % mm.vector_tiles_m
        first_column = tile // mm.vector_tiles_m
    total = cuda.local.array((mm.vector_tile_m, mm.vector_tile_n), mm.sum_type)
    left = cuda.local.array(mm.vector_tile_m, mm.sum_type)
    right = cuda.local.array(mm.vector_tile_n, mm.sum_type)
    for i in range(mm.vector_tile_m):
        for j in range(mm.vector_tile_n):
            total[i, j] = 0
    for inner in range(mm.k):
        for i in range(mm.vector_tile_m):
            row = first_row + i * mm.vector_tiles_m
            if mm.vector_tile_m * mm.vector_tiles_m > mm.m:
                row = min(row, mm.m - 1)
            left[i] = matmul_of_a(mm, a, row, inner, lda)
        for j in range(mm.vector_tile_n):
            column = first_column + j * mm.vector_tiles_n
            if mm.vector_tile_n * mm.vector_tiles_n > mm.n:
                column = min(column, mm.n - 1)
            right[j] = matmul_of_b(mm, b, inner, column, ldb)
        for i in range(mm.vector_tile_m):
            for j in range(mm.vector_tile_n):
                total[i, j] += left[i] * right[j]
    for i in range(mm.vector_tile_m):
        for j in range(mm.vector_tile_n):
            row = first_row + i * mm.vector_tiles_m
            column = first_column + j * mm.vector_tiles_n
            if row < mm.m and column < mm.n:
                matmul_store(mm, alpha, total[i, j], beta, c, row, column, ldc)


@device
def matmul_by_threads(mm, fits, alpha, a, lda, b, ldb, beta, c, ldc):
    coop._called(mm.axes, mm.block_size, c, beta != 0)
    matmul_tiles(mm, alpha, a, lda, b, ldb, beta, c, ldc)
    return 0


@device
def matmul_tiles(mm, alpha, a, lda, b, ldb, beta, c, ldc):
    lda = mm.lda if lda is None else lda
    ldb = mm.ldb if ldb is None else ldb
    ldc = mm.ldc if ldc is None else ldc
    threads = matmul_threads(mm)
    tile = matmul_rank(mm)
    if tile < threads:
        while tile < mm.vector_tiles_m * mm.vector_tiles_n:
            matmul_tile(mm, tile, alpha, a, lda, b, ldb, beta, c, ldc)
            tile += threads
    return 0
