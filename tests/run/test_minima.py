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


def test_of_int64_and_uint64_constants(launch):
    source = """@cuda.jit
def k(x, u, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = max(x[i], np.uint64(3)) - 4
        out[i, 1] = max(x[i], True, np.uint64(False)) + x[i]
        out[i, 2] = min(x[i], np.uint64(3)) - 9
        out[i, 3] = max(x[i], 3) - 4
        out[i, 4] = max(u[i], np.int64(3)) - 4
        out[i, 5] = min(u[i], -3) - 4
"""
    x = np.array([-9, -1, 0, 3, 4, 2**63 - 1])
    u = np.array([0, 1, 3, 4, 2**63, 2**64 - 1], np.uint64)
    (_, _, out) = launch(source, "k", (1,), (32,), [x, u, np.zeros((6, 6))])
    large = 2.0**64
    assert out[:, 0].tolist() == [large, large, large, large, 0, 2.0**63]
    assert out[:, 1].tolist() == [large, 0, 1, 6, 8, large]
    assert out[:, 2].tolist() == [large, large, large, large, large, large]
    assert out[:, 3].tolist() == [-1, -1, -1, -1, 0, 2.0**63]
    assert out[:, 4].tolist() == [large, large, large, 0, 2.0**63, large]
    assert out[:, 5].tolist() == [large] * 6


@pytest.mark.parametrize("integer", ["int8", "int16", "int32"])
def test_of_negative_numbers(launch, integer):
    random = Random(integer)
    terms = ["a[i]", "b[i]", "c[i]", "-a[i]", "-b[i]", "-c[i]", "-(a[i] + b[i])", "b[i] - c[i]", "~c[i]", "abs(b[i])", "0"]
    lines = []
    for row in range(60):
        inner = f"{random.choice(['min', 'max'])}({random.choice(terms)}, {random.choice(terms)})"
        outer = [inner, random.choice(terms)]
        random.shuffle(outer)
        lines.append(f"        out[{row}, i] = {random.choice(['min', 'max'])}({', '.join(outer)}, {random.choice(terms)})")
    source = "@cuda.jit\ndef k(a, b, c, out):\n    i = cuda.grid(1)\n    if i < a.size:\n" + "\n".join(lines) + "\n"
    of = np.random.default_rng(7)
    limit = min(2**20, np.iinfo(integer).max)
    a, b, c = (of.integers(-limit, limit, 50).astype(integer) for _ in range(3))
    passes = ["--passes=gpu"] if launch.device == "cpu" else []
    launch.check(source, "k", (2,), (32,), [a, b, c, np.zeros((60, 50), np.int32)], options=passes)


def test_of_negative_words(launch):
    # Products of int8 fit, and so do their negatives.
    source = """@cuda.jit
def k(a, b, c, out):
    i = cuda.grid(1)
    if i < a.size:
        x = a[i] * 3
        y = b[i] * 5
        z = c[i] * 7
        out[0, i] = min(min(x, -y), z)
        out[1, i] = max(max(-x, -y), -z)
        out[2, i] = min(z, min(-x, -y))
        best = -(x + y)
        for k in range(4):
            best = min(min(best, -z), k - x)
        out[3, i] = best
"""
    of = np.random.default_rng(3)
    a, b, c = (of.integers(-128, 128, 90).astype(np.int8) for _ in range(3))
    launch.check(source, "k", (3,), (32,), [a, b, c, np.zeros((4, 90), np.int32)])
