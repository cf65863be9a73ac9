"""Whole parts of floats of which it is known how large they are: indices without guards, remainders that do not divide
(facts/real_ranges.cpp). What they are made of is anything: not a number, infinite, next to a bound, subnormal."""

import random

import numpy as np
import pytest
from conftest import check_ptx
from ptx_floats import FloatProgram

EDGES = [0.0, -0.0, 0.25, 0.5, 0.999, 1.0, 1.5, 2.5, 3.0, 6.75, 7.0, 7.5, 8.0, 8.5, -0.25, -0.5, -1.0, -1.5, -6.5, -7.0, -8.0, 1e-40,
         -1e-40, 2.0**-126, 2.0**23 + 1, 2.0**31, 2.0**62, -(2.0**62), 2.0**63, 1e30, -1e30, np.inf, -np.inf, np.nan]  # fmt: skip
WHOLE = ["int({})", "int({})", "math.floor({})", "math.ceil({})", "round({})", "np.int64({})", "np.int32({})", "np.uint8({})", "math.trunc({})",
         "np.int16({})"]  # fmt: skip


def bounded(rng, v, depth=0):
    """A float that is between two numbers; mostly."""
    low, high = rng.choice([(0, 7), (-8, 8), (0, 1), (-0.5, 7.5), (-1e-40, 7), (3, 3), (-1e20, 1e20), (0, 3e38)])
    limited = rng.choice([f"min(max({v}, real({low})), real({high}))", f"max(real({low}), min(real({high}), {v}))",
                          f"max(min({v}, real({high})), real({low}))"])  # fmt: skip
    other = rng.choice(["abs(math.sin({v})) * real(7)", "math.cos({v}) * real(4) + real(4)", "math.cos({v}) + real(5)", "{v} % real(8)", "abs({v} % real(-7))",
                        "real(i % 8)", "real(i & 3) + real(0.5)", "math.atan2({v}, real(i)) * real(2)", "math.fmod({v}, real(8))",
                        "(real(7) if {v} > real(2) else real(i % 5))", "real(3) / (real(i % 3) + real(0.5))"])  # fmt: skip
    value = rng.choice([limited, limited, other.format(v=v)])
    if depth < 2 and rng.random() < 0.6:
        more = bounded(rng, v, depth + 1)
        value = rng.choice([f"({value}) + ({more})", f"({value}) - ({more})", f"({value}) * ({more})", f"min({value}, {more})",
                            f"-({value})", f"math.floor({value})", f"({value}) * real(0.75) + real(0.5)", f"({value}) * real(0)",
                            f"max(min(({value}) * real(0), {v}), real(0))"])  # fmt: skip
    return value


def launch_of(seed, isForPtx=False):
    """Interpreted PTX has no sines, no remainders and no memory of a thread's own."""
    rng = random.Random(seed)
    real = rng.choice(["float32", "float64"])
    value = bounded(rng, "v")
    while isForPtx and any(name in value for name in ("sin", "cos", "atan2", "fmod", "% real")):
        value = bounded(rng, "v")
    kept = rng.choice([f"f = {value}\n        ", f"f = v\n        if v == v:\n            f = {value}\n        "]) if rng.random() < 0.5 else ""
    whole = rng.choice(WHOLE).format("f" if kept else value)
    source = f"""
@cuda.jit("void({real}[::1], int32[::1], int64[:, ::1])")
def k(x, table, out):
    i = cuda.grid(1)
    own = cuda.local.array(8, np.int32)
    for j in range(8):
        own[j] = 10 + j
    if i < out.shape[0]:
        v = x[i]
        {kept}n = {whole}
        out[i, 0] = n
        out[i, 1] = own[{rng.choice(["n", "n", "n - 1", "7 - n", "n // 2"])}]
        out[i, 2] = table[{rng.choice(["n", "n + 1", "n % 8"])}]
        out[i, 3] = n % {rng.choice([2, 5, 7, 8, 36])}
        out[i, 4] = n // {rng.choice([2, 5, 7, 8, 36])} + (n == 7) + 2 * (n < 1)
""".replace("real(", f"np.{real}(")
    if isForPtx:
        source = source.replace("own[", "table[").replace("        table[j] = 10 + j\n", "        pass\n")
    size = len(EDGES)
    return source, [np.array(EDGES, real), np.arange(100, 108, dtype=np.int32), np.zeros((size, 5), np.int64)]


@pytest.mark.parametrize("passes", ["gpu", "all", "none"])
@pytest.mark.parametrize("seed", range(50))
def test_known_whole_parts(launch, seed, passes):
    source, arguments = launch_of(seed)
    launch.check(source, "k", (2,), (32,), arguments, options=[f"--passes={passes}"])


@pytest.mark.parametrize("facts", [[], ["--facts=small,apart"]], ids=["", "facts"])
@pytest.mark.parametrize("seed", range(100, 112))
def test_ptx_of_known_whole_parts(seed, facts):
    source, arguments = launch_of(seed, isForPtx=True)
    check_ptx(FloatProgram, source, "k", (2,), (32,), arguments, ["--fmad=false", *facts])


@pytest.mark.parametrize("value", ["math.cos(v) + 5", "9 - math.atan(v)", "math.sin(v) / 4 + 2", "abs(math.atan2(v, v)) + 1"])
def test_whole_part_of_nan(launch, value):
    """It is 0, below whatever numbers there are."""
    source = f"""
@cuda.jit("void(float64[::1], int32[::1], int64[:, ::1])")
def k(x, table, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        v = x[i]
        n = math.floor({value})
        out[i, 0] = n
        out[i, 1] = 1 if n < 1 else 2
        out[i, 2] = table[n - 1]
"""
    x = np.array([np.nan, 0.5, -3.0, np.nan, 1e9])
    launch.check(source, "k", (1,), (8,), [x, np.arange(9, dtype=np.int32), np.zeros((5, 3), np.int64)], options=["--passes=gpu"])


@pytest.mark.parametrize("passes", ["gpu", "all", "none"])
@pytest.mark.parametrize("types, value", [
    ("float32", "min(max(v, -1e20), 1e20)"), ("float32", "max(min(v, np.float32(3e38)), np.float32(1))"),
    ("float64", "np.float32(min(max(v, 0.0), 1e300))"), ("int64", "np.float32(v) * np.float32(v)"),
])  # fmt: skip
def test_products_that_overflow(launch, types, value, passes):
    """Infinite in float32, where float64 has room; times zero they are no number, which minima leave out."""
    source = f"""
@cuda.jit("void({types}[::1], float32[::1], int32[::1], int64[:, ::1])")
def k(x, y, table, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        v = x[i]
        e = np.float32({value})
        p = e * e * np.float32(0)
        n = int(max(min(p, y[i]), np.float32(0)))
        out[i, 0] = n
        out[i, 1] = table[n]
"""
    x = np.array([3, 10**18, -(10**18), 0], types) if types == "int64" else np.array([1e20, 3e38, 1e300, 2.0], "float64").astype(types)
    y = np.array([500_000_000, 500_000_000, 7, 500_000_000], np.float32)
    launch.check(source, "k", (1,), (4,), [x, y, np.arange(9, dtype=np.int32), np.zeros((4, 2), np.int64)], options=[f"--passes={passes}"])
