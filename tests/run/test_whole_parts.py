"""Floats that become integers: rounded, clamped, without their whole part; of which the compiler
knows in how many bits they fit."""

from random import Random

import numpy as np
import pytest

PASSES = pytest.mark.parametrize("passes", ["all", "gpu", "-float-to-integer"])
EDGES = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, 254.5, 255.0, -1e-30, 1 - 2**-24, 2.0**22 + 0.5, 2.0**23 + 1, 2.0**30 + 64,
         2.0**31 - 128, 2.0**31, -(2.0**31), 2.0**32, 2.0**53, 2.0**63, -(2.0**63), 1e30, np.inf, -np.inf, np.nan]  # fmt: skip
ROUNDINGS = ["math.floor({})", "math.ceil({})", "math.trunc({})", "round({})", "int({})", "np.int32({})"]
BOUNDS = [0, 1, 1, 4, 255, 2**22, 2**24, 2147483520, 2**31, 2**33, 2**62]


def number(random, depth):
    """A float of x, y and a byte b."""
    if depth == 0:
        return random.choice(["x", "x", "y", "real(b)", "real(0.5)", "real(-3)"])
    a, b = number(random, depth - 1), number(random, random.randrange(depth))
    bound = random.choice(BOUNDS)
    return random.choice([
        f"min(max({a}, real(0)), real({bound}))",
        f"max(min({a}, real({bound})), real({-bound}))",
        f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} * real(0.25))",
        f"({a} / real({random.choice([2, 3, 255])}))", f"abs({a})",
        f"({a} if x < y else {b})", f"whole({a})", f"rest({a}, real({bound}))",
    ])  # fmt: skip


def kernel(random, real):
    rounding = random.choice(ROUNDINGS)
    lines = [f"real = np.{real}", "", "@cuda.jit", "def rest(v, most):",
             "    v = min(max(v, -most), most)", f"    k = {rounding.format('v')}",
             "    return v - real(k)", "", "@cuda.jit", "def whole(v):",
             f"    return real({random.choice(ROUNDINGS[:4]).format('min(max(v, real(-1e6)), real(1e6))')})", "",
             "@cuda.jit", "def k(xs, ys, bs, out, bytes):", "    i = cuda.grid(1)",
             "    if i < xs.size:", "        x = xs[i]", "        y = ys[i]", "        b = bs[i]"]  # fmt: skip
    for place in range(6):
        value = number(random, random.randint(1, 3))
        lines.append(f"        out[i, {place}] = {random.choice(ROUNDINGS[:5]).format(value)}")
    lines += [f"        bytes[i] = np.uint8({number(random, 2)})"]
    return "\n".join(lines) + "\n"


@PASSES
@pytest.mark.parametrize("seed", range(20))
def test_random_numbers(launch, seed, passes):
    random = Random(seed)
    real = random.choice(["float32", "float64"])
    x = np.array(EDGES * len(EDGES), real)
    y = np.repeat(np.array(EDGES, real), len(EDGES))
    b = (np.arange(x.size) * 37).astype(np.uint8)
    args = [x, y, b, np.zeros((x.size, 6), np.int64), np.zeros(x.size, np.uint8)]
    launch.check(kernel(random, real), "k", (20,), (32,), args, options=[f"--passes={passes}"])


@PASSES
@pytest.mark.parametrize("fmad", ["true", "false"])
def test_weights_of_neighbours(launch, passes, fmad):
    """A picture that is scaled, by the sixteen weights that a float32 has exactly."""
    source = """
@cuda.jit
def k(image, sy, sx, out):
    y, x = cuda.grid(2)
    if y >= out.shape[0] or x >= out.shape[1]:
        return
    py = min(max(sy[y], np.float32(0)), np.float32(image.shape[0] - 1))
    px = min(max(sx[x], np.float32(0)), np.float32(image.shape[1] - 1))
    y0 = int(math.floor(py))
    x0 = int(math.floor(px))
    y1 = min(y0 + 1, image.shape[0] - 1)
    x1 = min(x0 + 1, image.shape[1] - 1)
    fy = py - np.float32(y0)
    fx = px - np.float32(x0)
    top = image[y0, x0] * (np.float32(1) - fx) + image[y0, x1] * fx
    low = image[y1, x0] * (np.float32(1) - fx) + image[y1, x1] * fx
    out[y, x] = np.uint8(top * (np.float32(1) - fy) + low * fy + np.float32(0.5))
"""
    image = (np.arange(7 * 9) * 41).astype(np.uint8).reshape(7, 9)
    places = np.array([-np.inf, -3, -0.25, 0, 0.0625, 2.75, 5.9375, 6, 6.5, 8, 8.25, 1e10, np.inf, np.nan], np.float32)
    args = [image, places, places[::-1].copy(), np.zeros((places.size, places.size), np.uint8)]
    launch.check(source, "k", (2, 2), (8, 8), args, options=[f"--passes={passes}", f"--fmad={fmad}"])
