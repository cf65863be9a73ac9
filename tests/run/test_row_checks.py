"""Conditions on a thread's place in its row, which the CPU device's loops do without
in the middle of an array (compiler/host/row_checks.h), against the simulator."""

import numpy as np
import pytest
from test_thread_loops import check_both

# Rows that begin, end, and lie within arrays; shorter than a vector, and longer.
WIDTHS = [0, 1, 2, 31, 33, 70]
BLOCKS = [(32, 2), (7, 3), (64, 1)]


def numbers(dtype, *shape):
    values = np.random.default_rng(3).integers(0, 256, shape)
    return values.astype(dtype) if np.dtype(dtype).kind in "ui" else (values / 16).astype(dtype)


def rows(launch, source, dtype, *more):
    for block in BLOCKS:
        for width in WIDTHS:
            x = numbers(dtype, 5, width)
            grid = (width // block[0] + 1, -(-5 // block[1]) + 1)
            launch.check(source, "k", grid, block, [x, np.zeros(x.shape, dtype), *more])


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.float32])
def test_clamps(launch, dtype):
    """By minima and maxima, saturated differences, and choices."""
    rows(launch, """
@cuda.jit
def k(x, y):
    j, i = cuda.grid(2)
    h, w = x.shape
    if i < h and j < w:
        left = max(j - 1, 0)
        right = min(j + 2, w - 1)
        far = max(0, min(j - 3, w - 2))
        other = j + 1 if j + 1 < w else 0
        above = max(0, i - 1)
        y[i, j] = x[i, left] // 4 + x[above, right] // 4 + x[i, far] // 4 + x[i, other] // 8
""", dtype)


def test_borders(launch):
    """Equalities are ends of ranges; and some are none."""
    rows(launch, """
@cuda.jit
def k(x, y, n, at):
    j, i = cuda.grid(2)
    h, w = x.shape
    if i >= h or j >= w:
        return
    if j == 0 or j == w - 1 or i == 0 or i == h - 1:
        y[i, j] = -x[i, j]
        return
    s = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] - x[i, j + 1]
    if j == at or j != n:
        s += 1
    if 3 <= j and not j > n:
        s *= 2
    y[i, j] = s
""", np.float32, np.int64(17), np.int64(5))


def test_borders_of_flat_arrays(launch):
    """Both ways end in one store, whose index may count from the end."""
    source = """
@cuda.jit
def k(u, v, h, w, n):
    j, i = cuda.grid(2)
    if i >= h or j >= w:
        return
    p = i * w + j
    if j == 0 or j == w - 1:
        v[p - n] = u[p]
    else:
        v[p - n] = u[p - 1] + u[p + 1]
"""
    for block in BLOCKS:
        for width in WIDTHS:
            x = numbers(np.float32, 5 * width)
            sizes = np.int64(5), np.int64(width), np.int64(7)
            grid = (width // block[0] + 1, -(-5 // block[1]))
            launch.check(source, "k", grid, block, [x, np.zeros_like(x), *sizes])


def test_inner_part(launch):
    rows(launch, """
@cuda.jit
def k(x, y):
    j, i = cuda.grid(2)
    h, w = x.shape
    if 0 < i < h - 1 and 0 < j < w - 1:
        y[i, j] = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]
""", np.float32)


def test_torus(launch):
    rows(launch, """
@cuda.jit
def k(x, y):
    j, i = cuda.grid(2)
    h, w = x.shape
    if i < h and j < w:
        y[i, j] = x[(i - 1) % h, (j - 1) % w] + 3 * x[(i + 1) % h, (j + 1) % w] + x[i, (j + 2) % w]
""", np.int32)


@pytest.mark.parametrize("offset", [0, 1, -1, 5, -40, 1 << 40, -(1 << 63), (1 << 63) - 1])
def test_guards_that_wrap(launch, offset):
    """An index of any size: what is negative counts from the end, what is outside is not read."""
    source = """
@cuda.jit
def k(x, y, below, above, w, by):
    i = cuda.grid(1)
    p = i + by
    s = np.float32(0)
    if p < x.size:
        s += x[p]
        s -= x[p - w]
    s += x[i * w - 3]
    y[i] = s
    if p < 0:
        below[p] = s + 1
    else:
        above[p] = s + 2
"""
    for block in (32, 7):
        for size in (1, 33, 100):
            for w in (0, 1, -1, 3):
                launch.check(source, "k", (3,), (block,), [
                    numbers(np.float32, size), *np.zeros((3, size), np.float32), np.int64(w), np.int64(offset)
                ])


@pytest.mark.parametrize("by", [0, 1, -1, 5, 33, -40, 1 << 40, -(1 << 63), (1 << 63) - 1])
def test_behind_an_offset(launch, by):
    source = """
@cuda.jit
def k(x, y, by):
    i = cuda.grid(1)
    if i < y.size:
        s = x[i] if i < x.size else np.float32(1)
        if i >= by:
            s += x[i - by]
        if by <= i + 2 and i - by < 7:
            s *= 2
        if not i < by - 3:
            s -= x[i - by + 3]
        y[i] = s
"""
    for block in (32, 7):
        for size in (1, 33, 100):
            launch.check(source, "k", (3,), (block,), [
                numbers(np.float32, size), np.zeros(64, np.float32), np.int64(by)
            ])


@pytest.mark.parametrize("start", [1, 3, 16])
def test_scans_of_blocks(launch, start):
    """Hillis and Steele's: of two rows in turn, and of one."""
    source = """
@cuda.jit
def k(x, y, start):
    s = cuda.shared.array((2, 64), np.int32)
    one = cuda.shared.array(64, np.int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    src = 0
    dst = 1
    s[0, t] = x[i]
    one[t] = x[i]
    cuda.syncthreads()
    offset = start
    while offset < 64:
        if t >= offset:
            s[dst, t] = s[src, t] + s[src, t - offset]
        else:
            s[dst, t] = s[src, t]
        v = one[t]
        if t >= offset:
            v += one[t - offset]
        cuda.syncthreads()
        one[t] = v
        src, dst = dst, src
        offset *= 2
        cuda.syncthreads()
    y[i] = s[src, t] - 3 * one[t]
"""
    for block in (64, 33, 1):
        check_both(launch, source, (2,), (block,), [numbers(np.int32, 2 * block), np.zeros(2 * block, np.int32), start])


def test_many_checks(launch):
    """More than are made plain."""
    terms = "".join(f"    s += x[i, j + {d}] if j + {d} < w else x[i, max(j - {d}, 0)]\n" for d in range(1, 20))
    rows(launch, f"""
@cuda.jit
def k(x, y):
    j, i = cuda.grid(2)
    h, w = x.shape
    if i >= h or j >= w:
        return
    s = x[i, j]
{terms}    y[i, j] = s
""", np.int32)


def test_backwards_and_in_steps(launch):
    rows(launch, """
@cuda.jit
def k(x, y, z):
    j, i = cuda.grid(2)
    h, w = x.shape
    if i < h and j < w:
        y[i, w - 1 - j] = x[i, max(w - 2 - j, 0)]
        if 2 * j + 1 < w:
            z[i, j] = x[i, 2 * j + 1] + x[i, min(3 * j, w - 1)]
""", np.float32, np.zeros((5, 70), np.float32))


def test_elements_in_words(launch):
    """Sums, products, shifts and comparisons of narrow elements, which fit 32 bits, and of some
    that do not."""
    source = """
@cuda.jit
def k(x, y, z):
    i = cuda.grid(1)
    if i < x.size:
        a = int(x[i])
        b = int(y[i])
        c = a * b
        d = abs(a - b) * 70000
        e = max(a, b) - min(c, 3) if a * 3 > b else a // (b + 300)
        f = (a << 20) * (b << 10)
        z[i] = c + d * 17 + e + (f >> 3) + (a ^ b) + (a - b) % 7
"""
    for dtype in (np.uint8, np.int8, np.uint16, np.int16):
        for size in (1, 31, 100):
            full = np.random.default_rng(size).integers(-(1 << 15), 1 << 15, (2, size)).astype(dtype)
            launch.check(source, "k", (4,), (32,), [full[0], full[1], np.zeros(size, np.int64)])


@pytest.mark.parametrize("block", [(64,), (48,), (32, 2), (16, 2)])
def test_shuffles_behind_a_return(launch, block):
    """A warp sums a row of a matrix; where rows of threads are no whole warps, each is a coroutine."""
    source = """
@cuda.jit
def k(x, y):
    row = ROW
    lane = cuda.threadIdx.x % 32
    if row >= x.shape[0]:
        return
    s = np.float32(0)
    for j in range(lane, x.shape[1], 32):
        s += x[row, j]
    for offset in (16, 8, 4, 2, 1):
        s += cuda.shfl_down_sync(0xFFFFFFFF, s, offset)
    if lane == 0:
        y[cuda.blockIdx.x, cuda.threadIdx.y, cuda.threadIdx.x] = s
""".replace("ROW", "cuda.grid(1) // 32" if len(block) == 1 else "cuda.blockIdx.x + cuda.threadIdx.y")
    for count in (0, 1, 5):
        x = numbers(np.float32, count, 50)
        y = np.zeros((3, *block[1:], *[1] * (2 - len(block)), block[0]), np.float32)
        _, sums = check_both(launch, source, (3,), block, [x, y], ordered=True)
        if block == (64,):
            np.testing.assert_allclose(sums[:, 0, ::32].ravel()[:count], x.sum(axis=1), rtol=1e-5)


@pytest.mark.parametrize("first", [0, -2, 5])
def test_a_loop_in_one_that_many_ways_lead_to(launch, first):
    """Where the inner loop begins is a square of the outer one's counter."""
    source = """
@cuda.jit
def k(a, b, out):
    t = cuda.blockIdx.y
    one = 1
    for i in range(divmod(one, a[0])[0], 0, 1):
        for j in range(i * i, cuda.blockIdx.y):
            out[t, 3] += b[0, 0] + i + j
"""
    launch.check(source, "k", (1, 4), (1,), [np.array([first, 3], np.int8), np.array([[6]]), np.zeros((4, 8), np.int64)])
