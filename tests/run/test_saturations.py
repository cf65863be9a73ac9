"""Floats clamped to [0, 1], in every spelling. Nan is left out by min and max, and what it becomes depends on
which of them comes first; ptxas has one instruction for all of these, which makes 0 of it."""

import itertools

import numpy as np
import pytest

# What nan becomes is the first bound that does not keep it, behind the others.
LIMITS = {
    "min": ["min({}, real(1))", "min(real(1), {})", "({} if {} < 1 else real(1))", "(real(1) if {} >= 1 else {})",
            "({} if not {} >= 1 else real(1))", "(real(1) if not {} < 1 else {})"],
    "max": ["max({}, real(0))", "max(real(0), {})", "({} if {} > 0 else real(0))", "(real(0) if {} <= 0 else {})",
            "({} if not {} <= 0 else real(0))", "(real(0) if not {} > 0 else {})"],
}  # fmt: skip
ZEROS = [f"({one} if {test} else {other})" for one, other in (("{}", "zero"), ("zero", "{}"))
         for test in ("{} < zero", "zero < {}", "{} > zero", "not {} < zero", "not {} > zero", "{} <= zero", "{} >= zero")]
NEEDLESS = ["min({}, real(4))", "max({}, real(-0.5))", "min(max({}, real(-2)), real(2))", "max(min({}, real(2)), real(-2))",
            "({} if {} < 4 else real(4))", "real(np.float64(min({}, real(4))))", "{}"]  # fmt: skip
VALUES = [np.nan, 0.0, 1.0, 0.5, -0.25, 1.5, 3.0, 4.0, 5.0, -3.0, np.inf, -np.inf, 2.0**-30, 1 - 2.0**-10]


def chains():
    """Each as statements that change v."""
    for first, last in (("min", "max"), ("max", "min")):
        for one, other in itertools.product(LIMITS[first], LIMITS[last]):
            yield [one, other]
    for needless, first in itertools.product(NEEDLESS, ("min", "max")):
        pair = ["min({}, real(1))", "max({}, real(0))"]
        yield [needless, *(pair if first == "min" else reversed(pair))]
        yield [needless, *(pair if first == "min" else reversed(pair)), "max({}, real(0))"]


def choices():
    """What is no minimum or maximum: -0.0 is not below 0.0."""
    for one, zero in itertools.product(ZEROS, ("0.0", "-0.0")):
        for other in ("{}", "({} if {} <= 1 else real(1))", "({} if not {} > 1 else real(1))"):
            yield [one.replace("zero", f"real({zero})"), other]
            yield [other, one.replace("zero", f"real({zero})")]


def source_of(chains):
    lines = ["@cuda.jit", "def k(xs, out):", "    i = cuda.grid(1)", "    if i < xs.size:"]
    for count, chain in enumerate(chains):
        lines.append("        v = xs[i]")
        lines += [f"        v = {limit.replace('{}', 'v')}" for limit in chain]
        lines.append(f"        out[i, {count}] = v")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("real", ["float16", "float32", "float64"])
@pytest.mark.parametrize("passes", ["all", "gpu"])
def test_every_spelling(launch, real, passes):
    check(launch, real, passes, list(chains()), VALUES)


@pytest.mark.parametrize("real", ["float16", "float32", "float64"])
@pytest.mark.parametrize("passes", ["all", "gpu"])
def test_zeros_of_choices(launch, real, passes):
    check(launch, real, passes, list(choices()), [*VALUES, -0.0])


def check(launch, real, passes, chains, values):
    xs = np.array(values, real)
    args = [xs, np.zeros((xs.size, len(chains)), real)]
    source = f"real = np.{real}\n\n" + source_of(chains)
    launch.check(source, "k", (1,), (32,), args, options=[f"--passes={passes}"])


def test_of_what_is_computed(launch):
    """The instruction that computes is the one that saturates."""
    source = """
real = np.float32

@cuda.jit
def k(xs, ys, bs, out):
    i = cuda.grid(1)
    if i < xs.size:
        x, y, b = xs[i], ys[i], real(bs[i])
        out[i, 0] = max(min(x + y, real(1)), real(0))
        out[i, 1] = max(min(x * y, real(1)), real(0))
        out[i, 2] = max(min(x * y - x, real(1)), real(0))
        out[i, 3] = max(min(b * real(0.0078125), real(1)), real(0))
        out[i, 4] = max(min(real(np.float64(x) * 0.5), real(1)), real(0))
        out[i, 5] = max(min(min(x, y), real(1)), real(0))
        out[i, 6] = min(max(min(max(x, y), real(2)), real(0)), real(1))
        out[i, 7] = max(min(abs(x), real(1)), real(0))
        out[i, 8] = max(min(-x, real(1)), real(0))
        out[i, 9] = 1 - max(min(1 - x, real(1)), real(0))
        out[i, 10] = min(x, real(1))
        out[i, 11] = max(min(x, real(2)), real(0))
"""
    values = [v for v in VALUES if v != 0]  # which of two zeros is the greater is open
    xs, ys = (np.array(v, np.float32) for v in zip(*itertools.product(values, repeat=2)))
    bs = np.arange(xs.size).astype(np.uint8)
    launch.check(source, "k", (8,), (32,), [xs, ys, bs, np.zeros((xs.size, 12), np.float32)], options=["--fmad=false"])
