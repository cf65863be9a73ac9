# nvmath.device's Matmul by the matrix unit (cuda.mma_sync): each warp computes
# tiles of C of tile_m x tile_n of the unit's own. What lies beyond the matrices is
# zero. A lane's elements are those that PTX says: of rows lane // 4 and 8 further,
# of columns from lane % 4 times a register's elements on.

from cuda import coop
from numba import cuda, float64, int64, literal_unroll, uint8, uint16, uint32

from .matmul import (
    matmul_place,
    matmul_rank,
    matmul_store,
    matmul_threads,
    matmul_tiles,
)

device = cuda.jit(device=True)

INDICES_ARE_INSIDE = True


@device
def unit_bits(mm, array):
    # Elements as what registers are packed of.
    if mm.bytes == 1:
        return array.view(uint8)
    if mm.bytes == 2:
        return array.view(uint16)
    if mm.bytes == 4:
        return array.view(uint32)
    return array


@device
def unit_a(mm, a, row, inner, ld):
    # Elements of A from (row, inner) on, along the row, as one register.
    word = uint32(0)
    packed = 4 // mm.bytes
    for i in range(packed):
        if row < mm.m and inner + i < mm.k:
            bits = uint32(a[matmul_place(mm.a_rows, row, inner + i, ld)])
            word |= uint32(bits << (32 // packed * i))
    return word


@device
def unit_b(mm, b, inner, column, ld):
    word = uint32(0)
    packed = 4 // mm.bytes
    for i in range(packed):
        if column < mm.n and inner + i < mm.k:
            bits = uint32(b[matmul_place(mm.b_rows, inner + i, column, ld)])
            word |= uint32(bits << (32 // packed * i))
    return word


@device
def unit_fragment_a(mm, a, row, inner, lda):
    lane = int64(cuda.laneid)
    if lda is None:
        if (
            mm.bytes == 2
            and mm.alignment.a == 16
            and mm.lda % 8 == 0
            and mm.m % 16 == 0
            and mm.k % 16 == 0
        ):
            # Lanes 8 to 15 say where rows 8 to 15 begin, the next 16 the same of
            # the inner elements 8 to 15. What is beyond the matrix is not its.
            row = min(row, mm.m - 16)
            if mm.a_rows:
                near = lane % 16
                far = lane // 16 * 8
                return cuda.ldmatrix(a, (row + near) * mm.lda + inner + far, 4)
            near = lane % 8 + lane // 16 * 8
            far = lane // 8 % 2 * 8
            return cuda.ldmatrix(a, (inner + near) * mm.lda + row + far, 4, True)
    ld = mm.lda if lda is None else lda
    packed = 4 // mm.bytes
    row += lane // 4
    inner += lane % 4 * packed
    half = 4 * packed
    return (
        unit_a(mm, a, row, inner, ld),
        unit_a(mm, a, row + 8, inner, ld),
        unit_a(mm, a, row, inner + half, ld),
        unit_a(mm, a, row + 8, inner + half, ld),
    )


@device
def unit_fragment_b(mm, b, inner, column, ldb):
    lane = int64(cuda.laneid)
    if ldb is None:
        if (
            mm.bytes == 2
            and mm.alignment.b == 16
            and mm.ldb % 8 == 0
            and mm.n % 8 == 0
            and mm.k % 16 == 0
        ):
            column = min(column, mm.n - 8)
            near = lane % 8
            far = lane // 8 % 2 * 8
            if mm.b_rows:
                return cuda.ldmatrix(b, (inner + near + far) * mm.ldb + column, 2, True)
            return cuda.ldmatrix(b, (column + near) * mm.ldb + inner + far, 2)
    ld = mm.ldb if ldb is None else ldb
    packed = 4 // mm.bytes
    column += lane // 4
    inner += lane % 4 * packed
    return (
        unit_b(mm, b, inner, column, ld),
        unit_b(mm, b, inner + 4 * packed, column, ld),
    )


@device
def unit_product(mm, left, right, total):
    if mm.unit == "f16":
        return cuda.mma_sync("m16n8k16.f32.f16", left, right, total)
    if mm.unit == "bf16":
        return cuda.mma_sync("m16n8k16.f32.bf16", left, right, total)
    if mm.unit == "tf32":
        return cuda.mma_sync("m16n8k8.f32.tf32", left, right, total)
    if mm.unit == "e4m3":
        return cuda.mma_sync("m16n8k32.f32.e4m3", left, right, total)
    if mm.unit == "e5m2":
        return cuda.mma_sync("m16n8k32.f32.e5m2", left, right, total)
    if mm.unit == "e4m3.e5m2":
        return cuda.mma_sync("m16n8k32.f32.e4m3.e5m2", left, right, total)
    if mm.unit == "e5m2.e4m3":
        return cuda.mma_sync("m16n8k32.f32.e5m2.e4m3", left, right, total)
    if mm.unit == "u8":
        return cuda.mma_sync("m16n8k32.s32.u8", left, right, total)
    return cuda.mma_sync("m16n8k32.s32.s8", left, right, total)


@device
def unit_tile(mm, tile, alpha, a, lda, b, ldb, beta, c, ldc):
    lane = int64(cuda.laneid)
    first_row = tile % mm.tiles_m * (mm.tile_m * 16)
    first_column = tile // mm.tiles_m * (mm.tile_n * 8)
    ld = mm.ldc if ldc is None else ldc
    step = 32 // mm.bytes
    total = cuda.local.array((mm.tile_m, mm.tile_n, 4), mm.sum_type)
    lefts = cuda.local.array((mm.tile_m, 4), uint32)
    for i in literal_unroll(range(mm.tile_m)):
        for j in literal_unroll(range(mm.tile_n)):
            for part in literal_unroll(range(4)):
                total[i, j, part] = 0
    for inner in range(0, mm.k, step):
        for i in literal_unroll(range(mm.tile_m)):
            left = unit_fragment_a(mm, a, first_row + 16 * i, inner, lda)
            lefts[i, 0], lefts[i, 1], lefts[i, 2], lefts[i, 3] = left
        for j in literal_unroll(range(mm.tile_n)):
            right = unit_fragment_b(mm, b, inner, first_column + 8 * j, ldb)
            for i in literal_unroll(range(mm.tile_m)):
                left = (lefts[i, 0], lefts[i, 1], lefts[i, 2], lefts[i, 3])
                sums = unit_product(
                    mm,
                    left,
                    right,
                    (total[i, j, 0], total[i, j, 1], total[i, j, 2], total[i, j, 3]),
                )
                total[i, j, 0], total[i, j, 1], total[i, j, 2], total[i, j, 3] = sums
    for i in literal_unroll(range(mm.tile_m)):
        for j in literal_unroll(range(mm.tile_n)):
            for part in literal_unroll(range(4)):
                row = first_row + 16 * i + lane // 4 + part // 2 * 8
                column = first_column + 8 * j + lane % 4 * 2 + part % 2
                if row < mm.m and column < mm.n:
                    matmul_store(mm, alpha, total[i, j, part], beta, c, row, column, ld)


@device
def unit_tile_f64(mm, tile, alpha, a, lda, b, ldb, beta, c, ldc):
    lda = mm.lda if lda is None else lda
    ldb = mm.ldb if ldb is None else ldb
    ldc = mm.ldc if ldc is None else ldc
    lane = int64(cuda.laneid)
    first_row = tile % mm.tiles_m * (mm.tile_m * 8) + lane // 4
    first_column = tile // mm.tiles_m * (mm.tile_n * 8)
    total = cuda.local.array((mm.tile_m, mm.tile_n, 2), float64)
    left = cuda.local.array(mm.tile_m, float64)
    for i in literal_unroll(range(mm.tile_m)):
        for j in literal_unroll(range(mm.tile_n)):
            total[i, j, 0] = 0
            total[i, j, 1] = 0
    for step in range(0, mm.k, 4):
        inner = step + lane % 4
        for i in literal_unroll(range(mm.tile_m)):
            row = first_row + 8 * i
            left[i] = 0
            if row < mm.m and inner < mm.k:
                left[i] = a[matmul_place(mm.a_rows, row, inner, lda)]
        for j in literal_unroll(range(mm.tile_n)):
            column = first_column + 8 * j + lane // 4
            right = float64(0)
            if column < mm.n and inner < mm.k:
                right = b[matmul_place(mm.b_rows, inner, column, ldb)]
            for i in literal_unroll(range(mm.tile_m)):
                sums = (total[i, j, 0], total[i, j, 1])
                sums = cuda.mma_sync("m8n8k4.f64", left[i], right, sums)
                total[i, j, 0], total[i, j, 1] = sums
    for i in literal_unroll(range(mm.tile_m)):
        for j in literal_unroll(range(mm.tile_n)):
            for part in literal_unroll(range(2)):
                row = first_row + 8 * i
                column = first_column + 8 * j + lane % 4 * 2 + part
                if row < mm.m and column < mm.n:
                    matmul_store(
                        mm, alpha, total[i, j, part], beta, c, row, column, ldc
                    )


@device
def matmul_by_warps(mm, fits, alpha, a, lda, b, ldb, beta, c, ldc):
    coop._called(mm.axes, mm.block_size, c, beta != 0)
    threads = matmul_threads(mm)
    rank = matmul_rank(mm)
    if threads % 32 != 0 or (rank - int64(cuda.laneid)) % 32 != 0:
        # These threads are no whole warps.
        return matmul_tiles(mm, alpha, a, lda, b, ldb, beta, c, ldc)
    tile = rank // 32
    if rank < threads:
        while tile < mm.tiles_m * mm.tiles_n:
            if mm.unit == "f64":
                unit_tile_f64(mm, tile, alpha, a, lda, b, ldb, beta, c, ldc)
            else:
                unit_tile(
                    mm,
                    tile,
                    alpha,
                    unit_bits(mm, a),
                    lda,
                    unit_bits(mm, b),
                    ldb,
                    beta,
                    c,
                    ldc,
                )
            tile += threads // 32
    return 0
