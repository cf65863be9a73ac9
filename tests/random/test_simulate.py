"""The simulator against CPython: the printed text, run thread by thread.

tests/run/simulator.py runs it, whose numbers know their type. It has no joins:
what is an int on one path and a float on another is an int there. So the programs
here have no types whose numbers would show that.
"""

import pathlib
import sys
import types

import numpy as np
import pytest
from generate import draw, make
from kinds import Invalid
from simulate import simulate
from text import module

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "run"))
import simulator as second  # noqa: E402

WITHOUT = ["half", "complex", "warps", "atomics", "records", "wide", "unset", "recursion"]


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
    return not any(name in text or name in data for name in ("float32", "uint64"))


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
