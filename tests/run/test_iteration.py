"""for loops over arrays, tuples, enumerate, zip, reversed and places."""

import numpy as np
import pytest


def test_arrays(launch):
    source = """
@cuda.jit
def k(a, b, out):
    s = 0
    for row in a:
        for v in row[::2]:
            s = s * 2 + v
    out[0] = s
    for i, v in enumerate(b):
        out[1] += i * v
    for i, v in enumerate(b, 10):
        if i == 11:
            continue
        if i == 13:
            break
        out[2] += i * v
    else:
        out[2] = -1
    for v, row in zip(b, a):
        out[3] += v * row[1]
    for v in reversed(b):
        out[4] = out[4] * 3 + v
    for i, (v, w) in enumerate(zip(b, reversed(b))):
        out[5] += (i + 1) * (v - 2 * w)
    for v in a.flat:
        out[6] = out[6] * 3 + v
    for (i, j), v in np.ndenumerate(a):
        out[7] += (10 * i + j) * v
    for i, j in np.ndindex(a.shape):
        out[8] = out[8] * 2 + i - j * a[i, j]
    for i, j, l in np.ndindex(2, 3, 2):
        out[9] = out[9] * 2 + i * 4 + j - l
    for v in b[3:3]:
        out[10] = 1
    else:
        out[10] = 2
"""
    a = np.arange(12, dtype=np.int32).reshape(3, 4)[::-1].copy()
    b = np.array([5, -2, 7, 11, 13], np.int16)
    launch.check(source, "k", (1,), (1,), [a, b, np.zeros(11)])
    launch.check(source, "k", (1,), (1,), [np.asfortranarray(a), b, np.zeros(11)])


def test_ranges(launch):
    source = """
@cuda.jit
def k(n, out):
    i = cuda.grid(1)
    m = n[i]
    s = 0
    for j in reversed(range(m)):
        s = s * 3 + j
    out[i, 0] = s
    for j in reversed(range(2, m, 3)):
        s = s * 3 + j
    out[i, 1] = s
    for j in reversed(range(m, 1, -2)):
        s = s * 3 + j
    out[i, 2] = s
    for j, l in zip(range(5, m, 2), range(100)):
        s = s * 3 + j - l
    out[i, 3] = s
    for j, l in enumerate(range(10, 0, m)):
        s = s * 3 + j - l
    out[i, 4] = s
"""
    n = np.array([0, 1, 2, 5, 8, 20, -4, -1])
    launch.check(source, "k", (1,), (8,), [n, np.zeros((8, 5), np.int64)])


def test_tuples(launch):
    source = """
from numba import literal_unroll

@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    s = 0
    for d in (-1, 0, 1):
        for e in [2, 3]:
            s = s * 5 + d * e
    out[i, 0] = s
    t = (i, i * 2, i + 7)
    for v in t:
        s += v
        if v > 8:
            break
    else:
        s += 1000
    out[i, 1] = s
    for j, v in enumerate(reversed(t)):
        if j == 1:
            continue
        s += v * (j + 1)
    out[i, 2] = s
    for x in (1, 2.5, a[i], b[i]):
        s += x
        out[i, 3] += s
    for x in literal_unroll((a, b)):
        if x[i] == 3:
            out[i, 4] += 100
            continue
        if x[i] == 5:
            break
        out[i, 4] += x[i]
    else:
        out[i, 4] += 0.5
    for j, x in enumerate((a, b)):
        for l in range(2):
            c = x[i] * (j + 1)
            out[i, 5] += c * l
    for x in ():
        out[i, 6] = 1
    else:
        out[i, 6] = 2
"""
    a = np.array([1, 3, 5, 2], np.int32)
    b = np.array([0.25, 5, 1, 3], np.float32)
    launch.check(source, "k", (1,), (4,), [a, b, np.zeros((4, 7))])


ARRAY_BESIDE_TUPLE = """
@cuda.jit
def k(x, n, f, out):
    s = 0.0
    for a, w in zip(x, (n, f, 2)):
        s = s * 3 + a * w
    out[0] = s
    for i, (a, b, j) in enumerate(zip((n, f, 3.5), x, range(n)), 1):
        if i == 2:
            continue
        out[1] = out[1] * 5 + i * (a // 2) + b - j
    for a, b in zip((n, 2.5, n), x):
        out[2] += a * b
        if b > 3:
            break
    else:
        out[3] = a
    for (i, a), b in zip(enumerate((f, n)), x[1:]):
        for j, c in zip((n, f), x):
            if c > b:
                break
            out[4] = out[4] * 2 + i + a * c + j
        else:
            out[5] += 1
    for a, b in zip(range(n), reversed((n, f, 1))):
        out[6] = out[6] * 7 + a + b
    for row, scale in zip((x, x[::2], n), (n, f)):
        out[7] += row[0] * scale
    last = -1
    for last, pair in zip(x, ((n, 1), (f, 2.5))):
        out[8] += pair[0] * pair[1]
    out[9] = last
"""


@pytest.mark.parametrize("size", range(1, 6))
def test_arrays_beside_tuples_of_several_types(launch, size):
    x = np.array([2, 1, 4, 3, 5], np.float32)[:size]
    out = np.zeros(10)
    launch.check(ARRAY_BESIDE_TUPLE, "k", (1,), (1,), [x, 3, 0.25, out])


@pytest.mark.parametrize("n", range(9))
def test_a_counter_that_ends_below_zero(launch, n):
    """The step is a constant to LLVM alone, and the test has no signs."""
    source = """
@cuda.jit
def k(n, out):
    last, count = 100, 0
    for i in range(n % 9 - 3, cuda.threadIdx.x % 9 - 3,
                   max(cuda.threadIdx.x for _ in range(3)) % 6 - 2):
        last = i
        count += 1
    out[0] = last
    out[1] = count
"""
    launch.check(source, "k", (1,), (1,), [n, np.zeros(2, np.int64)], options=["--facts"])
