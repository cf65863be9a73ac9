"""Many numbers divided by one, which the loop over a row of threads does not change: on the
CPU device the quotient is a product. The simulator says what is right."""

import random

import numpy as np
import pytest

SOURCE = """
import numpy as np

@cuda.jit
def k(x, divisors, out):
    i = cuda.grid(1)
    for j in range(divisors.size):
        if i < x.size:
            out[j, 0, i] = x[i] // divisors[j]
            out[j, 1, i] = x[i] % divisors[j]
"""


def edges(kind):
    low, high = np.iinfo(kind).min, np.iinfo(kind).max
    powers = [1 << p for p in range(64)]
    near = [sign * (p + d) for p in powers for d in (-1, 0, 1) for sign in (-1, 1)]
    numbers = {low, low + 1, high // 3, high - 1, high, 10**9 + 7, 10**18 + 9} | set(near)
    return [n for n in sorted(numbers) if low <= n <= high]


def numbers(kind, count, seed):
    rng = random.Random(seed)
    info = np.iinfo(kind)
    values = [rng.randrange(info.min, int(info.max) + 1) >> rng.randrange(info.bits) for _ in range(count)]
    return np.array(values, kind)


@pytest.mark.parametrize("kind", ["int64", "uint64", "int32", "uint32"])
def test_edges(launch, kind):
    x = np.array(edges(kind), kind)
    divisors = np.array(edges(kind)[:: 4 if kind.endswith("64") else 2] + [0, 1, 3, 7, 10, 641], kind)
    launch.check(SOURCE, "k", (3,), (150,), [x, divisors, np.zeros((divisors.size, 2, x.size), kind)])


@pytest.mark.parametrize("kind", ["int64", "uint64", "int32", "uint32"])
@pytest.mark.parametrize("seed", range(3))
def test_random_numbers(launch, kind, seed):
    x, divisors = numbers(kind, 333, seed), numbers(kind, 40, seed + 100)
    launch.check(SOURCE, "k", (3,), (128,), [x, divisors, np.zeros((divisors.size, 2, x.size), kind)])


def test_places_in_a_table(launch):
    # The divisor is a parameter; neither number is negative.
    source = """
import numpy as np

@cuda.jit
def k(keys, out, size):
    i = cuda.grid(1)
    if i < keys.size:
        h = np.uint64(keys[i]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(29)
        out[i] = h % np.uint64(size)
"""
    for size in (1, 2, 1000, 1 << 20, (1 << 31) - 1, 1 << 62):
        launch.check(source, "k", (5,), (64,), [numbers("int64", 300, 3), np.zeros(300, np.uint64), size])


def test_digits(launch):
    # What is left is divided again, and the last quotient by all threads' own.
    source = """
@cuda.jit
def k(x, extents, out):
    i = cuda.grid(1)
    if i < x.size:
        rest = x[i]
        for axis in range(extents.size - 1, -1, -1):
            out[axis, i] = rest % extents[axis]
            rest = rest // extents[axis]
        out[extents.size, i] = rest // (i - 7)
"""
    x = numbers("int64", 300, 9)
    for extents in ([4, 5, 6], [7], [], [1, 1 << 40, 3], [0, 3], [-2, 5, 9]):
        launch.check(source, "k", (5,), (64,), [x, np.array(extents, np.int64), np.zeros((len(extents) + 1, 300), np.int64)])
