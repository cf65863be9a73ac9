"""Loops over a few turns that choose by their counter, around other loops: one piece of code for each turn on a GPU."""

import numpy as np
import pytest

RANGES = ["range(4)", "range(3, -1, -1)", "range(0, 8, 2)", "range(-2, 2)", "range(1, 16)"]
CHOICES = [
    "            if d == 1:\n                step = 7\n            elif d == 2:\n                step = -3\n"
    "            else:\n                step = d\n",
    "            step = 5 if d < 1 else d - 4\n",
    "            step = TABLE[d & 3]\n",
    "            if d == 3:\n                continue\n            step = d\n",
    "            step = d * 2 - 5\n            if d == 6 or x[t] == 13:\n                break\n",
    "            if d & 1:\n                step = 3\n                k = k + 1\n            else:\n"
    "                step = -2\n",
]
INNER = [
    "            while 0 <= at < n and x[at] % 3 != 0:\n                total += x[at] ^ d\n"
    "                at += step if step != 0 else 1\n",
    "            for j in range(x[t] % 5):\n                total = total * 31 + x[(at + j * step) % n]\n"
    "                if total % 11 == d:\n                    break\n",
]


@pytest.mark.parametrize("inner", INNER, ids=["walk", "few"])
@pytest.mark.parametrize("choice", CHOICES, ids=range(len(CHOICES)))
def test_by_counter(launch, choice, inner):
    for turns in RANGES:
        source = ("import numpy as np\nTABLE = np.array([3, -1, 4, -5], np.int64)\n\n@cuda.jit\ndef k(x, out):\n"
                  "    t, n, total, k = cuda.grid(1), x.size, 0, 0\n    if t < n:\n"
                  f"        for d in {turns}:\n            at = t + k\n{choice}{inner}"
                  "        else:\n            total += 1000\n        out[t] = total + k\n")
        rng = np.random.default_rng(5)
        launch.check(source, "k", (3,), (32,), [rng.integers(0, 50, 77), np.zeros(77, np.int64)],
                     sig="int64[::1], int64[::1]")


def test_barriers(launch):
    source = """@cuda.jit
def k(x, out):
    shared = cuda.shared.array(32, 'int64')
    t = cuda.threadIdx.x
    shared[t] = x[t]
    cuda.syncthreads()
    for d in range(5):
        for _ in range(x[0] % 3 + 1):
            if d == 0:
                other = shared[31 - t]
            elif d < 3:
                other = shared[t ^ (1 << d)]
            else:
                other = shared[(t + d) % 32]
            cuda.syncthreads()
            shared[t] = shared[t] * 3 + other
            cuda.syncthreads()
    out[t] = shared[t]
"""
    for first in range(3):
        x = np.arange(32) * 7 + first
        launch.check(source, "k", (1,), (32,), [x, np.zeros(32, np.int64)], sig="int64[::1], int64[::1]")
