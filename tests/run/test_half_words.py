"""Filters of bytes and of 16-bit numbers, whose results fit 16 bits or just do not, on the
CPU device (compiler/host/half_words.h), against the simulator."""

import numpy as np
import pytest
from test_thread_loops import check_both

KINDS = [np.uint8, np.int8, np.int16]


def pixels(dtype, n):
    """All that there is, its ends more often."""
    info = np.iinfo(dtype)
    values = np.random.default_rng(4).integers(info.min, info.max + 1, n).astype(dtype)
    values[::7] = info.max
    values[::5] = info.min
    return values


def filtered(launch, expression, dtype, out=None):
    source = f"""
@cuda.jit
def k(x, y, z, out):
    i = cuda.grid(1)
    if 1 <= i < x.size - 1:
        a, b, c, d = int(x[i - 1]), int(x[i]), int(x[i + 1]), int(y[i])
        out[i] = {expression}
"""
    x, y = pixels(dtype, 3000), pixels(dtype, 3000)[::-1].copy()
    z = np.arange(3000) % 2 == 0
    check_both(launch, source, (24,), (128,), [x, y, z, np.zeros(3000, out or dtype)])


@pytest.mark.parametrize("dtype", KINDS)
@pytest.mark.parametrize("expression", [
    "min(abs(a - 2 * b + c) + abs(d - b), 127)",
    "max(0, min(127, 5 * b - a - c - 2 * d))",
    "(a + 2 * b + c) >> 2",
    "(a * 77 + b * 150 + c * 29) >> 8",
    "a if abs(a - b) < abs(c - b) else c",
    "(b ^ (a << 3)) & 127",
    "(127 if a + b > c + d else (a - b) >> 1) & 127",
    "min(abs(a * b), 120) if z[i] else max(a, d) >> 2",
    "min(abs(min(a * 200 - b * 56, 5000)), 99)",
])
def test_filters(launch, dtype, expression):
    filtered(launch, expression, dtype)


@pytest.mark.parametrize("expression", [
    "a * b", "a * 257", "a << 8", "(a << 8) - (b << 8)", "abs(-a - 1) * 128", "(a * b) >> 3", "a - b * 255",
])
@pytest.mark.parametrize("out", [np.int32, np.uint16])
def test_ends_of_sixteen_bits(launch, expression, out):
    for dtype in (np.uint8, np.int8):
        mask = " & 65535" if out is np.uint16 else ""
        filtered(launch, f"(min({expression}, 32767) - (d & 1)){mask}", dtype, out)


def test_sums_that_go_on(launch):
    source = """
@cuda.jit
def k(x, out, n):
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        most = 0
        for j in range(n):
            total += abs(int(x[i]) - int(x[j])) * 3
            most = max(most, abs(int(x[i]) - int(x[j])))
        out[i] = total + most
"""
    x = pixels(np.uint8, 500)
    check_both(launch, source, (5,), (64,), [x, np.zeros(300, np.int64), 500])
