# Products of tensors by the matrix unit, with sums in registers: each warp has
# tiles of C, and loads those of A and B by ldmatrix where lines of 16 bytes lie
# along the inner axis (or, of 16 bits, across it), else by elements. What lies
# beyond the matrices is zero, or belongs to sums that nobody reads.

from numba import cuda, int64, literal_unroll, uint8, uint16, uint32
from nvmath.device import _flat, _layout

from .tensor import tensor_is_active, tensor_place, tensor_rank

function = cuda.jit(device=True)

INDICES_ARE_INSIDE = True


@function
def tensor_bits(layout, array):
    # Elements as what registers are packed of.
    if layout.bytes == 1:
        return _flat(array).view(uint8)
    elif layout.bytes == 2:
        return _flat(array).view(uint16)
    else:
        return _flat(array).view(uint32)


@function
def tensor_word(layout, bits, row, column):
    # Elements from (row, column) on along the inner axis, as one register.
    word = uint32(0)
    for i in literal_unroll(range(4 // layout.bytes)):
        if layout.matrix == "a":
            r = row
            c = column + i
        else:
            r = row + i
            c = column
        if r < layout.rows and c < layout.columns:
            at = tensor_place(layout, r, c, layout.ld)
            word |= uint32(uint32(bits[at]) << (8 * layout.bytes * i))
    return word


@function
def tensor_halves(layout, at):
    # An index of 16 bits of that of an element.
    if layout.bytes == 1:
        return at // 2
    elif layout.bytes == 4:
        return at * 2
    else:
        return at


@function
def tensor_left(layout, array, row, inner, lane):
    # Four registers of A's tile of 16 rows.
    if layout.is_loaded:
        halves = _flat(array).view(uint16)
        if layout.is_beyond:
            row = min(row, layout.m - 16)
        if layout.by_rows:
            at = tensor_place(
                layout, row + lane % 16, inner + lane // 16 * layout.piece, layout.ld
            )
            return cuda.ldmatrix(halves, tensor_halves(layout, at), 4)
        else:
            at = tensor_place(
                layout,
                row + lane // 8 % 2 * 8,
                inner + lane % 8 + lane // 16 * 8,
                layout.ld,
            )
            return cuda.ldmatrix(halves, at, 4, True)
    else:
        bits = tensor_bits(layout, array)
        packed = 4 // layout.bytes
        row += lane // 4
        inner += lane % 4 * packed
        return (
            tensor_word(layout, bits, row, inner),
            tensor_word(layout, bits, row + 8, inner),
            tensor_word(layout, bits, row, inner + 4 * packed),
            tensor_word(layout, bits, row + 8, inner + 4 * packed),
        )


@function
def tensor_right_pair(layout, array, inner, column, lane):
    # Two registers of each of two tiles of B, of 8 columns.
    halves = _flat(array).view(uint16)
    if layout.is_beyond:
        column = min(column, layout.n - 16)
    if layout.by_rows:
        at = tensor_place(layout, inner + lane % 16, column + lane // 16 * 8, layout.ld)
        return cuda.ldmatrix(halves, at, 4, True)
    else:
        at = tensor_place(
            layout,
            inner + lane // 8 % 2 * layout.piece,
            column + lane % 8 + lane // 16 * 8,
            layout.ld,
        )
        return cuda.ldmatrix(halves, tensor_halves(layout, at), 4)


@function
def tensor_right(layout, array, inner, column, lane):
    bits = tensor_bits(layout, array)
    packed = 4 // layout.bytes
    column += lane // 4
    inner += lane % 4 * packed
    return (
        tensor_word(layout, bits, inner, column),
        tensor_word(layout, bits, inner + 4 * packed, column),
    )


@function
def tensor_multiply(unit, left, right, sums):
    if unit == "f16":
        return cuda.mma_sync("m16n8k16.f32.f16", left, right, sums)
    elif unit == "bf16":
        return cuda.mma_sync("m16n8k16.f32.bf16", left, right, sums)
    elif unit == "tf32":
        return cuda.mma_sync("m16n8k8.f32.tf32", left, right, sums)
    elif unit == "e4m3":
        return cuda.mma_sync("m16n8k32.f32.e4m3", left, right, sums)
    elif unit == "e5m2":
        return cuda.mma_sync("m16n8k32.f32.e5m2", left, right, sums)
    elif unit == "e4m3.e5m2":
        return cuda.mma_sync("m16n8k32.f32.e4m3.e5m2", left, right, sums)
    elif unit == "e5m2.e4m3":
        return cuda.mma_sync("m16n8k32.f32.e5m2.e4m3", left, right, sums)
    elif unit == "u8":
        return cuda.mma_sync("m16n8k32.s32.u8", left, right, sums)
    else:
        return cuda.mma_sync("m16n8k32.s32.s8", left, right, sums)


@function
def tensor_add_product(lc, sums, i, j, left, right):
    at = (i * lc.fragment_n + j) * 4
    given = (sums[at], sums[at + 1], sums[at + 2], sums[at + 3])
    made = tensor_multiply(lc.unit, left, right, given)
    sums[at], sums[at + 1], sums[at + 2], sums[at + 3] = made
    return 0


@function
def tensor_inner_tiles(a, b, lc, sums, inner, warp, lane):
    la = _layout(a)
    lb = _layout(b)
    first_row = warp % lc.fragments_m * (lc.fragment_m * 16)
    first_column = warp // lc.fragments_m * (lc.fragment_n * 8)
    lefts = cuda.local.array((lc.fragment_m, 4), uint32)
    for i in literal_unroll(range(lc.fragment_m)):
        left = tensor_left(la, a, first_row + 16 * i, inner, lane)
        lefts[i, 0], lefts[i, 1], lefts[i, 2], lefts[i, 3] = left
    if lb.is_loaded:
        for j in literal_unroll(range(0, lc.fragment_n, 2)):
            pair = tensor_right_pair(lb, b, inner, first_column + 8 * j, lane)
            for i in literal_unroll(range(lc.fragment_m)):
                left = (lefts[i, 0], lefts[i, 1], lefts[i, 2], lefts[i, 3])
                tensor_add_product(lc, sums, i, j, left, (pair[0], pair[1]))
                tensor_add_product(lc, sums, i, j + 1, left, (pair[2], pair[3]))
    else:
        for j in literal_unroll(range(lc.fragment_n)):
            right = tensor_right(lb, b, inner, first_column + 8 * j, lane)
            for i in literal_unroll(range(lc.fragment_m)):
                left = (lefts[i, 0], lefts[i, 1], lefts[i, 2], lefts[i, 3])
                tensor_add_product(lc, sums, i, j, left, right)
    return 0


@function
def tensor_tiles(a, b, lc, sums, rank):
    lane = rank % 32
    warp = rank // 32
    step = _layout(a).step
    if lc.k <= 4 * step:
        for inner in literal_unroll(range(0, lc.k, step)):
            tensor_inner_tiles(a, b, lc, sums, inner, warp, lane)
    else:
        for inner in range(0, lc.k, step):
            tensor_inner_tiles(a, b, lc, sums, inner, warp, lane)
    return 0


@function
def tensor_tiles_f64(a, b, lc, sums, rank):
    la = _layout(a)
    lb = _layout(b)
    x = _flat(a)
    y = _flat(b)
    lane = rank % 32
    warp = rank // 32
    first_row = warp % lc.fragments_m * (lc.fragment_m * 8) + lane // 4
    first_column = warp // lc.fragments_m * (lc.fragment_n * 8) + lane // 4
    lefts = cuda.local.array(lc.fragment_m, lc.sum_type)
    for step in range(0, lc.k, 4):
        inner = step + lane % 4
        for i in literal_unroll(range(lc.fragment_m)):
            row = first_row + 8 * i
            lefts[i] = 0
            if row < lc.m and inner < lc.k:
                lefts[i] = x[tensor_place(la, row, inner, la.ld)]
        for j in literal_unroll(range(lc.fragment_n)):
            column = first_column + 8 * j
            right = lc.sum_type(0)
            if column < lc.n and inner < lc.k:
                right = y[tensor_place(lb, inner, column, lb.ld)]
            for i in literal_unroll(range(lc.fragment_m)):
                at = (i * lc.fragment_n + j) * 2
                made = cuda.mma_sync(
                    "m8n8k4.f64", lefts[i], right, (sums[at], sums[at + 1])
                )
                sums[at], sums[at + 1] = made
    return 0


@function
def tensor_by_warps(a, b, total):
    lc = _layout(total)
    rank = tensor_rank(lc)
    if (rank - int64(cuda.laneid)) % 32 != 0:
        raise ValueError("the threads of its Matmul are no whole warps")
    if tensor_is_active(lc, rank):
        if lc.dtype == lc.sum_type:
            if lc.unit == "f64":
                tensor_tiles_f64(a, b, lc, total, rank)
            else:
                tensor_tiles(a, b, lc, total, rank)
        else:
            sums = cuda.local.array(lc.cosize, lc.sum_type)
            for i in literal_unroll(range(lc.cosize)):
                sums[i] = lc.sum_type(total[i])
            tensor_tiles(a, b, lc, sums, rank)
            for i in literal_unroll(range(lc.cosize)):
                total[i] = lc.dtype(sums[i])
    return 0
