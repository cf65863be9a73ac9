"""Second tests that the CPU device makes in any case (compiler/blocks/eager_tests.h):
with arrays that end where the first test says so."""

import numpy as np
import pytest
from test_thread_loops import check_both

TESTS = [
    "a == 3 or (a == 2 and x[i] == 1)",
    "not (a > 5 and x[i] > 3)",
    "a > n and x[i] > x[x.size - 1 - i]",
    "i > 0 and x[i - 1] == 1",
    "i + 1 < x.size and x[i + 1] == 1",
    "i == 0 or x[i - 1] < a",
    "(i > 2 and x[i - 3] == 1) or (i + 3 < x.size and x[i + 3] > a)",
    "n < x.size and x[n] == a",
    "a == 1 and y[i] > 0.5 and x[i] % (n + 1) == 2",
    "a < 4 and empty.size > i and empty[i] == 1",
]


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("n", [0, 5, 1000])
def test_each(launch, test, n):
    source = f"""
@cuda.jit
def k(x, y, empty, n, out):
    i = cuda.grid(1)
    if i < x.size and i < y.size:
        a = int(x[i]) + i % 3
        out[i] = 1 if {test} else 2
"""
    x = np.random.default_rng(5).integers(0, 7, 1037).astype(np.uint8)
    y = np.random.default_rng(6).random(1037)
    check_both(launch, source, (33,), (32,),
               [x, y, np.zeros(0, np.uint8), n, np.zeros(1037, np.int32)])
