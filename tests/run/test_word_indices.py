"""Indices of 33 bits, as what lies behind an int32: tested in 32 on a GPU where arrays are short."""

import numpy as np
import pytest

ENDS = [0, 1, 6, 7, 8, -1, -7, -8, -9, 2**31 - 1, 2**31 - 2, -2**31, -2**31 + 1, -2**31 + 8]


@pytest.mark.parametrize("index", ["x[t] + 1", "x[t]", "x[t] - 1", "x[t] * 2", "-x[t]", "x[t] + x[t]", "1 - x[t] * 2"])
@pytest.mark.parametrize("array", ["cuda.shared.array(7, 'int64')", "cuda.local.array(7, 'int64')", "y"])
def test_around_ends(launch, array, index):
    source = f"""
@cuda.jit
def k(x, y, out):
    t = cuda.threadIdx.x
    a = {array}
    if {array != 'y'}:
        for i in range(7):
            a[i] = 10 + i
    cuda.syncthreads()
    if t < x.size:
        out[t] = a[{index}]
        a[{index}] = 5
        node = a[0]
        for _ in range(3):
            node = a[x[t] + (node & 1)] + a[{index}]
        out[t] += node * 100
"""
    x = np.array(ENDS, np.int32)
    for one in x:
        launch.check(source, "k", (1,), (1,), [np.array([one]), np.arange(20, 27), np.zeros(1, np.int64)],
                     sig="int32[::1], int64[::1], int64[::1]")


@pytest.mark.parametrize("facts", [(), ("--facts",)], ids=["", "facts"])
def test_trees(launch, facts):
    """Children that are loaded, one beside the other."""
    source = """
@cuda.jit
def k(key, left, start, out):
    t = cuda.grid(1)
    if t < out.shape[0]:
        for tree in range(left.shape[0]):
            node = start[t]
            steps = 0
            while key[tree, node] >= 0 and steps < 9:
                child = left[tree, node]
                if key[tree, node] & (1 << (t & 3)):
                    node = child
                else:
                    node = child + 1
                steps += 1
            out[t, tree] = node
"""
    key = np.array([[3, 5, -1, 9, -1, 2, 7], [1, -2, 12, -1, 3, 3, 3]], np.int32)
    left = np.array([[1, 3, 0, 5, 9, 2**31 - 1, -2], [1, 2, -2**31, 4, 0, 3, -7], [0] * 7], np.int32)
    start = np.array([0, -1, 5, 6, -7, 3, 2**31 - 1, -2**31], np.int32)
    launch.check(source, "k", (1,), (8,), [key, left, start, np.zeros((8, 3), np.int64)],
                 sig="int32[:, ::1], int32[:, ::1], int32[::1], int64[:, ::1]", options=facts)
