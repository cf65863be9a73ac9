"""Kernels on several arrays of two axes and more, which are there once more for arrays of one
shape: shapes that are equal, nearly so, or have no elements, and what overlaps."""

from random import Random

import numpy as np
import pytest
from conftest import Part

NAMES = "abcd"


def place(rng, axes, counters):
    at = []
    for axis in range(axes):
        by = counters[axis]
        at.append(rng.choice((by, by, by, f"{by} - 1", f"{by} + 1", f"{by} - {rng.choice(NAMES)}.shape[{axis}]",
                              str(rng.randint(-2, 2)))))
    return ", ".join(at)


def kernel(rng, axes):
    counters = ["i", "j", "l"][:axes]
    bounds = [f"{by} < {rng.choice(NAMES)}.shape[{axis}]" for axis, by in enumerate(counters)]
    if rng.random() < 0.5:
        bounds += [f"{by} > 0" for by in counters]
    lines = [f"    {', '.join(reversed(counters))} = cuda.grid({axes})",
             f"    if {' and '.join(rng.sample(bounds, rng.randint(axes, len(bounds))))}:"]
    # Each thread stores to its own place, and reads of arrays that nobody stores to.
    own = ", ".join(counters)
    for target in rng.sample("ab", rng.randint(1, 2)):
        terms = [f"{rng.choice('cd')}[{place(rng, axes, counters)}]" for _ in range(rng.randint(1, 6))]
        terms += [f"{rng.choice(NAMES)}.shape[{rng.randrange(axes)}]"] * rng.randint(0, 1)
        lines.append(f"        {target}[{own}] {rng.choice(('=', '+='))} {' + '.join(terms)}")
    types = ", ".join(["int32[" + ":, " * (axes - 1) + "::1]"] * 4)
    return "\n".join([f'@cuda.jit("void({types})")', "def k(a, b, c, d):", *lines, ""])


def shapes(rng, axes):
    first = [rng.choice((0, 1, 3, 5, 6)) for _ in range(axes)]
    one = rng.random() < 0.5
    return [[n if one or rng.random() < 0.8 else max(0, n + rng.choice((-1, 1))) for n in first] for _ in NAMES]


@pytest.mark.parametrize("passes", ["", "gpu"])
@pytest.mark.parametrize("axes", [2, 3])
def test_what_chance_writes(launch, passes, axes):
    if passes and launch.device == "gpu":
        pytest.skip("there they run anyway")
    rng = Random(axes)
    for seed in range(40):
        source = kernel(rng, axes)
        of = np.random.default_rng(seed)
        arrays = [of.integers(-99, 99, shape).astype(np.int32) for shape in shapes(rng, axes)]
        grid, block = ((2, 2), (4, 4)) if axes == 2 else ((2, 2, 2), (4, 4, 4))
        launch.check(source, "k", grid, block, arrays, options=[f"--passes={passes}"] if passes else [])


@pytest.mark.parametrize("passes", ["", "gpu"])
def test_in_place(launch, passes):
    if passes and launch.device == "gpu":
        pytest.skip("there they run anyway")
    source = """
@cuda.jit
def k(a, b, c):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        a[i, j] += b[i, j] + c[i, j]
        b[i, j] += a[i, j]
"""
    a = np.arange(35, dtype=np.int64).reshape(5, 7)
    for parts in (("a", "a"), ("a[:]", "a[:, :]"), ("a[:, :6]", "a")):
        got = launch(source, "k", (2, 2), (4, 4), [a, *map(Part, parts)],
                     options=[f"--passes={passes}"] if passes else [])[0]
        b = a[:, :6] if "6" in parts[0] else a
        want = a.copy()
        for i, j in np.ndindex(5, 7):
            inside = j < b.shape[1]
            want[i, j] += (want[i, j] if inside else 0) + want[i, j]
            if inside:
                want[i, j] += want[i, j]
        assert (got == want).all(), parts
