"""arithmetic.py and complex_math.py against CPython's cmath, and NumPy where
that raises."""

import cmath
import itertools
import math

import numpy as np
import pytest

from stand_in import load, quiet, same

ARITHMETIC, COMPLEX = load("arithmetic"), load("complex_math")
NUMPY = {"acos": "arccos", "acosh": "arccosh", "asin": "arcsin"}
NUMPY |= {"asinh": "arcsinh", "atan": "arctan", "atanh": "arctanh"}
ORDINARY = [0.5, -0.75, 1.0, -1.0, 2.5, -3.0]
EXTREME = [0.0, -0.0, math.inf, -math.inf, math.nan]
SIZES = [1e-12, -1e-12, 1e3, -1e3]
WIDE = [1e-200, -1e-310, 1e200, -1e308, 710.0, -710.0, 1e-9, 1.0 + 2e-16]
TOLERANCE = {np.complex64: 2e-6, np.complex128: 4e-15}
KINDS = [np.complex64, np.complex128]


def numbers(kind):
    parts = ORDINARY + EXTREME + SIZES
    if kind is np.complex128:
        parts = parts + WIDE
    return [kind(complex(x, y)) for x, y in itertools.product(parts, parts)]


def check(got, expected, z, kind, tolerance=1.0):
    """Both parts, the smaller one as precise as the whole number."""
    got, expected = complex(got), complex(expected)
    tolerance *= TOLERANCE[kind]
    whole = math.hypot(
        *(
            part if cmath.isfinite(expected) else 0.0
            for part in (expected.real, expected.imag)
        )
    )
    for a, b in ((got.real, expected.real), (got.imag, expected.imag)):
        near = abs(a - b) <= tolerance * whole if math.isfinite(a) else False
        assert near or same(a, b, tolerance, signed_zeros=False), (z, got, expected)
        if a == b == 0 and not cmath.isnan(expected):
            assert math.copysign(1, a) == math.copysign(1, b), (z, got, expected)


def reference(name, z):
    z = complex(z)
    if name == "log1p" and 0 < abs(z) < 1e-6:
        # NumPy adds 1 before it takes the logarithm.
        x, y = z.real, z.imag
        return complex(x + (y * y - x * x) / 2, y * (1 - x))
    if (name, cmath.isnan(z)) == ("acosh", True) and z.real == 0:
        # C's standard says so since 2018, and CPython's tables not yet.
        return complex(math.nan, math.pi / 2)
    if name in ("tan", "tanh") and cmath.isnan(z) and 0 in (z.real, z.imag):
        return z
    try:
        return getattr(cmath, name)(z)
    except (ValueError, OverflowError, AttributeError):
        return quiet(getattr(np, NUMPY.get(name, name)))(np.complex128(z))


def is_far(expected, kind):
    """What no complex64 holds."""
    parts = (abs(expected.real), abs(expected.imag))
    return kind is np.complex64 and any(
        0 < part < 1.2e-38 or 3.4e38 < part < math.inf for part in parts
    )


TESTED = [
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp"),
    *("log", "log10", "sin", "sinh", "sqrt", "tan", "tanh"),
    *("exp2", "expm1", "log1p", "log2", "rint", "sign"),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", TESTED)
def test_function(name, kind):
    for z in numbers(kind):
        expected = complex(reference(name, z))
        if is_far(expected, kind) or (name, z) == (
            "exp2",
            complex(-math.inf, -math.inf),
        ):
            continue
        # The angle of exp2 is a product, whose error grows with it.
        ulps = 4 * max(1, abs(z.imag)) if name == "exp2" and abs(z) < 1e6 else 4
        check(getattr(COMPLEX, name)(z), expected, z, kind, ulps)


@pytest.mark.parametrize("kind", KINDS)
def test_log_with_base(kind):
    for z, base in [(2 + 1j, 3), (-1 - 0.5j, 2j), (0.1, -2.5 + 1j)]:
        got = COMPLEX.log(kind(z), kind(base))
        check(got, cmath.log(z, base), z, kind, 4)


@pytest.mark.parametrize("kind", KINDS)
def test_log_size(kind):
    for z in numbers(kind):
        expected = complex(reference("log", z)).real
        assert same(COMPLEX.log_size(z), expected, 4 * TOLERANCE[kind]), z


@pytest.mark.parametrize("kind", KINDS)
def test_log_large(kind):
    # log(2 |z|), for what is too large to be doubled.
    for z in [1e19 + 1j, -1e25 - 1e30j, 1e38 + 1e38j, 3e-10 - 1e20j]:
        expected = math.log(abs(z)) + math.log(2)
        assert same(COMPLEX.log_large(kind(z)), expected, TOLERANCE[kind]), z


def test_phase():
    for z in numbers(np.complex128):
        assert same(ARITHMETIC.phase(z), math.atan2(z.imag, z.real), 4e-15), z


def test_polar():
    for z in numbers(np.complex128):
        size, angle = COMPLEX.polar(z)
        assert same(size, quiet(np.abs)(z), 4e-15) and same(
            angle, math.atan2(z.imag, z.real), 4e-15
        ), z


def test_rect():
    for r, phi in itertools.product(ORDINARY + EXTREME, repeat=2):
        try:
            expected = cmath.rect(r, phi)
        except ValueError:
            continue
        check(
            COMPLEX.rect(np.float64(r), np.float64(phi)), expected, (r, phi), KINDS[1]
        )


def check_question(name):
    for z in numbers(np.complex128):
        assert getattr(COMPLEX, name)(z) == getattr(cmath, name)(z), z


def test_isfinite():
    check_question("isfinite")


def test_isinf():
    check_question("isinf")


def test_isnan():
    check_question("isnan")


def test_isclose():
    values = numbers(np.complex128)[:60] + [np.complex128(1 + 1e-10), 1.0 + 1e-3j]
    for a, b in itertools.product(values, values):
        for options in ({}, {"rel_tol": 1e-2}, {"abs_tol": 0.5}):
            expected = cmath.isclose(a, b, **options)
            assert COMPLEX.isclose(a, b, **options) == expected, (a, b, options)


@pytest.mark.parametrize("kind", KINDS)
def test_divide(kind):
    values = [kind(complex(x, y)) for x in ORDINARY for y in ORDINARY]
    values += [kind(1e30 + 1e-30j), kind(-2e3 + 1e30j), kind(1e-5 - 1e-6j)]
    for a, b in itertools.product(values, values):
        check(ARITHMETIC.divide(a, b), complex(a) / complex(b), (a, b), kind)
    for a in (3 - 2j, 0j, -1 + 0j):
        got = complex(ARITHMETIC.divide(kind(a), kind(0)))
        parts = zip((got.real, got.imag), (a.real, a.imag))
        for part, of in parts:
            expected = math.copysign(math.inf, of) if of else math.nan
            assert same(part, expected), a


@pytest.mark.parametrize("kind", KINDS)
def test_power(kind):
    bases = [complex(x, y) for x in ORDINARY[:4] for y in ORDINARY]
    exponents = [0, 1, 2, 3, 7, -1, -2, 0.5, -1.5, 1j, 0.25 - 2j]
    for a, b in itertools.product(bases, exponents):
        check(ARITHMETIC.power(kind(a), kind(b)), a**b, (a, b), kind, 16)
    zero = kind(0)
    assert ARITHMETIC.power(zero, kind(0)) == 1
    assert ARITHMETIC.power(zero, kind(2.5)) == 0
    for b in (-1.5, 1j, 2 - 1j):
        assert cmath.isnan(ARITHMETIC.power(zero, kind(b))), b


def test_round_half():
    rng = np.random.default_rng(1)
    values = np.concatenate(
        [rng.normal(size=500), rng.normal(size=200) * 1e-7, [0.0, 1.0, -1.0, 65504.0]]
    ).astype(np.float32)
    halves = np.unique(np.arange(65536).astype(np.uint16).view(np.float16))
    halves = halves[np.isfinite(halves)].astype(np.float32)
    for x in values:
        down = halves[np.searchsorted(halves, x, "right") - 1]
        up = halves[np.searchsorted(halves, x, "left")]
        expected = {1: down if x > 0 else up, 2: down, 3: up}
        assert ARITHMETIC.round_half(x, 0) == np.float16(x), x
        for direction, half in expected.items():
            assert ARITHMETIC.round_half(x, direction) == half, (x, direction)


def test_half_differ():
    values = [0.0, -0.0, 1.5, -2.0, math.inf, -math.inf, math.nan]
    for a, b in itertools.product(values, values):
        wanted = a != b and not math.isnan(a) and not math.isnan(b)
        assert ARITHMETIC.half_differ(np.float16(a), np.float16(b)) == wanted


def test_round_bits():
    rng = np.random.default_rng(2)
    for x in np.append(rng.normal(size=300), [1.0, -1.0, 0.0]).astype(np.float32):
        bits = x.view(np.int32)
        for direction in (1, 2, 3):
            near = np.int32(ARITHMETIC.round_bits(bits, direction)).view(np.float32)
            # A bfloat16: the upper half of a float32.
            assert near.view(np.int32) & 0xFFFF == 0
            step = abs(np.int32(bits | 0xFFFF).view(np.float32)) - abs(
                np.int32(bits & ~0xFFFF).view(np.float32)
            )
            assert abs(near - x) <= 1.01 * step, (x, direction)
            wanted = {1: abs(near) <= abs(x), 2: near <= x, 3: near >= x}
            assert wanted[direction], (x, direction)
