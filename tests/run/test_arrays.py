"""Indexing: wrap-around, guards, layouts, views; and the bounds modes."""

import numpy as np
import pytest
from conftest import Failed


@pytest.mark.parametrize("n", [0, 1, 31, 33, 1025])
def test_a_grid_may_be_larger_than_the_array(launch, n):
    source = """
@cuda.jit
def k(x, y, out):
    i = cuda.grid(1)
    out[i] = x[i] + y[i]
"""
    x, y = np.arange(n, dtype=np.float32), np.full(n, 0.5, np.float32)
    blocks = max(1, -(-n // 32))
    launch.check(source, "k", (blocks,), (32,), [x, y, np.zeros(n, np.float32)])


def test_indices_wrap_once_and_are_guarded(launch):
    source = """
@cuda.jit
def k(x, at, out, stored):
    i = cuda.grid(1)
    if i < at.size:
        out[i] = x[at[i]]
        stored[at[i]] = i + 1
"""
    at = np.array([0, 4, 5, -1, -5, -6, 100, -100, 2**31, -(2**31), 2**62])
    x = np.arange(10, 15)
    args = [x, at, np.full(at.size, -1), np.zeros(5, np.int64)]
    # One thread writes each element.
    launch.check(source, "k", (11,), (1,), args[:3] + [np.zeros(0, np.int64)])
    for i in range(at.size):
        launch_args = [x, at[i : i + 1], np.zeros(1, np.int64), args[3]]
        if i in (0, 3, 5, 8):
            launch.check(source, "k", (1,), (1,), launch_args)


def test_every_index_is_guarded_on_its_own(launch):
    source = """
@cuda.jit
def k(x, out):
    i, j = cuda.grid(2)
    i -= 3
    j -= 4
    out[i, j] += x[j, i] + 1
"""
    x = np.arange(6).reshape(3, 2)
    # Negative indices wrap, so only a few threads may run: no two at once.
    for start in range(2):
        shifted = source.replace("i -= 3", f"i += {start}").replace("j -= 4", "j += 0")
        launch.check(shifted, "k", (2, 2), (2, 2), [x, np.zeros((2, 3), np.int64)])


@pytest.mark.parametrize("index", ["uint64", "int8", "uint8", "bool"])
def test_index_types(launch, index):
    source = """
@cuda.jit
def k(x, at, out):
    i = cuda.grid(1)
    out[i] = x[at[i]]
"""
    at = {
        "uint64": np.array([0, 3, 2**63, 2**64 - 1], np.uint64),
        "int8": np.array([0, 3, -1, -128], np.int8),
        "uint8": np.array([0, 3, 200, 255], np.uint8),
        "bool": np.array([0, 1, 1, 0], np.uint8),
    }[index]
    launch.check(source, "k", (1,), (4,), [np.arange(5, 9), at, np.ones(4)])


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("sig", [None, "A"])
def test_layouts(launch, order, sig):
    source = """
@cuda.jit
def k(x, out):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        out[i, j] = x[i, j] * 10 + x[-1 - i, -1 - j]
        out[i][j] += x.size + x.shape[0] - x.ndim + len(x)
"""
    x = np.asarray(np.arange(35.0).reshape(5, 7), order=order)
    out = np.asarray(np.zeros((5, 7)), order=order)
    if sig:
        sig = "float64[:, :], float64[:, :]"
    launch.check(source, "k", (2, 2), (4, 4), [x, out], sig=sig)


def test_mixed_layouts(launch):
    source = """
@cuda.jit
def k(x, y, out):
    i, j, l = cuda.grid(3)
    out[l, j, i] = x[i, j, l] - y[i, j, l]
"""
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    y = np.asfortranarray(x * 0.5)
    out = np.zeros((4, 3, 2), np.float32, order="F")
    launch.check(source, "k", (1, 1, 2), (2, 4, 2), [x, y, out])


def test_zero_dimensional_arrays(launch):
    source = """
@cuda.jit
def k(x, out):
    out[()] = x[()] + 1
"""
    got = launch(source, "k", (1,), (1,), [np.array(2.5), np.array(0.0)])
    assert got[1] == 3.5


def test_partial_indices_are_views(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    row = x[i]
    out[i, 0] = row.size
    out[i, 1] = row[0]
    out[i, 2] = len(row)
    row[1] = 7
    out[i, 3] = x[i][1]
    plane = x[i - 10]
    out[i, 4] = plane.size
"""
    launch.check(
        source, "k", (1,), (6,), [np.arange(12).reshape(4, 3), np.zeros((6, 5))]
    )


def test_slices(launch):
    source = """
@cuda.jit(device=True)
def total(x):
    s = 0
    for j in range(x.size):
        s = s * 3 + x[j]
    return s

@cuda.jit
def k(x, m, low, high, out):
    i = cuda.grid(1)
    a, b = low[i], high[i]
    out[i, 0] = total(x[a:b])
    out[i, 1] = total(x[a:])
    out[i, 2] = total(x[:b])
    out[i, 3] = total(x[::2])
    out[i, 4] = total(x[a:b:3])
    out[i, 5] = total(x[::-1])
    out[i, 6] = total(x[b:a:-2])
    out[i, 7] = x[a:b].size
    out[i, 8] = total(m[:, 1])
    out[i, 9] = total(m[1, a:b])
    out[i, 10] = m[1:, ::2].shape[1]
    out[i, 11] = total(m[..., 2])
    out[i, 12] = m[1:3, ::2][0, 1]
"""
    low = np.array([0, 2, -3, -100, 5, 100, 7])
    high = np.array([5, 2, -1, 100, 1, -100, 9])
    m = np.arange(20).reshape(4, 5)
    launch.check(
        source, "k", (1,), (7,),
        [np.arange(1, 10), m, low, high, np.zeros((7, 13), np.int64)],
    )


def test_a_slice_writes_through(launch):
    source = """
@cuda.jit
def k(x):
    v = x[1::2, ::-1]
    i, j = cuda.grid(2)
    v[i, j] = 10 * i + j
"""
    launch.check(source, "k", (1,), (4, 4), [np.zeros((5, 3), np.int16)])


def test_local_arrays(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    a = cuda.local.array(4, float32)
    b = cuda.local.array((2, 3), np.int32)
    for j in range(4):
        a[j] = x[i] * j
    for j in range(2):
        for l in range(3):
            b[j, l] = i + j * l
    s = 0.0
    for j in range(4):
        s += a[j] * a[-1 - j]
    out[i] = s + b[1, 2] + b.size + a[7]
    a[9] = 5
"""
    launch.check(source, "k", (2,), (4,), [np.linspace(0, 1, 8), np.zeros(8)])


def test_none_checks_nothing_but_still_wraps(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    out[-1 - i] = x[i]
"""
    args = [np.arange(4), np.zeros(4, np.int64)]
    launch.check(source, "k", (1,), (4,), args, options=["--bounds=none"])


def test_raise_reports_the_index(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    out[i] = x[i + 2]
"""
    args = [np.arange(6), np.zeros(8, np.int64)]
    launch(source, "k", (1,), (4,), args, options=["--check=bounds"])
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (5,), args, options=["--bounds=raise"])
    assert failed.value.status == 1
    assert (
        "k.py:8:14: IndexError: index 6 is out of bounds for axis 0 with size 6 "
        "in x, block (0,0,0) thread (4,0,0)" in failed.value.stderr
    )


@pytest.mark.parametrize("line", [
    "x[i, 0] = sum(v for v in x[i][1:])",
    "for v, w in zip(x[:, i][1:], x): x[0, 0] += v + w[0]",
])
def test_raise_names_the_array_that_a_part_is_of(launch, line):
    source = f"""
@cuda.jit
def k(x):
    i = cuda.grid(1)
    {line}
"""
    with pytest.raises(Failed, match="IndexError: index 4 .* in x, block"):
        launch(source, "k", (1,), (5,), [np.zeros((4, 4))], options=["--debug"])


def test_raise_reports_negative_indices_and_stores(launch):
    source = """
@cuda.jit
def k(x):
    i = cuda.grid(1)
    x[1, -i] = 1
"""
    args = [np.zeros((2, 3))]
    launch(source, "k", (1,), (4,), args, options=["--debug"])
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (5,), args, options=["--debug"])
    assert (
        "IndexError: index -4 is out of bounds for axis 1 with size 3 in x, "
        "block (0,0,0) thread (4,0,0)" in failed.value.stderr
    )


def test_overlapping_views(launch):
    source = """
@cuda.jit(device=True)
def shift(to, source):
    for j in range(source.size):
        to[j] = source[j] + 1

@cuda.jit
def k(x):
    shift(x[1:], x[:-1])
"""
    got = launch.check(source, "k", (1,), (1,), [np.zeros(6, np.int64)])
    assert got[0].tolist() == [0, 1, 2, 3, 4, 5]


def test_guarded_loops(launch):
    """Loops whose bounds and arrays differ, forwards and backwards."""
    source = """
@cuda.jit
def k(x, y, limit, out):
    i = cuda.grid(1)
    s = 0
    for j in range(limit[i]):
        s += x[j] * y[i, j]
        x[j + 5] = x[j]
    for j in range(limit[i], -limit[i], -2):
        s -= y[j, i] + x[j - i]
    out[i] = s
    n = limit[i]
    while x[n] < 6 and n < 100:
        n += 1
        s += x[n]
    out[i + 4] = s + n
"""
    # One thread at a time: they write the same elements.
    for i, limit in enumerate([0, 3, 12, -4]):
        limits = np.zeros(4, np.int64)
        limits[0] = limit
        x, y = np.arange(1, 10), np.arange(20).reshape(4, 5) - i
        launch.check(source, "k", (1,), (1,), [x, y, limits, np.zeros(8, np.int64)])


def test_an_index_of_no_dimensions(launch):
    source = """
@cuda.jit
def k(x, at, out):
    out[()] = x[at] * 2
    x[at] = 7
"""
    x, out = np.arange(5.0), np.zeros(())
    got = launch(source, "k", (1,), (1,), [x, np.array(3), out])
    np.testing.assert_array_equal(got[0], [0, 1, 2, 7, 4])
    assert got[2] == 6
