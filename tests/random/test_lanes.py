"""The arithmetic of lanes against Python's own, and against exact fractions."""

import itertools
import math
from fractions import Fraction

import lanes
import numpy as np
import pytest
from kinds import HELD, join
from lanes import Lanes, Seen, binary, compare, convert, extreme, store, unary
from simulate import use

EDGES = [0, 1, -1, 2, 3, -7, 10, 63, 64, 127, 2**31 - 1, -(2**31), 2**32, 2**53 + 1,
         2**62 + 12345, 2**63 - 1, -(2**63)]
REALS = [0.0, -0.0, 0.1, 1.0, -1.5, 3.0, 7.25, -1e-3, 65504.0, 65520.0, 1e300, 5e-324, 3e38,
         2.0**-24, math.inf, -math.inf, math.nan]
DIGITS = {"f16": (11, -24, 15), "bf16": (8, -133, 127), "f32": (24, -149, 127)}


def wrap(value, kind="i64"):
    value &= lanes.MASK
    return value if kind == "u64" or value < 2**63 else value - 2**64


def of(kind, values):
    use(Seen(len(values)))
    return Lanes(kind, np.array(values, HELD[kind]))


def pairs(values):
    return zip(*itertools.product(values, repeat=2))


def rounded(exact, kind):
    """The nearest number of so many digits, ties to even."""
    digits, least, most = DIGITS[kind]
    if exact == 0:
        return 0.0
    size = abs(exact)
    place = max(math.floor(math.log2(size)) - digits + 1, least)
    while Fraction(2) ** (place + digits) <= size:
        place += 1
    while place > least and Fraction(2) ** (place + digits - 1) > size:
        place -= 1
    whole = round(size / Fraction(2) ** place)
    if whole * Fraction(2) ** place >= Fraction(2) ** (most + 1):
        return math.copysign(math.inf, exact)
    return math.copysign(float(whole * Fraction(2) ** place), exact)


def same(got, want):
    return all(g == w and math.copysign(1, g) == math.copysign(1, w) or g != g and w != w
               for g, w in zip(map(float, got), map(float, want)))


@pytest.mark.parametrize("kind", ["i64", "u64"])
def test_integers_are_pythons_that_wrap(kind):
    values = [wrap(e, kind) for e in EDGES]
    xs, ys = pairs(values)
    python = {
        "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
        "//": lambda a, b: a // b if b else 0, "%": lambda a, b: a % b if b else 0,
        "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
        "<<": lambda a, b: a << b if 0 <= b < 64 else 0,
        ">>": lambda a, b: a >> b if 0 <= b < 64 else -1 if a < 0 else 0,
    }
    for name, function in python.items():
        got = binary(name, of(kind, xs), of(kind, ys))
        assert got.kind == kind
        assert got.data.tolist() == [wrap(function(a, b), kind) for a, b in zip(xs, ys)], name


def test_powers_wrap_and_truncate():
    bases, exponents = zip(*itertools.product(EDGES, [0, 1, 2, 3, 5, 63, 64, -1, -2, -3]))
    got = binary("**", of("i64", bases), of("i64", exponents)).data.tolist()
    small = {1: lambda b: 1, -1: lambda b: -1 if b % 2 else 1}
    want = [wrap(a**b) if b >= 0 else small.get(a, lambda b: 0)(b)
            for a, b in zip(bases, exponents)]
    assert got == want


@pytest.mark.parametrize("name", ["<", "<=", ">", ">=", "==", "!="])
def test_comparisons_of_signs_are_exact(name):
    signed, unsigned = zip(*itertools.product(EDGES, [wrap(e, "u64") for e in EDGES]))
    python = lanes.PYTHON_COMPARE[name]
    got = compare(name, of("i64", signed), of("u64", unsigned)).data.tolist()
    assert got == [python(a, b) for a, b in zip(signed, unsigned)]
    got = compare(name, of("u64", unsigned), of("i64", signed)).data.tolist()
    assert got == [python(b, a) for a, b in zip(signed, unsigned)]


@pytest.mark.filterwarnings("ignore")
def test_float64_is_pythons():
    xs, ys = pairs([x for x in REALS if abs(x) < 1e100])
    python = {
        "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
        "/": lambda a, b: a / b, "//": lambda a, b: a // b, "%": lambda a, b: a % b,
    }
    for name, function in python.items():
        keep = [(a, b) for a, b in zip(xs, ys) if b or name in "+-*"]
        a, b = zip(*keep)
        assert same(binary(name, of("f64", a), of("f64", b)).data,
                    [function(p, q) for p, q in keep]), name


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", list(DIGITS))
def test_narrow_floats_round_once(kind):
    finite = [x for x in REALS if math.isfinite(x)]
    narrow = convert(of("f64", finite), kind).data
    assert same(narrow, [math.copysign(rounded(Fraction(x), kind), x) for x in finite])
    values = [float(x) for x in narrow if np.isfinite(x)]
    xs, ys = pairs(values)
    exact = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
             "/": lambda a, b: a / b}
    for name, function in exact.items():
        keep = [(a, b) for a, b in zip(xs, ys) if (b or name != "/")]
        wants = [function(Fraction(a), Fraction(b)) for a, b in keep]
        got = binary(name, of(kind, [a for a, _ in keep]), of(kind, [b for _, b in keep])).data
        for have, want in zip(got, wants):
            # What is exactly zero has its operands' signs.
            assert float(have) == rounded(want, kind), (name, want)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", [*DIGITS, "f64"])
def test_integers_become_floats_with_one_rounding(kind):
    values = EDGES + [2**24 + 1, 2**53 - 1, 2**54 + 2**45 + 1, (2**60 + 2**51) + 1, 2049, 65519]
    got = convert(of("i64", values), kind).data
    want = [float(v) if kind == "f64" else rounded(Fraction(v), kind) for v in values]
    assert [float(g) for g in got] == want


@pytest.mark.filterwarnings("ignore")
def test_floats_become_integers():
    values = [0.9, -0.9, 1e10, 2.0**63, -(2.0**63), 1e30, -1e30, math.inf, -math.inf, math.nan]
    got = convert(of("f64", values), "i64").data.tolist()
    top = 2**63 - 1
    assert got == [0, 0, 10**10, top, -(2**63), top, -(2**63), top, -(2**63), 0]
    assert store("uint8", of("i64", [300, -1])).tolist() == [44, 255]
    assert store("uint64", of("f64", [2.0**63, 1e30, -1.0])).tolist() == \
        [2**63, 2**64 - 1, 2**64 - 1]


def test_joins():
    rows = "bool i64 i64|i64 u64 u64|u64 f32 f32|weak f16 f16|weak i64 weak|f16 bf16 f32|" \
        "f32 f64 f64|weak weakc weakc|f32 weakc c64|f64 c64 c128|i64 c64 c64|f16 bf16 f32"
    for row in rows.split("|"):
        a, b, both = row.split()
        assert join(a, b) == join(b, a) == both


def test_extremes_ignore_nan_and_widen():
    got = extreme("min", [of("f32", [math.nan, 1.0]), Lanes("i64", np.array([3, 3]))])
    assert got.kind == "f32" and got.data.tolist() == [3.0, 1.0]
    assert extreme("max", [of("bool", [True]), of("bool", [False])]).kind == "i64"


def test_extremes_of_mixed_signs_are_those_of_the_numbers():
    whole, natural = [-128, 3, -1, 2**63 - 1], [0, 2**64 - 1, 2**63, 2**63]
    for name, best in (("min", min), ("max", max)):
        got = extreme(name, [Lanes("i64", np.array(whole)), Lanes("u64", np.array(natural, np.uint64))])
        assert got.kind == "u64"
        assert got.data.tolist() == [best(a, b) % 2**64 for a, b in zip(whole, natural)]


def test_bools_widen_where_python_has_ints():
    yes = of("bool", [True])
    assert binary("&", yes, yes).kind == "bool"
    assert binary("+", yes, yes).data.tolist() == [2]
    assert unary("~", yes).data.tolist() == [-2]
    assert unary("-", yes).data.tolist() == [-1]


def test_a_rounded_product_is_noticed():
    binary("*", of("f32", [0.1, 0.5]), Lanes("f32", np.array([0.3, 0.5], np.float32)))
    assert lanes.seen.rounded_product
    binary("*", of("f32", [1.5, 0.5]), Lanes("f32", np.array([3.0, 0.5], np.float32)))
    assert not lanes.seen.rounded_product
