"""PTX of kernels that make integers and indices of floats, run by an interpreter of PTX: what the compiler knows of a
number's range decides which bits an instruction computes, and is seen in PTX alone."""

import numpy as np
import pytest
import test_asked_places
import test_placed_stores
import test_saturations
import test_short_conversions
from conftest import check_ptx
from ptx_floats import FloatProgram

GUARDED = {"default": [], "facts": ["--facts=small,apart"]}
OPTIONS = GUARDED | {"unguarded": ["--bounds=none"]}


def check(source, kernel, block, arguments, options):
    """`source` states the types."""
    grid = (-(-max(map(len, arguments)) // block[0]),)
    check_ptx(FloatProgram, source, kernel, grid, block, arguments, ["--fmad=false", *options])


# The largest of each type is rounded up to a number that the type does not have.
OF_INTEGERS = [
    "-int(np.float64(f) * 0.5 - 1.0) - 2",
    "int(np.float64(f) * 2.0**-32 * 8.0) & 7",
    "int(np.float64(f) * 2.0**-16 * 8.0) & 7",
    "table[int(np.float64(f) * 2.0**-32 * 8.0) & 7]",
    "table[int(f * np.float32(2.0**-32 * 8)) & 7]",
    "table[min(int(f) // 2**29, 7)] if f >= 0 else int(f)",
    "int(f) - np.int64(x)",
    "-int(f) - 1",
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
@pytest.mark.parametrize("expression", OF_INTEGERS)
def test_floats_made_of_the_largest_integers(expression, dtype, options):
    ends = np.iinfo(dtype)
    near = [0, 1, 2, 3, 127, 128, 129, 1 << 30, 1 << 31]
    numbers = [ends.max - by for by in near if by <= ends.max] + [ends.min + by for by in near if by <= ends.max]
    x = np.array(numbers, dtype)
    source = f"""
@cuda.jit("void({dtype}[::1], int64[::1], int64[::1])")
def k(numbers, table, out):
    i = cuda.grid(1)
    if i < out.size and i < numbers.size:
        x = numbers[i]
        f = np.float32(x)
        out[i] = {expression}
"""
    check(source, "k", (32,), [x, np.arange(10, 18), np.zeros(x.size, np.int64)], OPTIONS[options])


# Of the largest numbers these make more turns than are waited for.
CASES = [case for case in test_asked_places.cases() if case.values[0] not in ("cells", "until")]


def numbers_of(dtype, count):
    edges = np.array(test_asked_places.EDGES)
    xs, ys = (np.tile(edges, 2), np.concatenate([edges[::-1], np.roll(edges, 5)]))
    of = np.random.default_rng(count)
    return (np.concatenate([part, of.uniform(-2, 9, count)]).astype(dtype) for part in (xs, ys))


@pytest.mark.parametrize("options", GUARDED)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("kind, loop, rounding", CASES)
def test_conditions_about_whole_parts(kind, loop, rounding, dtype, options):
    xs, ys = numbers_of(dtype, 16)
    a = np.random.default_rng(3).integers(-9, 9, 8).astype(dtype)
    check(test_asked_places.source(kind, dtype, loop, rounding), "k_", (96,),
          [a, xs, ys, np.zeros(xs.size, dtype), np.zeros(xs.size, np.int64)], OPTIONS[options])  # fmt: skip


@pytest.mark.parametrize("options", GUARDED)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("loop", [False, True])
@pytest.mark.parametrize("kind", sorted(test_short_conversions.KINDS))
def test_whole_parts_as_indices(kind, loop, dtype, options):
    xs, ys = numbers_of(dtype, 16)
    dem = np.random.default_rng(4).integers(-9, 9, (8, 9)).astype(dtype)
    check(test_short_conversions.source(kind, dtype, loop), "k", (96,),
          [dem, xs, ys, np.zeros(xs.size, dtype), np.zeros(xs.size, np.int64)], OPTIONS[options])  # fmt: skip


# Whose arrays are in registers: there is no local memory in the interpreter.
@pytest.mark.parametrize("options", GUARDED)
@pytest.mark.parametrize("dtype", ["float32", "int64"])
@pytest.mark.parametrize("kind", ["median", "nearest", "same", "sorted"])
def test_numbers_put_into_places(kind, dtype, options):
    places = 4
    x = np.random.default_rng(5).integers(-6, 7, (40, 2 * places)).astype(dtype)
    check(test_placed_stores.source(kind, dtype, places), "k_", (40,),
          [x, np.zeros((40, places), dtype)], OPTIONS[options])  # fmt: skip


@pytest.mark.parametrize("real", ["float32", "float64"])
@pytest.mark.parametrize("options", OPTIONS)
def test_zeros_of_choices(real, options):
    xs = np.array([*test_saturations.VALUES, -0.0], real)
    chains = list(test_saturations.choices())
    source = test_saturations.source_of(chains).replace("@cuda.jit", f'@cuda.jit("void({real}[::1], {real}[:, ::1])")')
    check(f"real = np.{real}\n\n{source}", "k", (32,), [xs, np.zeros((xs.size, len(chains)), real)], OPTIONS[options])
