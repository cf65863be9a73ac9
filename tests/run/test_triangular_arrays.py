"""Local arrays of which loops fill and read a half, each as far as a counter around it is (facts/loop_facts.h,
UnrolledLoops): in the copy without guards and in the one that has them, for arrays that are shorter than the loops."""

import random

import numpy as np
import pytest
from conftest import check_ptx
from ptx_interpreter import Program

INNER = ["range({c})", "range({c} + 1)", "range({c}, {n})", "range({c} + 1, {n})", "range({c} - 1, -1, -1)",
         "range({n} - 1 - {c})", "range({c} // 2, {c})", "range({n})"]  # fmt: skip


def kernel_of(rng, n):
    inner = [rng.choice(INNER).format(c="j", n=n) for _ in range(4)]
    last = rng.choice(INNER).format(c="r", n=n)
    return f"""
@cuda.jit("void(int32[:, :, ::1], int32[:, ::1])")
def k(a, x):
    i = cuda.grid(1)
    if i >= a.shape[0]:
        return
    low = cuda.local.array(({n}, {n}), np.int64)
    y = cuda.local.array({n}, np.int64)
    for j in range({n}):
        y[j] = 1
        for k in range({n}):
            low[j, k] = 0
    for j in range({n}):
        for r in {inner[0]}:
            s = np.int64(a[i, r, j])
            for k in {last}:
                s -= low[r, k] * low[j, k] % 7
            low[r, j] = s
        {rng.choice(["if low[j, j] == 3: break", "if low[j, j] == 3: continue", "low[j, j] += 1"])}
    for j in {rng.choice([f"range({n})", f"range({n} - 1, -1, -1)"])}:
        s = np.int64(x[i, j])
        for k in {inner[1]}:
            s -= low[{rng.choice(["j, k", "k, j"])}] * y[k] % 5
        y[j] = s
        for k in {inner[2]}:
            x[i, k] = y[k] % 100
"""


def launch_of(seed):
    rng = random.Random(seed)
    n = rng.choice([2, 3, 3, 4])
    source = kernel_of(rng, n)
    numbers = np.random.default_rng(seed)
    rows, columns, places = (n + rng.choice([-1, 0, 0, 0, 1]) for _ in range(3))
    shape = (40, rows, columns)
    return source, [numbers.integers(-9, 9, shape).astype(np.int32), numbers.integers(-9, 9, (rng.choice([39, 40]), places)).astype(np.int32)]


@pytest.mark.parametrize("passes", ["gpu", "gpu,-small-copies", "all"])
@pytest.mark.parametrize("seed", range(30))
def test_halves(launch, seed, passes):
    source, arguments = launch_of(seed)
    launch.check(source, "k", (2,), (32,), arguments, options=[f"--passes={passes}"])


@pytest.mark.parametrize("facts", ["small,apart", "small,apart,block=32"])
@pytest.mark.parametrize("seed", range(100, 108))
def test_ptx_of_halves(seed, facts):
    source, arguments = launch_of(seed)
    check_ptx(Program, source, "k", (2,), (32,), arguments, [f"--facts={facts}"])
