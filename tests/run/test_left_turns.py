"""Turns that a loop's rounds leave over: on a GPU they are no loop where each waits for loads."""

import numpy as np
import pytest

LENGTHS = [0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 15, 16, 17]


@pytest.mark.parametrize("order", ["range(n)", "range(n - 1, -1, -1)", "range(1, n)", "range(0, n, 2)"])
def test_sums(launch, order):
    source = f"""
@cuda.jit
def k(x, y, n, out):
    total = float32(0)
    for i in {order}:
        total = total * float32(0.5) + x[i] * y[i]
    out[0] = total
"""
    x, y = np.arange(20, dtype=np.float32) + 1, np.arange(20, dtype=np.float32) * 3 - 7
    for n in LENGTHS:
        launch.check(source, "k", (1,), (1,), [x, y, n, np.zeros(1, np.float32)],
                     sig="float32[::1], float32[::1], int64, float32[::1]")


@pytest.mark.parametrize("radius", range(6))
def test_windows(launch, radius):
    """An odd number of turns: LLVM knows that one is left at least."""
    source = """
@cuda.jit
def k(left, right, radius, out):
    x, y = cuda.grid(2)
    height, width = left.shape
    if x < radius or x >= width - radius or y < radius or y >= height - radius:
        return
    cost = 0
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            cost = cost * 3 + (left[y + dy, x + dx] ^ right[y + dy, x + dx]) % 16
    out[y, x] = cost
"""
    rng = np.random.default_rng(1)
    left, right = (rng.integers(0, 2**62, (14, 13)) for _ in range(2))
    launch.check(source, "k", (2, 2), (8, 8), [left, right, radius, np.zeros((14, 13), np.int64)],
                 sig="int64[:, ::1], int64[:, ::1], int32, int64[:, ::1]")


def test_stores(launch):
    source = """
@cuda.jit
def k(x, n, out):
    t = cuda.grid(1)
    for i in range(n):
        out[t, i] = x[t, n - 1 - i] + out[t, i]
"""
    rng = np.random.default_rng(2)
    for n in LENGTHS:
        x = rng.integers(-9, 9, (4, 17))
        launch.check(source, "k", (1,), (4,), [x, n, x * 2], sig="int64[:, ::1], int64, int64[:, ::1]")
