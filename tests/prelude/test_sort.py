"""sort.py against NumPy."""

import numpy as np
import pytest

from stand_in import load

SORT = load("sort")
NAN, INF = np.nan, np.inf

# What the others are made of.
TESTED = ["np__is_before", "np__sink"]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 19, 20, 21, 22, 33, 64, 257])
@pytest.mark.parametrize("dtype", ["f4", "f8", "i1", "u8", "?", "M8[s]", "m8[ms]"])
def test_np__sort(n, dtype):
    rng = np.random.default_rng(n)
    few = rng.integers(-5, 5, n).astype(dtype if dtype != "u8" else "i8")
    for a in (
        few.astype(dtype),
        np.sort(few.astype(dtype)),
        np.sort(few.astype(dtype))[::-1].copy(),
    ):
        wanted = np.sort(a)
        SORT.np__sort(a)
        assert (a == wanted).all()
        strided = np.repeat(few.astype(dtype), 2)
        part = strided[::2]
        SORT.np__sort(part)
        assert (part == np.sort(few.astype(dtype))).all()
        assert (strided[1::2] == few.astype(dtype)).all()


@pytest.mark.parametrize("n", [5, 40])
def test_nan_and_nat_are_last(n):
    rng = np.random.default_rng(n)
    a = rng.choice([NAN, INF, -INF, 0.0, 1.5, -2.0], n)
    wanted = np.sort(a)
    SORT.np__sort(a)
    assert np.array_equal(a, wanted, equal_nan=True)
    a = rng.choice(np.array(["NaT", "2020-01-01", "1960-01-01"], "M8[D]"), n)
    wanted = np.sort(a)
    SORT.np__sort(a)
    assert np.array_equal(a, wanted, equal_nan=True)


def test_np__sort_lines():
    a = np.random.default_rng(3).integers(0, 100, (3, 2, 25))
    wanted = np.sort(a)
    SORT.np__sort_lines(a)
    assert (a == wanted).all()
