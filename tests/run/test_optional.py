"""Values that are None on some paths: of functions, variables, expressions."""

import numpy as np
import pytest
from conftest import Failed

A = np.array([3.0, -1.5, 0.0, 8.0, -2.0, 5.25], np.float32)


def test_functions_that_return_none(launch):
    source = """
@cuda.jit(device=True)
def root(x):
    if x < 0:
        return None
    return math.sqrt(x)

@cuda.jit(device=True)
def ordered(i, j):
    if i < j:
        return 10 * i + j
    elif i > j:
        return 10 * j + i

@cuda.jit(device=True)
def nested(x):
    return root(x - 1)

@cuda.jit(device=True)
def find(a, wanted):
    for i in range(len(a)):
        if a[i] == wanted:
            return i

@cuda.jit(device=True)
def pair(x):
    if x > 4:
        return x, None
    if x < 0:
        return None, 1
    return x + 1, 2

@cuda.jit(device=True)
def only_none(x):
    if x is None:
        return None
    return x + 1

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    r = root(a[i])
    out[i, 0] = -1 if r is None else r
    out[i, 1] = ordered(i, 2) if i != 2 else 99
    n = nested(a[i])
    if n is not None:
        out[i, 2] = n + 1
    else:
        out[i, 2] = -7
    at = find(a, -2.0)
    out[i, 3] = at
    out[i, 4] = find(a, 77) is None
    p, q = pair(a[i])
    out[i, 5] = 100 if p is None else p
    out[i, 6] = 200 if q is None else q
    if r:
        out[i, 7] = 1
    out[i, 8] = not r
    out[i, 9] = (r == 0) + 2 * (r != 0) + 4 * (r == None) + 8 * (None != r)
    if (w := root(a[i])) is not None and w > 1:
        out[i, 10] = w
    z = only_none(None)
    out[i, 11] = z is None
    out[i, 12] = r or 5
    both = r and 6
    out[i, 13] = -3 if both is None else both
"""
    launch.check(source, "k", (1,), (6,), [A, np.zeros((6, 14))])
    launch.check(source, "k", (1,), (6,), [A, np.zeros((6, 14))],
                 options=("--bounds=raise",))


def test_variables_that_were_none(launch):
    source = """
@cuda.jit(device=True)
def plus(x, y=None):
    if y is None:
        return x
    return x + y

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    best = None
    where = None
    for j in range(len(a)):
        if j != i and (best is None or a[j] > best):
            best = a[j]
            where = j
    out[i, 0] = best
    out[i, 1] = where
    last = None
    j = 0
    while j < i:
        if a[j] < 0:
            last = j
        j += 1
    out[i, 2] = -1 if last is None else last
    other = a[i] if a[i] > 0 else None
    out[i, 3] = plus(1, other)
    out[i, 4] = plus(1)
    match last:
        case None:
            out[i, 5] = 50
        case 1:
            out[i, 5] = 51
        case x:
            out[i, 5] = x
    same = None
    if i % 2:
        same = a[i]
    out[i, 6] = (same == other) + 2 * (same == a[i]) + 4 * (same is not None)
    row = None
    if i > 2:
        row = a[i - 2:]
    if row is not None:
        out[i, 7] = row[0] + len(row)
    if other is not None:
        other += 1
        out[i, 8] = other
    chain = None if i == 0 else (None if i == 1 else i)
    if chain is None:
        chain = 40
    out[i, 9] = chain
"""
    launch.check(source, "k", (1,), (6,), [A, np.zeros((6, 10))])
    launch.check(source, "k", (1,), (6,), [A, np.zeros((6, 10))],
                 options=("--bounds=raise",))


def test_none_is_printed(launch):
    source = """
@cuda.jit(device=True)
def half(x):
    if x % 2 == 0:
        return x // 2

@cuda.jit
def k(x, y):
    print("half", half(x), half(y), (1, (2, 3.5)), cuda.threadIdx, cuda.blockDim)
"""
    launch(source, "k", (1,), (1,), [6, 7])
    assert "half 3 None (1, (2, 3.5)) (0, 0, 0) (1, 1, 1)" in launch.stdout


def test_none_where_a_value_is_needed(launch):
    source = """
@cuda.jit(device=True)
def half(x):
    if x % 2 == 0:
        return x // 2

@cuda.jit
def k(x, out):
    out[0] = half(x) + 1
"""
    assert launch(source, "k", (1,), (1,), [7, np.zeros(1)])[1] == 1
    assert launch(source, "k", (1,), (1,), [6, np.zeros(1)],
                  options=("--bounds=raise",))[1] == 4
    for option in ("--bounds=raise", "--debug"):
        with pytest.raises(Failed, match="TypeError.*None where a value"):
            launch(source, "k", (1,), (1,), [7, np.zeros(1)], options=(option,))


def test_numba_typing(launch):
    source = """
@cuda.jit(device=True)
def pick(x, n):
    if n > 2:
        return x
    if n > 1:
        return n
    return None

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    p = pick(a[i], i)
    out[i] = -5 if p is None else p
    best = None
    for j in range(math.ceil(2.5)):
        best = j if best is None else best + j
    out[i] += best
"""
    got = launch(source, "k", (1,), (6,), [A, np.zeros(6)],
                 options=("--typing=numba",))[1]
    np.testing.assert_array_equal(got, [-2, -2, 5, 11, 1, 8.25])
