"""Parameters that are pointers, and arrays made of them."""

import numpy as np


def test_elements_at_a_pointer(launch):
    source = """
@cuda.jit
def k(p, n, q):
    i = cuda.grid(1)
    if i < n:
        p[i] = p[i] * 2 + q[n - 1 - i]
        p[i] += 1
        cuda.atomic.add(q, 0, 0.0)
"""
    p, q = np.arange(50, dtype=np.float32), np.arange(50, dtype=np.float64)
    # One thread reads the element that all update.
    launch.defects = ("races",)
    got = launch(
        source, "k", (2,), (32,), [p, 50, q],
        "CPointer(float32), int64, CPointer(float64)", ("--fmad=false",),
    )
    np.testing.assert_array_equal(got[0], p * 2 + q[::-1].astype(np.float32) + 1)


def test_arrays_at_a_pointer(launch):
    source = """
from numba import carray, farray
@cuda.jit(device=True)
def rows(p, n):
    return carray(p, (n, 4))

@cuda.jit
def k(p, raw, n, out):
    i = cuda.grid(1)
    a = rows(p, n)
    f = farray(p, (n, 4))
    words = carray(raw, 2, dtype=np.int32)
    if i < 5:
        out[i] = a[i, -1] * 100 + f[i, 1] + a.shape[0] + words[1] + words[7]
"""
    p = np.arange(12, dtype=np.int64)
    raw = np.array([5, 6, 0, 0, 0, 0, 0, 99], np.int32).view(np.uint8)
    got = launch(
        source, "k", (1,), (32,), [p, raw, 3, np.zeros(8, np.int64)],
        "CPointer(int64), voidptr, int64, int64[:]",
    )
    c, f = p.reshape(3, 4), p.reshape((3, 4), order="F")
    want = np.zeros(8, np.int64)
    want[:3] = c[:, 3] * 100 + f[:, 1] + 3 + 6
    want[3:5] = 3 + 6
    np.testing.assert_array_equal(got[3], want)


def test_pointers_to_records(launch):
    source = """
@cuda.jit
def k(p):
    i = cuda.threadIdx.x
    p[i].n += i
    if i > 0:
        p[i].x = p[0].x
"""
    a = np.zeros(4, np.dtype([("x", "f4"), ("n", "i4")]))
    a["x"] = [7, 1, 2, 3]
    got = launch(
        source, "k", (1,), (4,), [a], "CPointer(record(x: float32, n: int32))"
    )
    np.testing.assert_array_equal(got[0]["n"], np.arange(4))
    np.testing.assert_array_equal(got[0]["x"], [7] * 4)
