"""Kernels that are there once more for sizes of few bits: indices that are clamped, wrapped or made of floats, of integers
around the limits of either copy."""

import random

import numpy as np
import pytest

LIMIT = 1 << 29
NUMBERS = [0, 1, 2, -3, 7, LIMIT - 1, LIMIT, -LIMIT, -LIMIT - 1, (1 << 31) - 1, 1 << 31, -(1 << 31) - 1, (1 << 32) + 3,
           1 << 40, -(1 << 40), (1 << 62) - 9, -(1 << 62)]  # fmt: skip
PASSES = ["all", "gpu", "gpu,-small-copies", "gpu,-version-loops", "gpu,-word-arithmetic"]


def index(rng):
    sums = ("i + j", "i + j * m", "m - j", "i * 3 - m", "m // 3 + j", "(m + j) // (n & 7 | 1)", "n + j - i", "i - j")
    a, b = rng.choice(sums), rng.choice(sums)
    return rng.choice((
        f"min(max({a}, 0), x.size - 1)", f"max(min({a}, x.size - 1), 0)", f"({a}) % x.size", f"(({a}) + ({b})) % x.size",
        f"min(max(int(float32({a})), 0), x.size - 1)", f"abs({a}) % x.size", f"({a}) if 0 <= {b} < x.size else 1",
        f"int(t[(i + j) % t.size]) % x.size", f"max(min({a}, {b}), 0)"))  # fmt: skip


def line(rng, loop):
    kind = rng.randrange(8)
    if kind == 0:
        return f"k = {rng.choice(('i + j', 'm - j', 'i - m'))}\nif k < 0:\n    k = 0\nelif k >= x.size:\n    k = x.size - 1\ns += x[k]"
    if kind == 1:
        return f"s ^= {index(rng)} + {index(rng)}"
    if kind == 2:
        return f"if {index(rng)} > {rng.choice(('m', 'n', 'j'))}:\n    s += x[{index(rng)}]"
    if kind == 3:
        leaves = rng.choice(("break" if loop else "s -= 1", "out[i] = s\n    return"))
        return f"if x[{index(rng)}] > {rng.choice(('4', 'n', 'i + m', 'j'))}:\n    {leaves}"
    if kind == 4:
        finds = rng.choice(("k < x.size - 1 and x[k] < j", "k > 0 and x[k] != i", "0 < k < m and x[k % x.size] < 5"))
        step = rng.choice(("k += 1", "k -= 1"))
        return f"k = {index(rng)}\nwhile {finds}:\n    {step}\n    s += 7\n    if k % 11 == 0:\n        break\ns += k"
    return f"s = s * 3 + x[{index(rng)}]"


def kernel(rng):
    # Or no loop at all.
    loop = rng.choice(("", "for j in range(-2, 3):", "for j in range(n & 3, 6):", "for j in range(i):", "for j in range(m, m + 3):"))
    indent = " " * (12 if loop else 8)
    lines = "".join(f"{indent}{part}\n" for text in (line(rng, loop) for _ in range(rng.randrange(1, 4))) for part in text.split("\n"))
    # What the kernel sets anew says nothing of what it was given.
    anew = rng.choice(("", "", "        n += 5\n", "        m = n\n", "        x = x[1:]\n", "        m = m + 1 if i > 2 else m\n"))
    return (f"@cuda.jit\ndef k(x, t, m, n, out):\n    i = cuda.grid(1)\n    if i < out.size:\n        s = m\n{anew}"
            f"        {loop or 'j = m & 3'}\n{lines}        out[i] = s\n")


@pytest.mark.parametrize("seed", range(60))
def test_random_indices(launch, seed):
    rng = random.Random(seed)
    launch.defects = ("bounds",)
    source, values = kernel(rng), np.random.default_rng(seed)
    x, t = values.integers(-9, 10, 23), values.uniform(-50, 50, 7).astype(np.float32)
    # Of 32 bits they have few themselves, but not with an extent added.
    m, n = (np.int32(number) if seed % 3 == 0 and abs(number) < 1 << 31 else np.int64(number)
            for number in (rng.choice(NUMBERS), rng.choice(NUMBERS)))
    with np.errstate(all="ignore"):
        launch.check(source, "k", (2,), (8,), [x, t, m, n, np.zeros(11, np.int64)],
                     options=[f"--passes={PASSES[seed % len(PASSES)]}"])


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("radius", [0, 1, 3, 8, -2])
@pytest.mark.parametrize("shape", [(1, 1), (5, 9), (33, 4)])
def test_a_filter(launch, passes, radius, shape):
    source = """
@cuda.jit
def k(image, out, radius):
    x, y = cuda.grid(2)
    height, width = image.shape
    if x >= width or y >= height:
        return
    total = 0
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            row = y + dy
            if row < 0:
                row = 0
            elif row >= height:
                row = height - 1
            total += image[row, min(max(x + dx, 0), width - 1)]
    out[y, x] = total
"""
    image = np.random.default_rng(radius + 9).integers(0, 256, shape).astype(np.uint8)
    for number in (np.int64, np.int32):
        launch.check(source, "k", (2, 9), (8, 4), [image, np.zeros(shape, np.int64), number(radius)],
                     options=[f"--passes={passes}"])


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("radius", [0, 1, 4, 6, 11, -1])
def test_a_globe(launch, passes, radius):
    """Places go round by an `if` each; the inner loop is unrolled, with a rest of each length."""
    source = """
@cuda.jit
def k(height, radius, out):
    x, y = cuda.grid(2)
    rows, cols = height.shape
    if x >= cols or y >= rows:
        return
    total = 0
    for dy in range(-radius, radius + 1):
        yy = y + dy
        if yy < 0:
            yy = 0
        elif yy >= rows:
            yy = rows - 1
        for dx in range(-radius, radius + 1):
            xx = x + dx
            if xx < 0:
                xx = xx + cols
            elif xx >= cols:
                xx = xx - cols
            total = total * 3 + height[yy, xx]
    out[y, x] = total
"""
    height = np.random.default_rng(radius + 9).integers(-99, 99, (5, 13))
    launch.defects = ("bounds",)
    with np.errstate(all="ignore"):
        launch.check(source, "k", (2, 2), (8, 4), [height, np.int32(radius), np.zeros(height.shape, np.int64)],
                     options=[f"--passes={passes}"])
