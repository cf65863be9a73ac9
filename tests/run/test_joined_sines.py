"""The sine and the cosine of one angle are what they are of it alone (backend/joined_sines.cpp)."""

import numpy as np
import pytest

BOTH = """
@cuda.jit
def k(x, s, c):
    i = cuda.grid(1)
    if i < x.size:
        angle = x[i]
        s[i] = math.sin(angle)
        if angle != 3:
            c[i] = math.cos(angle)
"""
ALONE = """
@cuda.jit
def k(x, s, c):
    i = cuda.grid(1)
    if i < x.size:
        {name}[i] = math.{function}(x[i])
"""


def angles(kind):
    """Of all magnitudes, and what lies near multiples of a quarter turn."""
    random = np.random.default_rng(7)
    words = np.uint32 if kind == np.float32 else np.uint64
    bits = random.integers(0, np.iinfo(words).max, 60_000, words).view(kind)
    turns = (np.arange(-2000, 2000) * (np.pi / 4)).astype(kind)
    near = [np.nextafter(turns, kind(way)) for way in (-np.inf, np.inf)]
    special = np.array([0, -0.0, 3, np.inf, -np.inf, np.nan, 1e-40, 1e22], kind)
    return np.concatenate([bits, turns, *near, random.normal(0, 50, 20_000).astype(kind), special])


@pytest.mark.parametrize("options", [[], ["--fast-math"]], ids=["exact", "fast"])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_both_are_each(launch, kind, options):
    x = angles(kind)
    zeros = [np.zeros_like(x), np.zeros_like(x)]
    grid = (-(-x.size // 256),)
    _, sines, cosines = launch(BOTH, "k", grid, (256,), [x, *zeros], options=options)
    _, alone, _ = launch(ALONE.format(name="s", function="sin"), "k", grid, (256,), [x, *zeros], options=options)
    np.testing.assert_array_equal(sines, alone)
    _, _, alone = launch(ALONE.format(name="c", function="cos"), "k", grid, (256,), [x, *zeros], options=options)
    np.testing.assert_array_equal(cosines, np.where(x == 3, 0, alone))
