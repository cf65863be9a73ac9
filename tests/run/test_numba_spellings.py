"""What numba takes besides Python, and small things that its users write."""

import numpy as np
import pytest

A = np.array([3.0, -1.5, 0.0, 8.0], np.float32)


def test_positions_and_constants(launch):
    source = """
@cuda.jit
def k(a, out):
    i, j = cuda.grid(ndim=2)
    c = cuda.const.array_like(a)
    out[i, j] = c[j] + cuda.gridsize(ndim=1) + 10 * i
"""
    launch.check(source, "k", (1,), (3, 4), [A, np.zeros((3, 4))])


def test_range_of_a_float(launch):
    source = """
@cuda.jit
def k(a, out):
    for i in range(a[0] + 0.5):
        out[i] += 1
    for i in range(math.ceil(2.5), 7.9, 2.0):
        out[i] += 10
    for i, x in zip(range(a[0]), a):
        out[i] += x
"""
    want = [4, -0.5, 1, 10, 0, 10, 0, 0]
    for options in ((), ("--typing=numba",)):
        got = launch(source, "k", (1,), (1,), [A, np.zeros(8)], options=options)[1]
        np.testing.assert_array_equal(got, want)


def test_identity_of_arrays(launch):
    source = """
@cuda.jit(device=True)
def same(x, y):
    return x is y

@cuda.jit
def k(a, b, out):
    c = b
    s = cuda.shared.array(4, float32)
    out[0] = a is b
    out[1] = c is b
    out[2] = same(a, a) + 2 * same(a, b) + 4 * same(s, s) + 8 * same(s, a)
    out[3] = a is not b
    out[4] = a[:] is a
    out[5] = same(a[1:], a) + 2 * same(a[::-1], a)
"""
    got = launch(source, "k", (1,), (1,), [A, A, np.zeros(6)])[2]
    np.testing.assert_array_equal(got, [0, 1, 5, 1, 0, 0])


def test_enumerations(launch):
    source = """
from enum import Enum, IntEnum

class Color(Enum):
    red = 1
    green = 2

class Level(IntEnum):
    low = 3
    high = 4

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    c = Color["red"] if i == 0 else Color.green
    out[i, 0] = (c is Color.red) + 2 * (c is not Color["green"])
    out[i, 1] = Level["high"].value + (Level.low is Level["low"])
"""
    got = launch(source, "k", (1,), (2,), [A, np.zeros((2, 2))])[1]
    np.testing.assert_array_equal(got, [[3, 5], [0, 5]])


ENUMERATIONS = """
from enum import Enum, Flag, IntEnum

class Color(Enum):
    red = 1
    green = 2

class Other(Enum):
    red = 1
    green = 2

class Level(IntEnum):
    low = 1
    high = 4
    top = 4

class Bits(int, Enum):
    one = 1

class Mark(Flag):
    a = 1
"""


def test_what_members_equal(launch):
    """A plain member equals itself alone, others their values."""
    source = f"""{ENUMERATIONS}
@cuda.jit
def k(out):
    out[0] = Color.red == 1
    out[1] = Color.red != True
    out[2] = 1.0 == Color.red
    out[3] = Color.red == Color.red
    out[4] = Color.red == Other.red
    out[5] = Color["red"] is not Other.red
    out[6] = Level.low == 1
    out[7] = Level.low == Bits.one
    out[8] = Level.low == Color.red
    out[9] = Color.green != Color.red
    out[10] = Color.red.value == 1
    out[11] = Mark.a == 1
    out[12] = Level.low is Bits.one
    out[13] = Level.top is Level.high
    out[14] = Level(4) + Color(2).value
    out[15] = (Color(1) == 1) + 2 * (Level(1) == 1) + 4 * (Color(2) is Color.green)
"""
    got = launch(source, "k", (1,), (1,), [np.zeros(16)])[0]
    assert got.tolist() == [0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 0, 0, 1, 6, 6]


def test_arguments_that_are_members(launch):
    """What is passed is the value; in the kernel it equals members of its class."""
    source = f"""{ENUMERATIONS}
@cuda.jit(device=True)
def other(c):
    return Color.green if c is Color.red else Color.red

@cuda.jit
def k(c: Color, m: Mark, out: "int64[::1]"):
    out[0] = c == Color.green
    out[1] = c is other(other(c))
    out[2] = c in (Color.red, Color.green)
    out[3] = c == Other.green
    match c:
        case Color.red:
            out[4] = 1
        case Color.green:
            out[4] = 2
    out[5] = (m | Mark.a).value + (1 if m else 2)
    d = c
    while d is not Color.red:
        d = other(d)
    out[6] = d.value
    out[7] = (c, 5) == (Color.green, 5)
"""
    for c in (1, 2):
        got = launch(source, "k", (1,), (1,), [c, c - 1, np.zeros(8, np.int64)])[2]
        assert got.tolist() == [c == 2, 1, 1, 0, c, 1 + (3 - c), 1, c == 2]


def test_values_that_auto_makes(launch):
    source = """
from enum import Enum, Flag, IntFlag, auto

class Count(Enum):
    first = 5
    low = 2
    then = auto()
    last = auto()

class Mark(Flag):
    a = auto()
    b = auto()
    five = 5
    c = auto()

class Bits(IntFlag):
    a = auto()
    b = auto()
    c = auto()

@cuda.jit
def k(out):
    out[0] = Count.then.value
    out[1] = Count.last.value
    out[2] = Mark.b.value
    out[3] = Mark.c.value
    out[4] = Bits.c | Bits.a
"""
    scope = {}
    exec(source.split("@cuda.jit")[0], scope)
    count, mark, bits = scope["Count"], scope["Mark"], scope["Bits"]
    want = [count.then, count.last, mark.b, mark.c, bits.c | bits.a]
    got = launch(source, "k", (1,), (1,), [np.zeros(5, np.int64)])[0]
    assert got.tolist() == [member.value for member in want]


def test_all_members(launch):
    source = f"""{ENUMERATIONS}
@cuda.jit
def k(out):
    for level in Level:
        out[0] = out[0] * 10 + level
    for i, color in enumerate(Color):
        out[1] += i * color.value
    out[2] = len(Level)
    out[3] = sum(level * 2 for level in Level)
    out[4] = len(Color)
"""
    got = launch(source, "k", (1,), (1,), [np.zeros(5)])[0]
    assert got.tolist() == [14, 2, 2, 10, 2]


def test_order_of_complex_numbers(launch):
    nan = float("nan")
    z = np.array([1 + 2j, 1 - 2j, 0, -3 + 1j, complex(nan, 1), complex(1, nan), 2 + 2j,
                  1 + 2j, complex(nan, nan), 5], np.complex64)
    source = """
@cuda.jit
def k(z, less, least):
    i = cuda.grid(1)
    for j in range(len(z)):
        x = z[i]
        y = z[j]
        less[i, j, 0] = x < y
        less[i, j, 1] = x <= y
        less[i, j, 2] = x > y
        less[i, j, 3] = x >= y
        least[i, j, 0] = np.minimum(x, y)
        least[i, j, 1] = np.maximum(x, y)
        least[i, j, 2] = min(x, y)
        least[i, j, 3] = max(x, y)
"""
    n = len(z)
    got = launch(source, "k", (1,), (n,), [z, np.zeros((n, n, 4), bool),
                                           np.zeros((n, n, 4), np.complex64)])
    x, y = np.meshgrid(z, z, indexing="ij")
    with np.errstate(all="ignore"):
        less = [x < y, x <= y, x > y, x >= y]
        least = [np.minimum(x, y), np.maximum(x, y), np.where(y < x, y, x),
                 np.where(y > x, y, x)]
    np.testing.assert_array_equal(got[1], np.stack(less, -1))
    np.testing.assert_array_equal(got[2], np.stack(least, -1))


def test_rest_of_the_arguments(launch):
    source = """
@cuda.jit
def k(out, *args):
    out[0] = len(args)
    for each in args:
        out[1] += each
    out[2] = args[0] * 10
"""
    got = launch(source, "k", (1,), (1,), [np.zeros(3), (5, 2.5)],
                 sig="float64[:], int64, float32")[0]
    np.testing.assert_array_equal(got, [2, 7.5, 50])


def test_extremes_of_one(launch):
    source = """
@cuda.jit
def k(a, out):
    out[0] = min(x for x in (a[1],))
    out[1] = max([a[3]]) + min((2,))
"""
    launch.check(source, "k", (1,), (1,), [A, np.zeros(2)])


@pytest.mark.parametrize("n", [0, 1, 31, 33, 1025])
def test_numba_names_of_types(launch, n):
    """Those that mean something else in NumPy."""
    source = "@cuda.jit\ndef k(x, y):\n    i = cuda.grid(1)\n    if i < x.size:\n        x[i] = x[i] * 0.1 + y[i]\n"
    x, y = np.arange(n, dtype=np.float32), np.arange(n).astype(np.uint8)
    launch.check(source, "k", (n // 64 + 1,), (64,), [x, y], sig="float_[:], byte[:]")
