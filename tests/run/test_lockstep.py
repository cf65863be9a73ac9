"""Loops that the CPU device runs for all threads of a block together
(compiler/blocks/lockstep.h), against the simulator and against themselves as
coroutines (-G), which run each thread's loop to its end."""

import numpy as np
import pytest
from test_thread_loops import check_both

SIZES = [0, 1, 31, 33, 1025]


def floats(*shape):
    return np.random.default_rng(5).random(shape, dtype=np.float32)


@pytest.mark.parametrize("size", SIZES)
def test_grid_stride(launch, size):
    source = """
@cuda.jit
def k(x, y, last):
    n = 0
    i = -1
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        y[i] = x[i] * np.float32(2) + y[i]
        n += 1
    last[cuda.grid(1)] = i * 100 + n
"""
    check_both(launch, source, (2,), (48,), [
        floats(size), floats(size), np.zeros(96, np.int64)
    ])


@pytest.mark.parametrize("size", SIZES)
def test_strides_that_begin_elsewhere(launch, size):
    """At the thread's index in its block, behind something, by steps of a
    constant; and by while."""
    source = """
@cuda.jit
def k(x, out, begin, step):
    t = cuda.threadIdx.x
    a = np.float32(0)
    for i in range(begin + t, x.size, 64):
        a += x[i]
    for i in range(t * 2, x.size, cuda.blockDim.x * 2):
        a = a * np.float32(0.5) + x[i]
    for i in range(t, x.size, step):
        a = max(a, x[i])
    i = t
    while i < x.size:
        a -= x[i]
        i += cuda.blockDim.x
    out[t] = a + i
"""
    for begin, step in [(0, 1), (3, 7), (-70, 64), (5000, 1), (2, -1), (0, 0)]:
        check_both(launch, source, (1,), (40,), [
            floats(size), np.zeros(40, np.float32), np.int64(begin), np.int64(step)
        ])


@pytest.mark.parametrize("shape", [(1, 1), (5, 33), (33, 5), (40, 70)])
def test_products_under_conditions(launch, shape):
    source = """
@cuda.jit
def k(a, b, c, rest):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        acc = np.float32(0)
        for k in range(a.shape[1]):
            acc += a[row, k] * b[k, col]
        c[row, col] = acc
    else:
        if row < 100:
            acc = np.float32(1)
            for k in range(50):
                acc = acc * np.float32(0.5) + b[k % b.shape[0], col]
            rest[row, col] = acc
"""
    m, n = shape
    check_both(launch, source, (3, 3), (16, 16), [
        floats(m, 41), floats(41, n), np.zeros(shape, np.float32), np.zeros((48, 48), np.float32)
    ])


def test_loops_in_loops(launch):
    """Triangles, and a bound that the outer loop's body changes."""
    source = """
@cuda.jit
def k(x, out, count):
    t = cuda.threadIdx.x
    total = 0
    limit = count
    for j in range(count):
        for i in range(j):
            total += x[(t + i) % 50] * j
        for i in range(t, limit, 8):
            total -= x[i % 50]
            limit -= 1
        limit += j
        for i in range(t, 50, 32):
            total ^= x[i] + i
    out[t] = total
"""
    for count in (0, 1, 9, 40):
        check_both(launch, source, (1,), (32,), [
            np.arange(50, dtype=np.int64) ** 2, np.zeros(32, np.int64), np.int64(count)
        ])


def test_threads_that_end_before_loops(launch):
    source = """
@cuda.jit
def k(x, out, n):
    i = cuda.grid(1)
    if i >= n:
        return
    total = np.float32(0)
    for j in range(100):
        total = total * np.float32(0.5) + x[j, i]
    out[i] = total
"""
    for n in (0, 1, 31, 33, 70):
        check_both(launch, source, (2,), (36,), [floats(100, 72), np.zeros(72, np.float32), np.int64(n)])


def test_what_ends_loops_early(launch):
    source = """
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x
    n = i = 0
    for i in range(t, x.size, 32):
        if x[i] > 900:
            break
        if x[i] % 3 == t % 3:
            continue
        n += 1
    for i in range(1000):
        if i * t > 777:
            break
    else:
        n += 5000
    out[t] = n * 1000 + i
"""
    check_both(launch, source, (1,), (32,), [np.arange(1000), np.zeros(32, np.int64)])


def test_ends_at_the_largest_integer(launch):
    """A thread's counter would wrap around before the block's does."""
    source = """
@cuda.jit
def k(out, stop):
    t = cuda.threadIdx.x
    n = 0
    for i in range(stop - 100 + t, stop, 50):
        n += 1
        out[t] = i
    for i in range(t, stop, 2**61):
        n += 10
    out[t] += n
"""
    for stop in (2**63 - 1, 2**62, 2**61, 5):
        check_both(launch, source, (1,), (64,), [np.zeros(64, np.int64), np.int64(stop)])


def test_atomics_of_integers_in_any_order(launch):
    source = """
@cuda.jit
def k(x, out):
    s = cuda.shared.array(16, np.int32)
    for b in range(cuda.threadIdx.x, 16, cuda.blockDim.x):
        s[b] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        cuda.atomic.add(s, x[i] % 16, 1)
        cuda.atomic.add(s, x[i] % 5, -2)
    cuda.syncthreads()
    for b in range(cuda.threadIdx.x, 16, cuda.blockDim.x):
        cuda.atomic.add(out, b, s[b])
"""
    for size in SIZES:
        check_both(launch, source, (3,), (40,), [
            np.arange(size, dtype=np.int32) ** 2 % 97, np.zeros(16, np.int32)
        ])


@pytest.mark.parametrize("update", [
    "old += cuda.atomic.add(s, x[i] % 4, 1)",
    "cuda.atomic.add(s, 0, x[i])\n        cuda.atomic.max(s, 0, 7)",
    "cuda.atomic.exch(s, x[i] % 4, t)",
    "cuda.atomic.add(f, 0, np.float32(1) / np.float32(i + 1))",
    "cuda.atomic.inc(s, 0, 5)",
])
def test_order_that_shows_stays(launch, update):
    """Results that depend on the order of threads are those of one thread after
    the other, with shared atomics and without."""
    source = f"""
@cuda.jit
def k(x, out, floats):
    s = cuda.shared.array(4, np.uint32)
    f = cuda.shared.array(1, np.float32)
    t = cuda.threadIdx.x
    old = np.uint32(0)
    if t < 4:
        s[t] = 0
        f[0] = np.float32(0)
    cuda.syncthreads()
    for i in range(t, x.size, 32):
        {update}
    cuda.syncthreads()
    out[t] = s[t % 4] + 100 * old
    floats[0] = f[0]
"""
    check_both(launch, source, (1,), (32,), [
        np.arange(100, dtype=np.uint32), np.zeros(32, np.uint32), np.zeros(1, np.float32)
    ], ordered=True)


def test_reads_and_writes_of_one_array(launch):
    """Columns in place: what an iteration writes the next one reads."""
    source = """
@cuda.jit
def k(x):
    i = cuda.grid(1)
    for j in range(1, x.shape[0]):
        x[j, i] = x[j - 1, i] * np.float32(0.5) + x[j, i]
"""
    for columns in (1, 31, 33):
        check_both(launch, source, (1,), (40,), [floats(50, columns)])


@pytest.mark.parametrize("condition", [
    "a[0] > 3",
    "n != 2 and a.size > 3",
    "n > 10 or a.size > 3",
    "(n if a.size > 2 else n - 5) > 10",
    "n <= m <= 0",
    "x[t] > 0.5",
])
def test_counters_of_loops_under_conditions(launch, condition):
    """Where the condition does not hold, the counter stays what it was."""
    source = f"""
@cuda.jit
def k(a, x, n, m, out):
    t = cuda.grid(1)
    i = -1
    j = -2
    if {condition}:
        for i in range(n):
            out[3, t] += x[t]
    elif a[1] > 3:
        for j in range(n + 1):
            out[3, t] -= x[t]
    else:
        for j in range(t, n + 40, 7):
            out[3, t] -= x[t]
    last = -3
    for turn in range(3):
        if a[turn] > 3:
            continue
        for last in range(turn + n):
            out[3, t] += x[t]
        out[4, t] += last
    out[0, t] = i
    out[1, t] = j
    out[2, t] = last
"""
    for first in (0, 4):
        for second in (0, 4):
            for n in (0, 4, 20):
                check_both(launch, source, (1,), (40,), [
                    np.array([first, second, 4, 1][: 3 + n % 3]), floats(40), np.int64(n),
                    np.int64(-5), np.zeros((5, 40), np.float32),
                ])
