"""Whole parts of floats that conditions ask about before they are indices: of 31 bits as long as the floats are small,
else of 64, which wrap around."""

import numpy as np
import pytest

EDGES = [0, -0.25, -1, -1.5, 0.5, 1, 6, 6.99, 7, 7.5, 8, 2**30 - 64, 2**30, -2**30 + 64, -2**30, 2**31 - 128, 2**31,
         -2**31, 2**32 + 512, -2**32, 2**62, 2**63, -2**63, 1e30, -1e30, np.inf, -np.inf, np.nan]

KINDS = {
    # As it was: both samples are inside, if nothing wraps around.
    "between": """k = int(x)
if k >= 0 and k + 1 < a.size:
    part = x - dtype(k)
    out[i] = a[k] * (dtype(1) - part) + a[k + 1] * part
seen[i] = k""",
    "rounded": """k = ROUND(x)
if 0 <= k < a.size:
    out[i] = a[k] + a[k - 1]
else:
    seen[i] = k - 3""",
    "two": """k = int(x)
m = math.floor(y) + 1
if k < a.size and m < a.size and k > -a.size and m > -a.size:
    out[i] = a[k] * 2 + a[m]
seen[i] = k + 5 * m""",
    # The second is made of the first, and one is asked about under another name.
    "chain": """k = int(x)
m = int((x - dtype(k)) * dtype(8))
after = k + m
if after < a.size:
    out[i] = a[after] + a[m]
seen[i] = after - k""",
    "again": """k = int(x)
if k >= a.size:
    k = a.size - 1
out[i] = a[k]
seen[i] = k + carried
carried = k""",
    "cells": """k = int(x)
for m in range(k - 1, k + 2):
    if m < 0 or m >= a.size:
        continue
    out[i] += a[m]
    seen[i] += m""",
    "choice": """k = int(x)
out[i] = a[k + 1] if k + 1 < a.size else a[k]
seen[i] = -k""",
    "returns": """k = int(x)
if k + 2 > a.size:
    seen[i] = k
    return
out[i] = a[k + 2]
seen[i] = k * 2""",
    "until": """k = int(x)
while k < a.size and a[k] > 0:
    k += 1
seen[i] = k""",
    "own": """k = int(x)
k = k + int(y)
if k < a.size:
    out[i] = a[k]
seen[i] = k""",
}


def source(kind, dtype, loop, rounding):
    lines = KINDS[kind].replace("ROUND", rounding).replace("dtype", dtype).splitlines()
    head = ["x = xs[i]", "y = ys[i]"]
    if loop:
        lines = [line.replace("return", "break") for line in lines]
        body = ["i = cuda.grid(1)", "carried = 0", "while i < xs.size:",
                *("    " + line for line in head + lines), "    i += cuda.gridsize(1)"]
    else:
        body = ["i = cuda.grid(1)", "carried = 1", "if i >= xs.size:", "    return", *head, *lines]
    numbers = f"{dtype}[::1]"
    return "\n".join([f"@cuda.jit('void({numbers}, {numbers}, {numbers}, {numbers}, int64[::1])')",
                      "def k_(a, xs, ys, out, seen):", *("    " + line for line in body), ""])


def cases():
    for kind in sorted(KINDS):
        for rounding in ("int",) if "ROUND" not in KINDS[kind] else ("math.floor", "math.ceil", "math.trunc", "round"):
            for loop in (False, True):
                yield pytest.param(kind, loop, rounding, id=f"{kind}-{rounding}-{'loop' if loop else 'straight'}")


@pytest.mark.parametrize("size", (8, 1, 0))
@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("kind, loop, rounding", list(cases()))
def test_conditions_about_whole_parts(launch, kind, loop, rounding, dtype, size):
    of = np.random.default_rng(len(kind) + size)
    xs, ys = (part.ravel() for part in np.meshgrid(EDGES, EDGES))
    if kind == "cells":  # as many turns as there are places, of any size
        xs = np.where(np.abs(xs) < 2**62, xs, 3)
    if kind == "until":  # Python's integers go on where ours would begin again
        xs = np.where(xs > -9, xs, -9)
    xs = np.concatenate([xs, of.uniform(-2, 9, 100)]).astype(dtype)
    ys = np.concatenate([ys, of.uniform(-2, 9, 100)]).astype(dtype)
    a = of.integers(-9, 9, size).astype(dtype)
    launch.check(source(kind, dtype, loop, rounding), "k_", (3,) if loop else (-(-xs.size // 64),), (64,),
                 [a, xs, ys, np.zeros(xs.size, dtype), np.zeros(xs.size, np.int64)],
                 options=["--passes=gpu"] if launch.device == "cpu" else [])
