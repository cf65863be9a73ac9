# Tensors of nvmath.device: copies between global and shared memory and
# registers, and products whose sums stay in registers. A tensor is an array with
# a layout (_layout): of memory its lines, of registers the thread's elements of
# C. Each text is expanded where the user calls it; layouts are constants.

from cuda import coop
from numba import cuda, float32, int64, literal_unroll
from nvmath.device import (
    _by_unit,
    _flat,
    _is_aligned,
    _layout,
    _layout_of_type,
    _refuse,
    _tensor,
)

from .matmul import matmul_number

function = cuda.jit(device=True)

INDICES_ARE_INSIDE = True


# ---- who does it ----


@function
def tensor_rank(layout):
    # The thread's, among those that the product is for; all must be there.
    rank = int64(cuda.threadIdx.x)
    threads = int64(cuda.blockDim.x)
    if layout.axes > 1:
        rank += int64(cuda.threadIdx.y) * cuda.blockDim.x
        threads *= cuda.blockDim.y
    if layout.axes > 2:
        rank += int64(cuda.threadIdx.z) * (cuda.blockDim.x * cuda.blockDim.y)
        threads *= cuda.blockDim.z
    if threads < layout.block_size:
        raise ValueError("the block has fewer threads than its Matmul is for")
    return rank


@function
def tensor_row(layout, rank, r):
    # The row of C that is the thread's number r.
    if layout.unit == "fma":
        if layout.by_rows:
            return rank // layout.fragments_n + r * layout.fragments_m
        return rank % layout.fragments_m + r * layout.fragments_m
    warp = rank // 32
    lane = rank % 32
    first = warp % layout.fragments_m * (layout.fragment_m * layout.unit_rows * 8)
    return first + r * 8 + lane // 4


@function
def tensor_column(layout, rank, c):
    if layout.unit == "fma":
        if layout.by_rows:
            return rank % layout.fragments_n + c * layout.fragments_n
        return rank // layout.fragments_m + c * layout.fragments_n
    warp = rank // 32
    lane = rank % 32
    first = warp // layout.fragments_m * (layout.fragment_n * 8)
    return first + c // 2 * 8 + lane % 4 * 2 + c % 2


@function
def tensor_element_row(layout, e):
    # Which of the thread's rows element e of its fragment is in.
    parts = layout.fragment_parts
    return (
        e // parts // layout.fragment_n * layout.unit_rows
        + e % parts // layout.unit_columns
    )


@function
def tensor_element_column(layout, e):
    columns = layout.unit_columns
    parts = layout.fragment_parts
    return e // parts % layout.fragment_n * columns + e % parts % columns


@function
def tensor_is_active(layout, rank):
    if layout.unit == "fma":
        return rank < layout.fragments_m * layout.fragments_n
    return rank < layout.fragments_m * layout.fragments_n * 32


@function
def tensor_called(layout):
    # Those that have elements of C must all make the call.
    active = layout.fragments_m * layout.fragments_n
    if layout.unit == "fma":
        coop._called(layout.axes, active)
    else:
        coop._called(layout.axes, active * 32)
    return None


# ---- where it is ----


@function
def tensor_leading(layout, array):
    # 0 stands for what only the program knows.
    if layout.ld == 0:
        return array.shape[1]
    else:
        return layout.ld


@function
def tensor_in_line(layout, line, along, ld):
    if layout.swizzle > 1:
        turn = line // layout.alike % layout.swizzle
        along = along ^ (turn * layout.piece)
    return line * ld + along


@function
def tensor_place(layout, row, column, ld):
    if layout.by_rows:
        return tensor_in_line(layout, row, column, ld)
    else:
        return tensor_in_line(layout, column, row, ld)


# ---- fragments ----


@function
def tensor_fragment(layout):
    return _tensor(cuda.local.array(layout.cosize, layout.dtype), layout)


@function
def tensor_accumulator(layout):
    made = cuda.local.array(layout.cosize, layout.dtype)
    for i in literal_unroll(range(layout.cosize)):
        made[i] = 0
    return _tensor(made, layout)


@function
def tensor_clear(arr):
    layout = _layout(arr)
    if layout.memory != "registers":
        _refuse("`clear` wants a tensor in registers")
    for i in literal_unroll(range(layout.cosize)):
        arr[i] = 0
    return None


@function
def tensor_make_fragment_like(tensor, dtype):
    layout = _layout_of_type(_layout(tensor), dtype)
    if layout.memory != "registers":
        _refuse("`make_fragment_like` wants a tensor in registers")
    return tensor_fragment(layout)


@function
def tensor_axpby(alpha, x_tensor, beta, y_tensor):
    x = _layout(x_tensor)
    y = _layout(y_tensor)
    if x.memory != "registers" or y.memory != "registers" or x.cosize != y.cosize:
        _refuse("`axpby` wants two tensors of one layout in registers")
    a = tensor_wide(y.dtype, alpha)
    b = tensor_wide(y.dtype, beta)
    for i in literal_unroll(range(y.cosize)):
        value = a * tensor_wide(y.dtype, x_tensor[i])
        y_tensor[i] = y.dtype(value + b * tensor_wide(y.dtype, y_tensor[i]))
    return None


@function
def tensor_wide(dtype, value):
    # Numbers of 16 bits are computed with as float32.
    if dtype.itemsize == 2:
        return float32(value)
    else:
        return dtype(value)


# ---- copies ----


@function
def tensor_copy_wait():
    _by_unit("tensor_wait_async", "tensor_wait_none")
    cuda.syncthreads()
    return None


@function
def tensor_wait_async():
    cuda.cp_async_wait_all()
    return 0


@function
def tensor_wait_none():
    return 0


@function
def tensor_copy(src, dst, alignment=None):
    s = _layout(src)
    d = _layout(dst)
    if s.memory == "registers" or d.memory == "registers":
        _refuse("`copy` is of tensors in memory; copy_fragment is of registers")
    if s.rows != d.rows or s.columns != d.columns:
        _refuse("`copy` wants two tensors of one shape")
    coop._called(d.axes, d.block_size)
    if (
        s.memory == "global"
        and d.memory == "shared"
        and s.dtype == d.dtype
        and s.by_rows == d.by_rows
        and d.alignment == 16
        and d.length % d.piece == 0
        and d.ld % d.piece == 0
    ):
        if alignment is not None and alignment >= 16:
            _by_unit("tensor_copy_pieces", "tensor_copy_elements", src, dst)
        elif tensor_is_in_pieces(s, src):
            _by_unit("tensor_copy_pieces", "tensor_copy_elements", src, dst)
        else:
            tensor_copy_elements(src, dst)
    else:
        tensor_copy_elements(src, dst)
    return None


@function
def tensor_is_in_pieces(layout, array):
    # Whether each line begins at a multiple of 16 bytes.
    return _is_aligned(array) and tensor_leading(layout, array) % layout.piece == 0


@function
def tensor_copy_pieces(src, dst):
    # Each thread copies pieces of 16 bytes, without waiting for them.
    s = _layout(src)
    d = _layout(dst)
    rank = tensor_rank(d)
    ld = tensor_leading(s, src)
    source = _flat(src)
    target = _flat(dst)
    count = d.length // d.piece
    for i in literal_unroll(range(-(-d.lines * count // d.block_size))):
        number = rank + i * d.block_size
        line = number // count
        along = number % count * d.piece
        if rank < d.block_size and number < d.lines * count:
            to = tensor_in_line(d, line, along, d.ld)
            cuda.cp_async(target, to, source, line * ld + along, d.piece)
    return 0


@function
def tensor_copy_elements(src, dst):
    s = _layout(src)
    d = _layout(dst)
    rank = tensor_rank(d)
    s_ld = tensor_leading(s, src)
    d_ld = tensor_leading(d, dst)
    source = _flat(src)
    target = _flat(dst)
    if rank < d.block_size:
        for number in range(rank, d.rows * d.columns, d.block_size):
            # Along the lines of what lies in global memory.
            if d.by_rows if d.memory == "global" else s.by_rows:
                row = number // d.columns
                column = number % d.columns
            else:
                row = number % d.rows
                column = number // d.rows
            value = source[tensor_place(s, row, column, s_ld)]
            target[tensor_place(d, row, column, d_ld)] = d.dtype(value)
    return 0


@function
def tensor_copy_fragment(src, dst, alignment=None):
    s = _layout(src)
    d = _layout(dst)
    if s.memory == "registers" and d.memory == "registers":
        if s.cosize != d.cosize:
            _refuse("`copy_fragment` wants fragments of one layout")
        for i in literal_unroll(range(d.cosize)):
            dst[i] = d.dtype(src[i])
    elif s.memory == "registers":
        if s.m != d.rows or s.n != d.columns:
            _refuse("`copy_fragment` wants a tensor of the shape of C")
        tensor_called(s)
        rank = tensor_rank(s)
        ld = tensor_leading(d, dst)
        target = _flat(dst)
        for i in literal_unroll(range(s.cosize)):
            row = tensor_row(s, rank, tensor_element_row(s, i))
            column = tensor_column(s, rank, tensor_element_column(s, i))
            if tensor_has(s, rank, row, column):
                target[tensor_place(d, row, column, ld)] = d.dtype(src[i])
    elif d.memory == "registers":
        if d.m != s.rows or d.n != s.columns:
            _refuse("`copy_fragment` wants a tensor of the shape of C")
        tensor_called(d)
        rank = tensor_rank(d)
        ld = tensor_leading(s, src)
        source = _flat(src)
        for i in literal_unroll(range(d.cosize)):
            row = tensor_row(d, rank, tensor_element_row(d, i))
            column = tensor_column(d, rank, tensor_element_column(d, i))
            dst[i] = 0
            if tensor_has(d, rank, row, column):
                dst[i] = d.dtype(source[tensor_place(s, row, column, ld)])
    else:
        _refuse("`copy_fragment` wants a tensor in registers; copy is of memory")
    return None


@function
def tensor_has(layout, rank, row, column):
    if not tensor_is_active(layout, rank):
        return False
    if layout.is_whole:
        return True
    return row < layout.m and column < layout.n


# ---- accumulators ----


@function
def tensor_method_get_results(tensor):
    return tensor


@function
def tensor_method_clear(tensor):
    tensor_clear(tensor)
    return None


@function
def tensor_method_is_thread_active(tensor):
    layout = _layout(tensor)
    return tensor_is_active(layout, tensor_rank(layout))


@function
def tensor_method_is_predicated(tensor):
    return not _layout(tensor).is_whole


@function
def tensor_method_map_fragment_index(tensor, index):
    layout = _layout(tensor)
    rank = tensor_rank(layout)
    return (
        tensor_row(layout, rank, tensor_element_row(layout, index)),
        tensor_column(layout, rank, tensor_element_column(layout, index)),
    )


@function
def tensor_method_is_index_in_bounds(tensor, index):
    layout = _layout(tensor)
    row, column = tensor_method_map_fragment_index(tensor, index)
    return row < layout.m and column < layout.n


@function
def tensor_method_make_empty_fragment(tensor):
    return tensor_fragment(_layout(tensor))


@function
def tensor_method_partition_and_copy(tensor, src, dst):
    tensor_copy_fragment(src, dst)
    return None


@function
def tensor_method_partition_and_store(tensor, dst):
    tensor_copy_fragment(tensor, dst)
    return None


@function
def tensor_method_make_partition_and_copy(tensor, src):
    made = tensor_fragment(_layout_of_type(_layout(tensor), _layout(src).dtype))
    tensor_copy_fragment(src, made)
    return made


# ---- products ----


@function
def tensor_execute(a, b, total):
    layout = _layout(total)
    tensor_called(layout)
    if layout.unit == "fma":
        tensor_by_threads(a, b, total)
    else:
        _by_unit("tensor_by_warps", "tensor_by_threads", a, b, total)
    return None


@function
def tensor_execute_in_shared(alpha, a, b, beta, c, layout):
    total = tensor_accumulator(layout)
    tensor_execute(a, b, total)
    to = _layout(c)
    rank = tensor_rank(layout)
    target = _flat(c)
    x = tensor_wide(layout.dtype, alpha)
    y = tensor_wide(layout.dtype, beta)
    coop._called(layout.axes, layout.block_size, target, y != 0)
    for i in literal_unroll(range(layout.cosize)):
        row = tensor_row(layout, rank, tensor_element_row(layout, i))
        column = tensor_column(layout, rank, tensor_element_column(layout, i))
        if tensor_has(layout, rank, row, column):
            at = tensor_place(to, row, column, to.ld)
            value = x * tensor_wide(layout.dtype, total[i])
            if y != 0:
                value += y * tensor_wide(layout.dtype, target[at])
            target[at] = to.dtype(value)
    return None


@function
def tensor_read(layout, array, row, column, sum_type):
    given = array[tensor_place(layout, row, column, layout.ld)]
    value = sum_type(matmul_number(layout.format, given))
    if layout.conjugate:
        return value.conjugate()
    else:
        return value


@function
def tensor_by_threads(a, b, total):
    # Each thread multiplies its rows of A by its columns of B.
    la = _layout(a)
    lb = _layout(b)
    lc = _layout(total)
    rank = tensor_rank(lc)
    x = _flat(a)
    y = _flat(b)
    rows = lc.fragment_m * lc.unit_rows
    columns = lc.fragment_n * lc.unit_columns
    sums = cuda.local.array(lc.cosize, lc.sum_type)
    left = cuda.local.array(rows, lc.sum_type)
    right = cuda.local.array(columns, lc.sum_type)
    for i in literal_unroll(range(lc.cosize)):
        sums[i] = lc.sum_type(total[i])
    if tensor_is_active(lc, rank):
        for inner in range(lc.k):
            for i in literal_unroll(range(rows)):
                row = min(tensor_row(lc, rank, i), lc.m - 1)
                left[i] = tensor_read(la, x, row, inner, lc.sum_type)
            for i in literal_unroll(range(columns)):
                column = min(tensor_column(lc, rank, i), lc.n - 1)
                right[i] = tensor_read(lb, y, inner, column, lc.sum_type)
            for i in literal_unroll(range(lc.cosize)):
                sums[i] += (
                    left[tensor_element_row(lc, i)]
                    * right[tensor_element_column(lc, i)]
                )
    for i in literal_unroll(range(lc.cosize)):
        total[i] = lc.dtype(sums[i])
    return 0
