"""Whole parts of floats as indices, where nothing asks whether they are negative: what is follows the same rules as ever
(versions/whole_parts.cpp)."""

import random

import numpy as np
import pytest
from conftest import check_ptx
from ptx_floats import FloatProgram

EDGES = [0.0, -0.0, 0.25, 0.999, 1.0, 2.5, 3.0, 6.75, 7.0, 8.0, 9.5, -0.25, -1.0, -1.5, -6.5, -7.0, -8.0, -9.0, 2.0**29, 2.0**30 - 64,
         2.0**30, 2.0**31, 2.0**32 + 3, -(2.0**30), -(2.0**31), -(2.0**62), 2.0**62, 2.0**63, 1e30, np.inf, -np.inf, np.nan]  # fmt: skip

ENDS = ["i + 1 >= g.size", "i + 1 > last", "i >= g.size", "not i < g.size", "i > 7", "i + j >= g.size", "2 * i >= g.size",
        "i == g.size", "i - 1 >= g.size"]  # fmt: skip
SIGNS = ["", "", "", "i < 0", "i <= -1", "0 > i", "x < 0", "i + 1 < 1", "max(i, 0) > 6", "abs(i) > 6"]
INDICES = ["i", "i", "i + 1", "i - 1", "-i", "i // 2", "i % 4", "2 * i", "i + j", "min(i + 1, g.size - 1)", "max(i, -1)", "i * i"]
WHOLE = ["int({})", "int(math.floor({}))", "math.ceil({})", "np.int64({})", "int({} * 2)", "round({})", "math.floor({}) + 1"]


def kernel_of(rng):
    end, sign = rng.choice(ENDS), rng.choice(SIGNS)
    one, other = rng.choice(INDICES), rng.choice(INDICES)
    leave = rng.choice(["continue", "break", "total += 1000"])
    lines = [f"x = xs[j, t] {rng.choice(['', '* 1', '+ base'])}"] if rng.random() < 0.7 else ["x = xs[j, t]"]
    lines.append(f"i = {rng.choice(WHOLE).format('x')}")
    if sign:
        lines.append(f"if {sign}: {leave}")
    lines.append(f"if {end}: {leave}")
    lines.append(f"f = x - i if i < 100 else {rng.choice(['real(0)', 'x'])}")
    lines.append(rng.choice([
        f"total += (g[{one}] + 2 * g[{other}]) * 3",
        f"if g[{one}] > 4: total += g[{other}]",
        f"if -100 < f < 100: total += g[{one}] * int(f * 4)",
        f"total += g[{one}]\n            out[j, 1] = i // 3 + i % 5",
    ]))  # fmt: skip
    body = "\n            ".join(lines)
    return f"""
@cuda.jit
def k(xs, g, last, base, out):
    j = cuda.grid(1)
    if j < out.shape[0]:
        total = 0
        for t in range(xs.shape[1]):
            {body}
        out[j, 0] = total
"""


def launch_of(seed):
    """A kernel of stated types, its arguments."""
    rng = random.Random(seed)
    real, whole = rng.choice([np.float32, np.float64]), rng.choice([np.int64, np.int32, np.uint8])
    types = f"{real.__name__}[:, ::1], {whole.__name__}[::1], int64, {real.__name__}, int64[:, ::1]"
    source = kernel_of(rng).replace("real(0)", f"np.{real.__name__}(0)").replace("@cuda.jit", f'@cuda.jit("void({types})")')
    xs = np.array([rng.choice(EDGES) for _ in range(40 * 5)], real).reshape(40, 5)
    xs[:32, 0] = EDGES
    return source, [xs, np.arange(1, 9, dtype=whole), np.int64(7), real(0.5), np.zeros((40, 2), np.int64)]


@pytest.mark.parametrize("passes", ["gpu", "gpu,-version-loops,-small-copies", "all"])
@pytest.mark.parametrize("seed", range(24))
def test_random_indices(launch, seed, passes):
    source, arguments = launch_of(seed)
    launch.check(source, "k", (2,), (32,), arguments, options=[f"--passes={passes}"])


@pytest.mark.parametrize("facts", [[], ["--facts=small,apart"], ["--passes=-small-copies"]], ids=["", "facts", "wide"])
@pytest.mark.parametrize("seed", range(100, 108))
def test_ptx_of_random_indices(seed, facts):
    source, arguments = launch_of(seed)
    check_ptx(FloatProgram, source, "k", (2,), (32,), arguments, ["--fmad=false", *facts])
