"""Members of enumerations in kernels: each is its value, and knows who it is."""

import enum

import numpy as np
import pytest

from pyk2ptx import cuda


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
