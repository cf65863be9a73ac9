"""An element that is named again under the same guard is loaded once: unless it may be another by then."""

import numpy as np
import pytest

PASSES = pytest.mark.parametrize("passes", ["all", "gpu", "-repeated-loads", "-version-regions,-repeated-loads", "-version-regions"])


@PASSES
@pytest.mark.parametrize("shift", [0, 1, 5])
def test_stores_between(launch, passes, shift):
    """y may be x, a part of it, or the place that is read again."""
    source = """
@cuda.jit
def k(x, shift, out):
    i = cuda.threadIdx.x * 9
    y = x[shift:]
    a = x[i] * 2
    y[i] = a + 1
    b = x[i] - a
    y[i + 1] = b
    out[i] = a + b * x[i]
    out[i] += x[i + 1] + x[i]
"""
    x = np.arange(1, 60, dtype=np.float64)
    launch.defects = ("bounds",)
    launch.check(source, "k", (1,), (9,), [x, np.int64(shift), np.zeros(64)], options=[f"--passes={passes}"])


@PASSES
@pytest.mark.parametrize("n", [0, 1, 4])
def test_turns_of_loops(launch, passes, n):
    source = """
@cuda.jit
def k(x, n, out):
    i = cuda.grid(1)
    s = x[i, 1]
    for j in range(n):
        s += x[i, 1] * x[i, j]
        x[i, 1] = s
        s -= x[i, 1] + x[i, j]
    out[i] = s + x[i, 1]
"""
    x = np.random.default_rng(n).integers(-5, 6, (40, 3))
    launch.defects = ("bounds",)
    launch.check(source, "k", (3,), (16,), [x, np.int64(n), np.zeros(45, np.int64)], options=[f"--passes={passes}"])


@PASSES
def test_what_other_threads_write(launch, passes):
    source = """
@cuda.jit
def k(x, out):
    s = cuda.shared.array(32, np.int64)
    i = cuda.threadIdx.x
    s[i] = x[i]
    cuda.syncthreads()
    a = s[i + 1] * 3
    cuda.syncthreads()
    s[i] = a
    cuda.syncthreads()
    out[i] = a + s[i + 1] + x[i] * x[i]
"""
    launch.defects = ("bounds",)
    launch.check(source, "k", (1,), (32,), [np.arange(32), np.zeros(32, np.int64)], options=[f"--passes={passes}"])


@PASSES
def test_same_functions_of_the_same_numbers(launch, passes):
    """Mathematical functions called twice are called once, by whom ever."""
    source = """
@cuda.jit(device=True)
def turned(x, y, angle):
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)

@cuda.jit
def k(x, out):
    i = cuda.threadIdx.x
    if i < x.size:
        a, b = turned(x[i], 1.0, x[i])
        if x[i] > 3:
            a += math.cos(x[i])
        out[i] = a * math.exp(-x[i]) + b * math.exp(-x[i])
"""
    launch.check(source, "k", (1,), (32,), [np.linspace(-5, 9, 29), np.zeros(32)], options=[f"--passes={passes}"], tolerance=1e-12)
