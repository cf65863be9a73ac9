"""Members of enumerations in kernels: each is its value, and knows who it is."""

import enum

import numpy as np
import pytest

from pyk2ptx import cuda
from pyk2ptx.errors import NumbaWarning


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 2.5


class Shape(enum.IntEnum):
    CIRCLE = 3
    SQUARE = 4


class Aliased(enum.IntEnum):
    ONE = 1
    UNO = 1
    TWO = 2


def run(kernel, *args):
    out = np.zeros(6)
    kernel[1, 1](out, *args)
    return out.tolist()


def weight(color, value):
    if color is Color.RED:
        return value
    elif color is Color.GREEN:
        return value * 2
    return -value


@cuda.jit
def compares(out, color):
    out[0] = color is Color.RED
    out[1] = color is not Color.RED
    out[2] = color == Color.RED
    out[3] = color != Color.GREEN
    out[4] = color.value
    out[5] = weight(color, 2.5) + weight(Color.BLUE, 1)


@pytest.mark.parametrize("color", Color)
def test_arguments(color):
    expected = np.zeros(6)
    compares.py_func(expected, color)
    assert run(compares, color) == expected.tolist()


@cuda.jit
def counts(out, shape):
    out[0] = shape + 1
    out[1] = shape.value * Shape.SQUARE
    out[2] = shape is Shape.CIRCLE
    out[3] = shape < Shape.SQUARE
    out[4] = Shape["SQUARE"] + Color["BLUE"].value
    chosen = Color.RED if shape == Shape.CIRCLE else Color.GREEN
    out[5] = chosen is Color.RED


@pytest.mark.parametrize("shape", Shape)
def test_integers(shape):
    expected = np.zeros(6)
    counts.py_func(expected, shape)
    assert run(counts, shape) == expected.tolist()


class Other(enum.Enum):
    RED = 1
    GREEN = 3


@cuda.jit
def equals(out):
    out[0] = Color.RED == 1
    out[1] = Other.RED != Color.RED
    out[2] = Shape.CIRCLE == 3
    out[3] = Shape.CIRCLE == Other.GREEN
    out[4] = Color.BLUE == 2.5
    out[5] = Color.RED is not Other.RED and Shape(4) == Shape.SQUARE


@pytest.mark.filterwarnings("ignore:.*are never the same")
def test_what_members_equal():
    expected = np.zeros(6)
    equals.py_func(expected)
    assert expected.tolist() == [0, 1, 1, 0, 0, 1]
    assert run(equals) == expected.tolist()


def test_all_members():
    @cuda.jit
    def k(out, n):
        for shape in Shape:
            out[0] = out[0] * 10 + shape
        for i, color in enumerate(Color):
            out[1] += i * color.value
        out[2] = len(Shape)
        out[3] = n in (Shape.CIRCLE, Shape.SQUARE)
        out[4] = sum(shape * 2 for shape in Shape)
        out[5] = Aliased.UNO + Aliased.TWO

    assert run(k, 4) == [34, 2 * 2.5 + 2, 2, 1, 14, 3]


def test_what_is_no_sequence():
    @cuda.jit
    def k(out):
        for shape in Aliased:
            out[0] += shape.value + Aliased.ONE

    with pytest.raises(cuda.CompileError, match="cannot iterate over"):
        run(k)


class Mark(enum.Flag):
    A = enum.auto()
    B = enum.auto()
    C = enum.auto()
    BOTH = A | B


class Text(enum.Enum):
    LOW = "low"
    HIGH = "high"


@cuda.jit
def asks(out, color, number):
    out[0] = color == 1
    out[1] = color != number
    out[2] = 1 == color
    out[3] = color is number
    out[4] = color == Other.RED
    out[5] = color in (Color.GREEN, Color.RED) and not color == None  # noqa: E711


@pytest.mark.parametrize("color", [*Color, *Other])
@pytest.mark.filterwarnings("ignore")
def test_an_argument_equals_itself_alone(color):
    expected = np.zeros(6)
    asks.py_func(expected, color, color.value)
    assert run(asks, color, color.value) == expected.tolist()


def test_what_is_never_equal_is_told():
    with pytest.warns(NumbaWarning, match=r"`Color` and `int64` are never the"):
        run(cuda.jit(asks.py_func), Color.RED, 1)


@cuda.jit
def same(out, a, b):
    out[0] = a is b
    out[1] = a == b
    out[2] = a != b


@pytest.mark.parametrize("a", [*Color, *Other, *Shape, *Text, *Mark])
@pytest.mark.filterwarnings("ignore")
def test_two_arguments(a):
    for b in (*Color, *Other, *Shape, *Text, *Mark):
        expected = np.zeros(6)
        same.py_func(expected, a, b)
        if not isinstance(a, int) or not isinstance(b, int):
            assert run(same, a, b) == expected.tolist(), (a, b)


def test_classes_of_one_name():
    """What a function makes twice are two enumerations."""

    def make():
        class Local(enum.Enum):
            ONE = 1

        return Local

    first, second = make(), make()
    one = second.ONE

    @cuda.jit
    def k(out, x):
        out[0] = x is one

    assert run(k, second.ONE)[0] == 1
    with pytest.warns(NumbaWarning, match="never the same"):
        assert run(k, first.ONE)[0] == 0
    assert run(k, second.ONE)[0] == 1


@cuda.jit
def marks(out, mark, other):
    out[0] = (mark | other).value
    out[1] = (mark & other).value
    out[2] = (mark ^ Mark.BOTH).value
    out[3] = (~mark).value
    out[4] = 1 if mark & other else 2
    out[5] = Mark.A in mark


@pytest.mark.parametrize("mark", [*Mark, Mark.BOTH, Mark(0), Mark.A | Mark.C])
@pytest.mark.parametrize("other", [Mark.B, Mark.C | Mark.B])
def test_flags(mark, other):
    expected = np.zeros(6)
    marks.py_func(expected, mark, other)
    assert run(marks, mark, other) == expected.tolist()


def test_flags_that_are_captured():
    chosen = Mark.A | Mark.C

    @cuda.jit
    def k(out):
        out[0] = chosen.value
        out[1] = (chosen & Mark.C) is Mark.C
        out[2] = Mark.B in chosen

    assert run(k)[:3] == [5, 1, 0]


def test_texts_are_known_when_compiling():
    @cuda.jit
    def k(out, text):
        out[0] = 1 if text is Text.HIGH else 2
        out[1] = text == Text.LOW

    for text in Text:
        assert run(k, text)[:2] == [1 if text is Text.HIGH else 2, text is Text.LOW]


def test_in_tuples_and_fields():
    @cuda.jit
    def k(out, pair, color=Color.GREEN):
        out[0] = pair[0] is Color.RED
        out[1] = pair[1]
        first, _ = pair
        out[2] = first == color
        out[3] = color.value

    assert run(k, (Color.RED, 7))[:4] == [1, 7, 0, 2]
    assert run(k, (Color.GREEN, 7), Color.GREEN)[:4] == [0, 7, 1, 2]


@pytest.mark.parametrize(
    "what", ["c + 1", "c * c", "-c", "c < Color.GREEN", "out[c]", "int(c)", "c"]
)
def test_a_member_is_no_number(what):
    scope = {"Color": Color, "cuda": cuda}
    exec(f"def k(out, c):\n    out[0] = {what}\n", scope)
    with pytest.raises((TypeError, IndexError)):
        scope["k"](np.zeros(6), Color.RED)
    with pytest.raises(cuda.CompileError):
        run(cuda.jit(scope["k"]), Color.RED)


def test_signatures():
    from pyk2ptx import float64, int64, types

    @cuda.jit([types.void(float64[::1], types.EnumMember(Other, int64))])
    def k(out, c):
        out[0] = c is Other.GREEN

    assert run(k, Other.GREEN)[0] == 1
    for wrong in (Color.RED, 3):
        with pytest.raises(TypeError, match="No matching definition"):
            run(k, wrong)
    with pytest.raises(TypeError, match="float64, not int64"):
        types.EnumMember(Color, int64)
    assert types.IntEnumMember(Shape, int64) == int64
    [key] = k.overloads
    assert key[1].dtype == int64


def test_numbers_go_to_no_member():
    @cuda.jit("void(float64[::1], int64)")
    def k(out, n):
        out[0] = n

    assert run(k, Shape.SQUARE)[0] == 4
    with pytest.raises(TypeError, match="No matching definition"):
        run(k, Other.GREEN)


class Strange(enum.Enum):
    ONE = 1

    def __eq__(self, other):
        return True

    __hash__ = enum.Enum.__hash__


def test_what_python_asks_a_method_is_refused():
    @cuda.jit
    def k(out):
        out[0] = Strange.ONE == 5

    with pytest.raises(cuda.CompileError, match="has a method `__eq__`"):
        run(k)
    with pytest.raises(TypeError, match="has a method `__eq__`"):
        run(same, Strange.ONE, 1)


def test_pickled():
    import pickle

    again = pickle.loads(pickle.dumps(compares))
    assert run(again, Color.GREEN) == run(compares, Color.GREEN)
