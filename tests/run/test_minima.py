"""Minima and maxima of sums, as tables filled from their neighbours have them."""

from random import Random

import numpy as np
import pytest

EDGES = [-2**31, -2**31 + 1, -2**31 + 2, -7, -2, -1, 0, 1, 2, 6, 2**31 - 3, 2**31 - 2, 2**31 - 1]
TERMS = ["{a}", "{a} + 1", "{a} + 1", "{a} - 1", "{a} + 2", "{a} + (x[i] == y[i])",
         "{a} + (0 if x[i] == y[i] else 1)", "{a} - (x[i] < y[i])", "{a} + gap", "{a} - gap",
         "{a} + (2 if x[i] == y[i] else 1)", "z[i] + {a}", "wide[i]", "wide[i] + 1", "3",
         "max({a} - 1, {b} - 2)", "min({a} + gap, {b} + gap)", "{a} - {b}"]


def expression(random):
    terms = [random.choice(TERMS).format(a=random.choice(["x[i]", "y[i]", "z[i]"]),
                                         b=random.choice(["x[i]", "y[i]", "z[i]"]))
             for _ in range(random.randint(2, 4))]
    return f"{random.choice(['min', 'max'])}({', '.join(terms)})"


@pytest.mark.parametrize("seed", range(6))
def test_extremes_of_sums_that_take_33_bits(launch, seed):
    random = Random(seed)
    lines = []
    for column in range(20):
        lines += [f"        words[{column}, i] = {expression(random)}",
                  f"        longs[{column}, i] = {expression(random)}"]
    source = ("@cuda.jit\ndef k(x, y, z, wide, gap, words, longs):\n"
              "    i = cuda.grid(1)\n    if i < x.size:\n" + "\n".join(lines) + "\n")
    count = 500
    x, y, z = (np.array([random.choice(EDGES) for _ in range(count)], np.int32)
               for _ in range(3))
    wide = np.array([random.choice([*EDGES, 2**40, -2**40, 2**62]) for _ in range(count)])
    words, longs = (np.zeros((20, count), dtype) for dtype in (np.int32, np.int64))
    gap = np.int32(random.choice([0, 1, 5, -3, 2**31 - 1, -2**31]))
    passes = ["--passes=gpu"] if launch.device == "cpu" else []
    launch.check(source, "k", (4,), (128,), [x, y, z, wide, gap, words, longs], options=passes)
