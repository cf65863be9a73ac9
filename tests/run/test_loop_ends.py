"""Loops of threads that start at different places, to ends that may be any number; counters of `while`:
the CPU device's loops in step, against the simulator and as coroutines (-G)."""

import numpy as np
import pytest
from test_thread_loops import check_both

FAR = (1 << 63) - 1
ENDS = [(-FAR - 1, 1), (-5, 1), (0, 3), (1, 1), (33, 32), (64, 7), (100, 1), ((1 << 61) + 3, 1 << 60), ((1 << 62) + 50, 1 << 61),
        (FAR, 1 << 60), (FAR - 40, (1 << 62) + 1), (FAR, FAR), (FAR, FAR - 20)]  # fmt: skip


@pytest.mark.parametrize("start", ["cuda.grid(1)", "5 + cuda.grid(1)", "cuda.threadIdx.x + 4 * cuda.blockIdx.x - 9"])
def test_ranges(launch, start):
    """Also where a place behind the end would be no int64."""
    source = f"""
@cuda.jit
def k(y, z, n, by):
    step = max(by, 1)
    g = cuda.grid(1)
    turns = 0
    for i in range({start}, n, step):
        y[i % 64] += i // 7
        turns += 1
    z[g] = turns
"""
    for n, step in ENDS:
        # Each element has one thread, which steps by multiples of 64 or runs alone.
        grid, block = ((1,), (1,)) if step % 64 else ((2,), (32,))
        if "threadIdx" in start:
            grid = (1,)
        check_both(launch, source, grid, block, [np.zeros(64, np.int64), np.zeros(64, np.int64), n, step])


WHILES = {
    "from zero": "k = 0\n    while k < a.shape[0]:\n        s += a[k, i]\n        k += 1",
    "from where it is": "k = i\n    while k < n:\n        s += k\n        c[k] = s\n        k += cuda.gridsize(1)",
    "set before": "k = 3\n    k = 1\n    while k < a.shape[0]:\n        s += a[k, i]\n        k += 2",
    "set between": "k = 0\n    if i > 5:\n        k = 2\n    while k < a.shape[0]:\n        s += a[k, i]\n        k += 1",
    "twice": "k = 0\n    for turn in range(2):\n        while k < a.shape[0] + turn:\n            s += a[k - turn, i]\n            k += 1",
    "of what changes": "m = 1\n    k = m\n    m = 4\n    while k < a.shape[0]:\n        s += a[k, i] + m\n        k += 1",
    "inside of a loop": "k = 1\n    for j in range(3):\n        for m in range(k, a.shape[0]):\n            s += a[m, i]\n        k += 1",
    "read behind it": "k = 0\n    while k < n:\n        s += a[k % 9, i]\n        k += 1\n    s += 100 * k",
    "left": "k = 0\n    while k < a.shape[0]:\n        if a[k, i] > 6:\n            break\n        s += a[k, i]\n        k += 1\n    s += k",
    "an else": "k = 2\n    while k < a.shape[0]:\n        s += a[k, i]\n        k += 1\n    else:\n        s += 50 * k",
}


@pytest.mark.parametrize("name", WHILES)
def test_counters(launch, name):
    source = f"""
@cuda.jit
def k(a, c, out, n):
    i = cuda.grid(1)
    s = 0
    {WHILES[name]}
    out[i] = s
"""
    a = np.random.default_rng(3).integers(-9, 10, (9, 66))
    for n in (-3, 0, 1, 31, 66):
        check_both(launch, source, (2,), (33,), [a, np.zeros(70, np.int64), np.zeros(66, np.int64), n])


@pytest.mark.parametrize("n", [FAR, FAR - 1, FAR - 40, FAR - (1 << 61)])
def test_counters_that_wrap(launch, n):
    """Who steps over the largest int64 goes on from the other end, as everywhere; a break ends it."""
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    source = """
@cuda.jit
def k(c, out, n, step):
    i = cuda.grid(1)
    k = i
    turns = 0
    s = 0
    while k < n:
        c[k % 64] += 1
        s ^= k
        turns += 1
        if turns > 9:
            break
        k += max(step, 1)
    out[i] = s + turns
"""
    arguments = [np.zeros(64, np.int64), np.zeros(64, np.int64), n, 1 << 61]
    first = launch(source, "k", (2,), (32,), arguments)
    second = launch(source, "k", (2,), (32,), arguments, options=("-G",))
    for one, other in zip(first, second):
        assert np.array_equal(one, other)
