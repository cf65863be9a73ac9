"""The simulator against CPython: the printed text, run thread by thread.

tests/run/simulator.py runs it, whose numbers know their type. It has no joins:
what is an int on one path and a float on another is an int there. So the programs
here have no types whose numbers would show that.
"""

import math
import pathlib
import sys
import types

import inexact
import numpy as np
import pytest
from generate import draw, make
from generate_values import lit
from generate_values import name as named
from kinds import Invalid
from simulate import simulate
from text import module
from tree import Node, Parameter, Program

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "run"))
import simulator as second  # noqa: E402

WITHOUT = ["half", "complex", "warps", "atomics", "records", "wide", "unset", "recursion", "overlap",
           "inexact", "common"]


class Threads(second.Cuda):
    """What its module `cuda` lacks."""

    popc = staticmethod(lambda x: second.Num(x.__index__().bit_count(), "i64"))
    ffs = staticmethod(lambda x: second.Num((x.__index__() & -x.__index__()).bit_length(), "i64"))
    selp = staticmethod(lambda c, a, b: second.binary("add", a if c else b, 0))


def run_second(program, monkeypatch):
    monkeypatch.setattr(second, "Cuda", Threads)
    transposed = property(lambda array: second.Array(array.data.T))
    monkeypatch.setattr(second.Array, "T", transposed, raising=False)
    plain_import = second.make_import

    def make_import(cuda, real):
        inner = plain_import(cuda, real)

        def import_(name, *rest):
            found = inner(name, *rest)
            if name == "numpy":
                where = lambda c, a, b: second.binary("add", a if c else b, 0)
                return types.SimpleNamespace(**{**vars(found), "where": where})
            return found

        return import_

    monkeypatch.setattr(second, "make_import", make_import)
    args = [np.array(p.value) if isinstance(p.value, np.ndarray) else p.value
            for p in program.parameters]
    second.simulate(module(program), "kernel", program.grid, program.block, args)
    return {p.name: a for p, a in zip(program.parameters, args) if p.role == "out"}


def is_plain(program):
    text = module(program)
    data = {p.value.dtype.name for p in program.parameters if hasattr(p.value, "dtype")}
    names = ("np.float16", "float32", "uint64")
    return not any(name in text or name in data for name in names)


def is_close(got, want):
    return np.array_equal(got, want) or np.allclose(got, want, rtol=1e-12, equal_nan=True)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_random_programs_mean_what_python_says(first, monkeypatch):
    compared = 0
    for seed in range(first, first + 100):
        program = draw(seed, 0, WITHOUT)
        if not is_plain(program):
            continue
        try:
            results, _ = simulate(program)
        except Invalid:
            continue
        try:
            got = run_second(program, monkeypatch)
        except ZeroDivisionError:  # of Python's own bools and floats
            continue
        for name, want in results.items():
            assert is_close(got[name], want), f"seed {seed}, {name}\n{module(program)}"
        compared += 1
    assert compared > 3


def test_seeds_are_the_same_everywhere():
    """A seed that failed on another machine must be found here."""
    assert module(make(7)[0]) == module(make(7)[0])


def program_of(body, **arrays):
    grid, parameters = (1,), [Parameter(n, v, r) for n, (v, r) in arrays.items()]
    return Program(grid, (4,), parameters, body)


def of_cell(array, *indices):
    return Node("index", named(array), list(indices))


T = Node("reg", "cuda.threadIdx.x")


@pytest.mark.parametrize("operation", ["add", "inc", "dec", "exch", "cas", "xor", "max"])
def test_the_sum_of_old_elements(operation):
    """As if the threads came one after the other, in any order."""
    given = [lit(2)] if operation != "cas" else [lit(5), lit(9)]
    inner = Node("fn", "cuda.atomic." + operation, [named("a"), lit(0), *given])
    body = [Node("do", Node("fn", "cuda.atomic.add", [named("total"), lit(0), inner]))]
    program = program_of(body, a=(np.full(1, 5, np.uint32), "sum"),
                         total=(np.zeros(1, np.int64), "sum"))
    results, _ = simulate(program)
    old, total = 5, 0
    for _ in range(4):
        total += old
        old = {"add": old + 2, "inc": 0 if old >= 2 else old + 1,
               "dec": 2 if old == 0 or old > 2 else old - 1, "exch": 2,
               "cas": 9 if old == 5 else old, "xor": old ^ 2, "max": max(old, 2)}[operation]
    assert (results["a"][0], results["total"][0]) == (old, total)


@pytest.mark.parametrize("operation,value", [("exch", T), ("cas", T), ("inc", T)])
def test_what_depends_on_the_order_is_invalid(operation, value):
    given = [value, lit(1)] if operation == "cas" else [value]
    atomic = Node("fn", "cuda.atomic." + operation, [named("a"), lit(0), *given])
    program = program_of([Node("do", atomic)], a=(np.zeros(1, np.uint32), "sum"))
    with pytest.raises(Invalid):
        simulate(program)


def test_parts_of_one_array_are_assigned_as_if_of_a_copy():
    def part(first, last, step=None):
        bounds = [None if b is None else lit(b) for b in (first, last, step)]
        return of_cell("o", T, Node("slice", *bounds))

    o = np.arange(24).reshape(4, 6)
    lines = [(part(1, None), part(0, -1)), (part(0, -1), Node("bin", "+", part(1, None), lit(1))),
             (part(0, 3), part(None, 2, -1))]
    program = program_of([Node("set", [a], b) for a, b in lines], o=(o, "out"))
    results, _ = simulate(program)
    want = o.copy()
    want[:, 1:] = want[:, :-1].copy()
    want[:, :-1] = want[:, 1:] + 1
    want[:, :3] = want[:, :2:-1].copy()
    assert (results["o"] == want).all()
    turned = program_of([Node("set", [part(None, None)], part(None, None, -1))], o=(o, "out"))
    with pytest.raises(Invalid, match="needs a copy"):
        simulate(turned)


@pytest.mark.parametrize("function", list(inexact.BOUNDS))
def test_python_is_within_the_bounds(function):
    x = np.array([0.3, 0.75, 0.5, 1.0 if function != "math.atanh" else 0.1])
    x = x + (1.0 if function == "math.acosh" else 0.0)
    count = 2 if function in inexact.TWO else 1
    value = Node("fn", function, [of_cell("x", T)] * count)
    program = program_of([Node("near", of_cell("o", T), value)], x=(x, "in"),
                         o=(np.zeros(4), "out"))
    results, simulator = simulate(program)
    want = [getattr(math, function[5:])(*[v] * count) for v in x]
    slack = simulator.slack["o"]
    assert (np.abs(results["o"] - want) <= slack).all()
    assert (slack <= 10 * np.spacing(np.abs(want))).all()
