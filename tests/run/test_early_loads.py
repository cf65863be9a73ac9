"""Loads that stand behind a division begin before it: what is read stays what it was."""

import numpy as np
import pytest

PASSES = pytest.mark.parametrize("passes", ["all", "gpu", "-early-loads"])


@PASSES
@pytest.mark.parametrize("step", [1, 2])
def test_what_is_stored_between(launch, passes, step):
    """The element that is read is the one that was stored before it, or another."""
    source = """
@cuda.jit
def k(a, b, n, m, out):
    i = cuda.threadIdx.x
    q = a[i] / b[i]
    a[i * n] = q
    r = a[i * m] + b[i] / q
    a[i * n] = r / q
    out[i] = a[i * m] - r
"""
    a, b = np.arange(1, 33, dtype=np.float64), np.arange(2, 34, dtype=np.float64)
    launch.check(
        source, "k", (1,), (1,), [a, b, np.int64(step), np.int64(1), np.zeros(32)],
        options=[f"--passes={passes}"],
    )
    source = source.replace("i = cuda.threadIdx.x", "i = cuda.threadIdx.x + 3").replace("i * m", "(i - 3) * m + 3 * n")
    launch.check(
        source, "k", (1,), (1,), [a, b, np.int64(step), np.int64(5), np.zeros(32)],
        options=[f"--passes={passes}"],
    )


@PASSES
def test_what_other_threads_write(launch, passes):
    source = """
@cuda.jit
def k(a, out):
    s = cuda.shared.array(64, np.float32)
    i = cuda.threadIdx.x
    s[i] = a[i]
    cuda.syncthreads()
    q = s[i] / np.float32(i + 1)
    cuda.syncthreads()
    s[63 - i] = q
    cuda.syncthreads()
    out[i] = s[i] / q + a[63 - i]
"""
    a = np.arange(1, 65, dtype=np.float32)
    launch.check(source, "k", (1,), (64,), [a, np.zeros(64, np.float32)], options=[f"--passes={passes}"])


@PASSES
@pytest.mark.parametrize("n", [0, 1, 7, 40])
def test_rows_divided_by_their_neighbours(launch, passes, n):
    source = """
@cuda.jit
def k(p, rho, at, out):
    i, j = cuda.grid(2)
    rows, cols = p.shape
    if 0 < i < cols - 1 and 0 < j < rows - 1:
        gx = (p[j, i + 1] - p[j, i - 1]) / (rho[j, i + 1] + rho[j, i - 1])
        gy = (p[j + 1, i] - p[j - 1, i]) / (rho[j + 1, i] + rho[j - 1, i])
        k = at[j, i] // cols
        out[j, i] = gx - gy + p[k, at[j, i] % cols]
"""
    p = np.arange(n * 9, dtype=np.float64).reshape(n, 9) % 13
    at = np.arange(n * 9).reshape(n, 9)[::-1].copy()
    for options in [], ["--per-thread=4"]:
        launch.check(
            source, "k", (1, 5), (32, 8), [p, p + 2, at, np.zeros_like(p)], options=[f"--passes={passes}", *options],
        )
