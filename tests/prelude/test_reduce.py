"""reduce.py and pairs.py against NumPy."""

import math
import warnings

import numpy as np
import pytest

from stand_in import load, same

REDUCE, PAIRS = load("reduce"), load("pairs")
NAN, INF = math.nan, math.inf

ARRAYS = [
    np.array([], np.float64),
    np.array([-0.0]),
    np.array([NAN]),
    np.array([1.5, NAN, -INF, 2.0, INF]),
    np.array([3.0, -2.0, 3.0, -2.0]),
    np.array([-0.0, 0.0]),
    np.array([INF, -INF]),
    np.array([NAN, 5.0, NAN]),
    np.array([[1.25, -2.5], [4.0, 0.5]], np.float32),
    np.arange(12.0).reshape(3, 4)[::-1, ::2],
    np.array([], np.int32),
    np.array([7], np.int64),
    np.array([-3, 2, -3, 9], np.int32),
    np.array([0, 200, 255, 1], np.uint8),
    np.array([2**63, 5, 2**64 - 1], np.uint64),
    np.array([-(2**63), 2**63 - 1], np.int64),
    np.array([False, True, True]),
    np.array([], np.bool_),
]


def number(scalar):
    return scalar.item() if isinstance(scalar, np.generic) else scalar


def compare(name, a, got, wanted, tolerance=4e-15):
    if a.dtype == np.float32:
        tolerance = 4e-7
    if isinstance(number(wanted), (int, bool)):
        assert number(got) == number(wanted), (name, a)
    else:
        assert same(got, wanted, tolerance, signed_zeros=False), (name, a, got)


def start(a, one=False):
    """What the checker gives as the start of a total: of NumPy's result type."""
    kind = a.dtype.type
    if a.dtype.kind in "ib":
        kind = np.int64
    elif a.dtype.kind == "u":
        kind = np.uint64
    return kind(1 if one else 0)


def numpy_of(function, a, *rest, **named):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return function(a, *rest, **named)


TESTED = [
    *("np__sum", "np__prod", "np__nansum", "np__nanprod", "np__mean", "np__nanmean"),
    *("np__var", "np__std", "np__nanvar", "np__nanstd"),
    *("np__min", "np__max", "np__nanmin", "np__nanmax", "np__argmin", "np__argmax"),
    *("np__ptp", "np__all", "np__any", "np__count_nonzero"),
]


@pytest.mark.parametrize("name", TESTED)
def test_reduction(name):
    short = name.removeprefix("np__")
    function, reference = getattr(REDUCE, name), getattr(np, short)
    kind = short.removeprefix("nan")
    for a in ARRAYS:
        if kind in ("mean", "var", "std"):
            a = a if a.dtype == np.float32 else a.astype(np.float64)
        if kind == "ptp" and a.dtype == np.bool_:
            continue
        args = []
        if kind in ("sum", "prod", "mean", "var", "std"):
            args = [start(a, kind == "prod")]
        try:
            wanted = numpy_of(reference, a)
        except ValueError:
            with pytest.raises(ValueError):
                function(a)
            continue
        for ddof in (0, 1, 5) if kind in ("var", "std") else (None,):
            if ddof is None:
                compare(name, a, function(a, *args), wanted)
            else:
                wanted = numpy_of(reference, a, ddof=ddof)
                compare(name, a, function(a, *args, ddof), wanted)


def test_np__nancount():
    for a in ARRAYS:
        assert REDUCE.np__nancount(a) == np.count_nonzero(a == a)


def check_least(function, reference):
    for a in ARRAYS:
        if a.ndim > 1:
            continue
        if a.size == 0:
            with pytest.raises(ValueError):
                function(a)
        else:
            compare("min", a, function(a), reference(a.tolist()))


def test_np__least():
    check_least(REDUCE.np__least, min)


def test_np__greatest():
    check_least(REDUCE.np__greatest, max)


def test_np__along():
    a = np.arange(24.0).reshape(2, 3, 4)
    a[0, 1, 2] = NAN
    out = np.zeros((2, 3))
    assert REDUCE.np__along(a, out, REDUCE.np__sum, (np.float64(0),)) is out
    np.testing.assert_array_equal(out, a.sum(-1))
    REDUCE.np__along(a, out, REDUCE.np__max, ())
    np.testing.assert_array_equal(out, a.max(-1))
    empty = np.zeros((0,))
    REDUCE.np__along(np.zeros((0, 3)), empty, REDUCE.np__max, ())
    with pytest.raises(ValueError):
        REDUCE.np__along(a, np.zeros((3, 2)), REDUCE.np__max, ())


def test_np__fill():
    for a in (np.zeros(3, np.int8), np.zeros((2, 2)), np.zeros((0, 4))):
        REDUCE.np__fill(a, 7)
        assert (a == 7).all()


def test_np__filled():
    a = np.zeros((2, 3), np.float32)
    assert REDUCE.np__filled(a, NAN) == 0
    assert np.isnan(a).all()


def test_np__into1():
    out = np.zeros(3)
    assert REDUCE.np__into1(np.sqrt, np.array([1.0, 4.0, 9.0]), out) is out
    assert out.tolist() == [1, 2, 3]


def test_np__into2():
    out = np.zeros(2)
    assert REDUCE.np__into2(np.subtract, np.ones(2), np.arange(2.0), out) is out
    assert out.tolist() == [1, 0]


def test_np__into3():
    out = np.zeros(2)

    def clip(a, low, high, out):
        np.clip(a, low, high, out)

    assert REDUCE.np__into3(clip, np.array([-1.0, 9.0]), 0, 3, out) is out
    assert out.tolist() == [0, 3]


def test_np__contains():
    for a in ARRAYS:
        for value in (0, -0.0, 3, NAN, INF, 255):
            assert REDUCE.np__contains(a, value) == bool((a == value).any())


# ---- pairs.py ----

VECTORS = [
    (np.array([]), np.array([])),
    (np.array([2.5]), np.array([-4.0])),
    (np.array([1.0, NAN]), np.array([0.0, 2.0])),
    (np.array([INF, 1.0]), np.array([0.0, 2.0])),
    (np.arange(4, dtype=np.int32), np.array([-1, 5, 0, 2], np.int32)),
    (np.array([250, 3], np.uint8), np.array([1, 9], np.uint8)),
    (np.array([1 + 2j, -1j]), np.array([0.5j, 3 - 1j])),
]


def total_of(a, b):
    kind = np.result_type(a, b).type
    return np.int64(0) if issubclass(kind, np.integer) else kind(0)


def test_np__dot():
    for a, b in VECTORS:
        wide = total_of(a, b).dtype
        wanted = numpy_of(np.dot, a.astype(wide), b.astype(wide))
        got = PAIRS.np__dot(a, b, total_of(a, b))
        np.testing.assert_equal(got, wanted)
    with pytest.raises(ValueError):
        PAIRS.np__dot(np.ones(2), np.ones(3), 0.0)


def test_np__vdot():
    for a, b in VECTORS:
        wide = total_of(a, b).dtype
        wanted = numpy_of(np.vdot, a.astype(wide), b.astype(wide))
        got = PAIRS.np__vdot(a, b, total_of(a, b))
        np.testing.assert_equal(got, wanted)
    with pytest.raises(ValueError):
        PAIRS.np__vdot(np.ones(2), np.ones(3), 0.0)


def test_np__array_equal():
    for a in ARRAYS:
        for b in (a, a.copy(), a.T, a[..., :1], np.array([-0.0])):
            if a.ndim == b.ndim:
                assert PAIRS.np__array_equal(a, b) == np.array_equal(a, b)


def test_np__interp():
    xp = np.array([-1.0, 0.0, 2.5, 2.5, 4.0])
    fp = np.array([3.0, -INF, 1.0, 7.0, -2.0])
    xs = [-2.0, -1.0, -0.5, -0.0, 1.0, 2.5, 3.0, 4.0, 9.0, INF, -INF, NAN]
    cases = [(xp, fp), (xp, np.arange(5.0)), (xp[:1], fp[:1])]
    cases += [(xp[::2], np.array([2, -7, 4])), (np.array([1, 2]), np.array([INF, INF]))]
    for points, values in cases:
        # Of a single point NumPy says that it is where nan is too.
        for x in xs if len(points) > 1 else xs[:-1]:
            for left, right in ((None, None), (10.0, None), (None, -10.0)):
                wanted = np.interp(x, points, values, left, right)
                got = PAIRS.np__interp(np.float64(x), points, values, left, right)
                assert same(got, wanted, 4e-15), (x, points, values)
    for points, values in ((np.array([]), np.array([])), (xp, fp[:2])):
        with pytest.raises(ValueError):
            PAIRS.np__interp(np.float64(0), points, values, None, None)


SORTED = [
    np.array([]),
    np.array([NAN]),
    np.array([-INF, -1.0, -0.0, 0.0, 2.0, 2.0, INF, NAN, NAN]),
    np.array([-3, 0, 0, 5], np.int32),
    np.array([0, 1, 2**63], np.uint64),
]


def check_search(name, side):
    for a in SORTED:
        for value in (-INF, -1.0, -0.0, 1.0, 2.0, 7.0, INF, NAN):
            got = getattr(PAIRS, name)(a, np.float64(value))
            assert got == np.searchsorted(a, value, side), (a, value)
    assert getattr(PAIRS, name)(SORTED[4], np.uint64(2**63)) == (
        2 if side == "left" else 3
    )


def test_np__search_left():
    check_search("np__search_left", "left")


def test_np__search_right():
    check_search("np__search_right", "right")
