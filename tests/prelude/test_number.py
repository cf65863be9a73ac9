"""number.py and order.py against NumPy, math and range."""

import itertools
import math

import numpy as np
import pytest

from stand_in import load, quiet, same

NUMBER, ORDER = load("number"), load("order")
NAN, INF = math.nan, math.inf
INTS = [0, 1, -1, 2, -4, 6, 12, -18, 35, 2**31, -(2**40)]
REALS = [0.0, -0.0, 1.0, -1.0, 1.0 + 1e-9, 1e-9, 2.5, 1e300, -1e300, INF, -INF, NAN]


def test_np__gcd():
    for a, b in itertools.product(INTS, INTS):
        assert NUMBER.np__gcd(np.int64(a), np.int64(b)) == math.gcd(a, b)
    assert NUMBER.np__gcd(np.uint64(2**63), np.uint64(3 * 2**62)) == 2**62


def test_np__lcm():
    for a, b in itertools.product(INTS[:9], INTS[:9]):
        assert NUMBER.np__lcm(np.int64(a), np.int64(b)) == math.lcm(a, b)
    assert NUMBER.np__lcm(np.uint64(2**63), np.uint64(6)) == np.lcm(
        np.uint64(2**63), np.uint64(6)
    )


def test_np__isclose():
    for a, b in itertools.product(REALS, REALS):
        for rtol, atol, equal in (
            (1e-5, 1e-8, False),
            (0.0, 0.0, True),
            (0.5, 1, False),
        ):
            wanted = quiet(np.isclose)(a, b, rtol, atol, equal)
            x, y = np.float64(a), np.float64(b)
            assert NUMBER.np__isclose(x, y, rtol, atol, equal) == wanted, (a, b, rtol)


def test_np__math_isclose():
    for a, b in itertools.product(REALS, REALS):
        for rel, tolerance in ((1e-9, 0.0), (0.5, 0.0), (0.0, 1.0)):
            wanted = math.isclose(a, b, rel_tol=rel, abs_tol=tolerance)
            x, y = np.float64(a), np.float64(b)
            assert NUMBER.np__math_isclose(x, y, rel, tolerance) == wanted, (a, b)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_np__spacing(kind):
    for value in REALS + [5e-324, 1.7e308, 3.4e38]:
        x = quiet(kind)(value)
        assert same(NUMBER.np__spacing(x), quiet(np.spacing)(x)), x


def test_np__heaviside():
    for x, middle in itertools.product(REALS, REALS):
        got = NUMBER.np__heaviside(np.float64(x), np.float64(middle))
        assert same(got, np.heaviside(x, middle)), (x, middle)


def test_np__nan_to_num():
    for x in REALS:
        got = NUMBER.np__nan_to_num(np.float64(x), 1.5, 8.0, -9.0)
        assert same(got, np.nan_to_num(x, nan=1.5, posinf=8.0, neginf=-9.0)), x


def test_np__in_range():
    numbers = [*range(-9, 10)]
    for start, stop, step in itertools.product((-5, 0, 3), (-4, 3, 8), (1, 3, -1, -4)):
        for x in numbers:
            got = NUMBER.np__in_range(*map(np.int64, (x, start, stop, step)))
            assert got == (x in range(start, stop, step)), (x, start, stop, step)
    assert not NUMBER.np__in_range(1, 0, 5, 0)
    assert NUMBER.np__in_range(np.float64(2.0), 0, 5, 2)
    assert not NUMBER.np__in_range(np.float64(2.5), 0, 5, 1)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_np__sign(kind):
    for value in REALS:
        x = quiet(kind)(value)
        assert same(NUMBER.np__sign(x), np.sign(x)), x


def test_np__int_sign():
    for kind in (np.int64, np.uint64):
        for value in (0, 1, 7, 2**62):
            for sign in (1, -1) if kind is np.int64 else (1,):
                x = kind(value * sign)
                # NumPy's bools cannot be subtracted, Python's can.
                assert NUMBER.np__int_sign(int(x)) == np.sign(x), x


def test_np__int_fmod():
    for a, b in itertools.product(INTS, INTS[1:]):
        x, y = np.int64(a), np.int64(b)
        assert NUMBER.np__int_fmod(x, y) == np.fmod(x, y), (a, b)
    x, y = np.uint64(2**64 - 1), np.uint64(10)
    assert NUMBER.np__int_fmod(x, y) == np.fmod(x, y)


def check_logaddexp(name, kind):
    function, reference = getattr(NUMBER, "np__" + name), quiet(getattr(np, name))
    tolerance = 1e-6 if kind is np.float32 else 4e-15
    for a, b in itertools.product([*REALS, 0.25, -700.0, -90.0, 1e-30], repeat=2):
        x, y = quiet(kind)(a), quiet(kind)(b)
        assert same(function(x, y), reference(x, y), tolerance, False), (a, b)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_np__logaddexp(kind):
    check_logaddexp("logaddexp", kind)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_np__logaddexp2(kind):
    check_logaddexp("logaddexp2", kind)


def test_np__round_int():
    for value in [*range(-260, 260, 5), 10**15 + 150, -(10**15) - 250, 2**62]:
        for digits in (1, 2, 3):
            got = NUMBER.np__round_int(np.int64(value), 10**digits)
            assert got == round(value, -digits), (value, digits)


def test_np__round_digits():
    for value in [*REALS, 0.125, 2.5, -0.375, 1234.5, 15.0, 25.0, -1e-320]:
        for digits in (0, 1, 2, 5, -1, -3, 308, -308):
            x, power = np.float64(value), np.float64(f"1e{abs(digits)}")
            wanted = quiet(np.round)(x, digits)
            if not np.isfinite(quiet(np.multiply)(x, np.float64(f"1e{digits}"))):
                wanted = x
            got = NUMBER.np__round_digits(x, digits, power)
            assert same(got, wanted), (value, digits)


# ---- order.py ----


def views(memory):
    """Arrays of one and two axes that share memory in many ways."""
    shapes = [(3,), (2, 3), (1, 3)]
    for shape in shapes:
        for steps in itertools.product((-3, -1, 0, 1, 2, 4), repeat=len(shape)):
            least = sum(min(s * (n - 1), 0) for s, n in zip(steps, shape))
            most = sum(max(s * (n - 1), 0) for s, n in zip(steps, shape))
            for offset in (0, 1, 3):
                first = offset - least
                if first + most < memory.size:
                    yield np.lib.stride_tricks.as_strided(
                        memory[first:], shape, tuple(s * memory.itemsize for s in steps)
                    )


def addresses(a):
    start = a.__array_interface__["data"][0]
    return [
        start + sum(i * s for i, s in zip(place, a.strides))
        for place in np.ndindex(a.shape)
    ]


def clashes(t, v):
    """Bits 1 where an element of v before one of t is the same memory, 2 behind."""
    found = 0
    for (i, x), (j, y) in itertools.product(
        enumerate(addresses(t)), enumerate(addresses(v))
    ):
        if abs(x - y) < t.itemsize and i != j:
            found |= 1 if j < i else 2
    return found


def test_np__order():
    memory = np.arange(20, dtype=np.float32)
    arrays = list(views(memory))
    kinds = set()
    for t, v in itertools.product(arrays[::2], arrays[::3]):
        if t.ndim != v.ndim or 0 in [s for s, n in zip(t.strides, t.shape) if n > 1]:
            continue
        if any(n not in (1, m) for m, n in zip(t.shape, v.shape)):
            continue
        wide = np.broadcast_to(v, t.shape)
        got, wanted = ORDER.np__order(t, v), clashes(t, wide)
        assert got == wanted, (t.shape, t.strides, v.shape, v.strides)
        kinds.add(int(got))
    assert kinds == {0, 1, 2, 3}
    assert ORDER.np__order(memory[:0], memory[:0]) == 0
    assert ORDER.np__order(memory[:3], memory[1:5]) == 0


def test_np__clash():
    # One axis, steps of 4 bytes, elements of 4: the second's begin `shift` later.
    for shift, wanted in ((0, 4), (4, 1), (-4, 2), (12, 0), (2, 5), (-2, 6)):
        got = ORDER.np__clash((3,), (4,), (4,), shift - 3, shift + 3, -8, 8)
        assert got == wanted, shift
    assert ORDER.np__clash((), (), (), -3, 3, 0, 0) == 4
    assert ORDER.np__clash((), (), (), 1, 3, 0, 0) == 0


def test_np__low():
    a = np.arange(24, dtype=np.int16).reshape(4, 6)
    for view in (a, a[::-1], a[::-2, ::-1], a[:1, ::3]):
        assert ORDER.np__low(view) == min(addresses(view))


def test_np__high():
    a = np.arange(24, dtype=np.int16).reshape(4, 6)
    for view in (a, a[::-1], a[::-2, ::-1], a[:1, ::3]):
        assert ORDER.np__high(view) == max(addresses(view)) + 2


def layouts():
    a = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    yield from (a, a.T, a[:, :, ::2], a[::-1], a[:1], a[:, :1, :], a[:, :1], a[:0, ::2])
    yield from (a[0], a[:, 0], a[1, 2], a[1, 2, ::3], a[0, 0, :1], a.ravel()[:0])
    yield np.broadcast_to(a[0], (2, 3, 4))


def test_np__c_contiguous():
    for a in layouts():
        assert ORDER.np__c_contiguous(a) == a.flags.c_contiguous, (a.shape, a.strides)


def test_np__f_contiguous():
    for a in layouts():
        assert ORDER.np__f_contiguous(a) == a.flags.f_contiguous, (a.shape, a.strides)


def test_np__dense():
    assert ORDER.np__dense((2, 3), (4, 8), 4) and not ORDER.np__dense((2, 3), (4, 4), 4)
    assert ORDER.np__dense((), (), 4) and ORDER.np__dense((1, 3), (99, 4), 4)
