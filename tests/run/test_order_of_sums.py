"""Sums whose products are fused with what is added, where one side changes what the other reads: the left one is
evaluated first. Numbers are small, and so are exact however they are rounded."""

import numpy as np
import pytest

FUNCTIONS = """
@cuda.jit(device=True)
def more(b, i):
    b[i] += 1
    return b[i]

@cuda.jit(device=True)
def twice(b, i):
    b[i] *= 2
    return b[i]
"""
SUMS = [
    "b[i] + cuda.atomic.add(b, i, 1.0) * 2.0",
    "cuda.atomic.add(b, i, 1.0) + b[i] * 2.0",
    "cuda.atomic.add(b, i, 1.0) - 3.0 * b[i]",
    "cuda.atomic.add(b, i, 1.0) * 2.0 - b[i]",
    "b[i] - cuda.atomic.add(b, i, 1.0) * b[i]",
    "b[i] + more(b, i) * 2.0",
    "more(b, i) + b[i] * 2.0",
    "-b[i] + more(b, i) * 2.0",
    "more(b, i) * b[i] - twice(b, i)",
    "more(b, i) + twice(b, i) * 2.0",
    "int(b[i]) + more(b, i) * 2.0",
    "math.floor(b[i]) + more(b, i) * 1.5",
    "b[i] + (more(b, i) * 2.0 + b[i]) * 3.0",
    "(more(b, i) * 2.0 + b[i]) * 3.0 - b[i]",
    "c[i] + more(b, i) * 2.0",
    "b[i] + c[i] * 2.0",
]


@pytest.mark.parametrize("options", [[], ["-O0"], ["--passes=gpu"]], ids=" ".join)
def test_the_left_side_first(launch, options):
    lines = [FUNCTIONS, "@cuda.jit", "def k(a, b, c, out):", "    i = cuda.grid(1)", "    if i < b.size:"]
    for at, value in enumerate(SUMS):
        lines += [f"        b[i] = a[i] + {at}", f"        out[i, {2 * at}] = {value}", f"        out[i, {2 * at + 1}] = b[i]"]
    a, c = np.arange(40.0) - 7, np.arange(40.0) * 3
    args = [a, np.zeros(40), c, np.zeros((40, 2 * len(SUMS)))]
    launch.check("\n".join(lines) + "\n", "k", (2,), (32,), args, options=["--fmad=true", *options])


@pytest.mark.parametrize("name", ["add", "sub"])
def test_in_place(launch, name):
    sign = {"add": "+", "sub": "-"}[name]
    source = FUNCTIONS + f"""
@cuda.jit
def k(b):
    i = cuda.grid(1)
    if i < b.size:
        b[i] {sign}= more(b, i) * 2.0
        b[i] {sign}= twice(b, i) * b[i]
"""
    launch.check(source, "k", (1,), (32,), [np.arange(30.0)], options=["--fmad=true"])
