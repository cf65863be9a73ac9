"""Loops whose bounds are another for each row of a block, or are loaded
(compiler/blocks/lockstep.h, step_bounds.h): the CPU device runs them for a row,
or a block, together. Against the simulator and against coroutines (-G)."""

import numpy as np
import pytest
from test_thread_loops import check_both

BLOCKS = [(32, 8), (5, 3), (1, 7), (8, 2, 3)]


def floats(*shape):
    return np.random.default_rng(6).random(shape, dtype=np.float32)


def offsets(rows, most=7):
    """Where each of the rows begins, and the last one ends; some are empty."""
    lengths = np.random.default_rng(rows).integers(0, most, rows)
    lengths[: rows // 4] = 0
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("features", [1, 31, 33])
def test_bags(launch, block, features):
    """What is skipped, what is beside the arrays, and threads that have ended."""
    source = """
@cuda.jit
def k(table, index, first, weights, skipped, out):
    d, bag = cuda.grid(2)
    if bag >= out.shape[0] or d >= out.shape[1] or cuda.threadIdx.z > 0:
        return
    total = np.float32(0)
    weight = np.float32(0)
    for j in range(first[bag], first[bag + 1]):
        at = index[j]
        if at == skipped:
            continue
        total += weights[j] * table[at, d]
        weight += weights[j]
    if weight > 0:
        total /= weight
    out[bag, d] = total
"""
    rows = 19
    first = offsets(rows)
    count = int(first[-1])
    index = np.random.default_rng(1).integers(-3, 12, count)
    for given in (first, first[:10].copy()):
        check_both(launch, source, (-(-features // block[0]), -(-rows // block[1])), block, [
            floats(10, features), index, given, floats(count), np.int64(3),
            floats(rows, features),
        ])


@pytest.mark.parametrize("block", BLOCKS)
def test_triangles(launch, block):
    """Bounds of the thread's place; a parameter that each row sets anew, and a
    number that some set."""
    source = """
@cuda.jit
def k(a, b, n, out):
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y + cuda.threadIdx.z * cuda.blockDim.y
    n -= y
    for i in range(3):
        if i == y:
            last = i + 10
        if y > i:
            last += y
    total = np.float32(0)
    for i in range(y + 1):
        total += a[y, i] * b[i, x]
    for i in range(n - 1, y, -2):
        total -= b[i, x]
        last += n
    if y % 3 == 1:
        return
    for i in range(y, a.shape[1], 3):
        if x < n:
            total += a[y, i] + b[i, x]
    out[y, x] = total + last
"""
    rows = block[1] * (block[2] if len(block) > 2 else 1)
    source = source.replace("for i in range(3):", "last = 1\n    for i in range(3):", 1)
    check_both(launch, source, (1,), block, [
        floats(rows, rows + 9), floats(rows + 9, block[0]), np.int64(9),
        np.zeros((rows, block[0]), np.float32),
    ])


@pytest.mark.parametrize("block", BLOCKS)
def test_rows_of_a_matrix(launch, block):
    """A row's elements by the row's threads; loops in loops; few threads of a
    row, by their number in the block."""
    source = """
@cuda.jit
def k(first, columns, sizes, values, out, sums, marks):
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y + cuda.threadIdx.z * cuda.blockDim.y
    row = cuda.blockIdx.x * cuda.blockDim.y * cuda.blockDim.z + y
    if row + 1 >= first.size:
        return
    for j in range(first[row] + x, first[row + 1], cuda.blockDim.x):
        out[j] = values[j] * np.float32(2) + y
    s = np.float32(0)
    for j in range(first[row], first[row + 1]):
        begin = columns[j]
        if sizes[begin] > 1:
            for i in range(begin, begin + sizes[begin]):
                s += values[(i + x) % values.size]
    if (x + cuda.blockDim.x * y) % 8 == 0:
        marks[row, x] = row + 1
    sums[row, x] = s
"""
    rows = 3 * block[1] * (block[2] if len(block) > 2 else 1) - 1
    first = offsets(rows)
    count = int(first[-1])
    random = np.random.default_rng(2)
    check_both(launch, source, (3,), block, [
        first, random.integers(0, 9, count), random.integers(-1, 5, 9), floats(count),
        floats(count), floats(rows, block[0]), np.zeros((rows, block[0]), np.int64),
    ])


def test_a_block_s_part(launch):
    """A row of a matrix for each block, with barriers behind the loop, and
    without; the end is the smaller of two numbers."""
    source = """
@cuda.jit
def k(first, values, out, sums, n):
    s = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    total = np.float32(0)
    for j in range(first[row] + t, first[row + 1], cuda.blockDim.x):
        total += values[j]
    for j in range(first[row], first[row + 1]):
        if first[row] < n:
            out[j, t] = values[j] + t
    s[t] = total
    cuda.syncthreads()
    for i in range(t + 1):
        total += s[i]
    sums[row, t] = total
"""
    first = offsets(11, 90)
    for block in (1, 33, 64):
        check_both(launch, source, (11,), (block,), [
            first, floats(int(first[-1])), floats(int(first[-1]), block),
            floats(11, block), np.int64(100),
        ])


def test_what_a_thread_has_just_stored(launch):
    """The bound is what the thread itself has made it."""
    source = """
@cuda.jit
def k(ends, x, out):
    y = cuda.threadIdx.y
    ends[y] = ends[y] * 2 + 1
    total = np.float32(0)
    for j in range(ends[y]):
        total += x[j, y]
        ends[y + 8] = j
    for j in range(ends[y + 8] + 1):
        total -= x[j, y] * np.float32(0.5)
    out[y] = total
"""
    check_both(launch, source, (1,), (1, 8), [
        np.arange(16), floats(20, 8), np.zeros(8, np.float32)
    ])


@pytest.mark.parametrize("update", [
    "cuda.atomic.add(sums, 0, x[j, t])",
    "total += x[j, t]",
])
def test_order_that_shows(launch, update):
    """Float sums by atomics are those of one thread after the other."""
    source = f"""
@cuda.jit
def k(ends, x, sums):
    t = cuda.threadIdx.x
    total = np.float32(0)
    for j in range(ends[cuda.threadIdx.y]):
        {update}
    cuda.atomic.add(sums, 0, total * np.float32(0.37))
"""
    check_both(launch, source, (1,), (9, 6), [
        np.arange(6) + 1, floats(20, 9), np.zeros(1, np.float32)
    ], ordered=True)


def test_conditions_of_the_row_and_of_the_thread(launch):
    source = """
@cuda.jit
def k(a, ends, out, w):
    x, y = cuda.grid(2)
    total = np.float32(1)
    if y < out.shape[0] and x < w and (y & 1) == 0 and a[0, x] < 0.9:
        for j in range(ends[y]):
            total = total * np.float32(0.5) + a[j, x]
        if not (x >= w - 1 or y > 3):
            for j in range(y):
                total += a[j, x]
    else:
        for j in range(y, 9):
            total -= a[j, x]
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = total
"""
    for w in (0, 9, 40):
        check_both(launch, source, (2, 3), (16, 4), [
            floats(12, 32), np.arange(12) % 5, floats(10, 30), np.int64(w)
        ])
