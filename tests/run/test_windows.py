"""Windows around places: floats become their middles and radii, which loops count by and multiply, with barriers before and
behind them (versions/whole_parts.cpp, versions/inner_slots.cpp)."""

import random

import numpy as np
import pytest

# Places and radii at the ends of 13 and 30 bits, and beyond.
PLACES = [0.0, 0.5, 1.5, 2.5, 3.25, 6.75, 7.5, 8.0, 11.0, -0.5, -1.0, -2.5, 8191.5, 8192.0, 2.0**30 - 64, 2.0**30, -(2.0**30),
          2.0**31, 2.0**63, -1e30, np.inf, np.nan]  # fmt: skip
RADII = [0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, -0.25, -0.75, -1.0, -2.0, 8190.75, 8191.5, 8192.0, 8192.5, -8192.0, 2.0**14,
         2.0**15 + 1, 2.0**30, 2.0**31, 2.0**32 + 1024, 2.0**62, np.inf, -np.inf, np.nan]  # fmt: skip
WHOLE = ["int({})", "round({})", "math.floor({})", "math.ceil({})"]
# The loops of the third one begin at what they end by.
WINDOWS = ["range(t, side * side, 8)", "range(t, 2 * r + 1, 8)", "range(-r, r + 1)", "range(t, r * m, 3)", "range(r)"]
MIDDLES = ["m + n // side - r", "m + n % side - r", "m + n", "r - n + m", "m * r + n", "m"]
WEIGHTS = ["(n % side - r) * (n % side - r)", "r * r - n * n", "n", "m * m + n", "side - m"]
LEAVES = ["continue", "break", "total += 1"]


def part(rng, depth):
    """Statements about one place, and a radius that is known before it or between."""
    middle = f"m = {rng.choice(WHOLE).format('x')}"
    radius = f"r = {rng.choice(WHOLE).format(rng.choice(['w', 'w * real(2)', 'w + real(0.5)']))}"
    width = f"w = ws[b, turn] * {rng.choice(['real(1)', 'real(1)', 'real(0.5)', 'w'])}"
    head = rng.choice([[middle, width, radius], [width, radius, middle], [middle, radius, width], [width, middle, radius]])
    test = rng.choice(["y < 0 or y >= a.size", "y >= a.size", "y < 0", "y <= 0 or y >= a.size - 1", "n > 40"])
    lines = [*head, "side = 2 * r + 1", rng.choice(["steps = 0", "steps = 0", "pass"]),
             f"for n in {rng.choice(WINDOWS)}:",
             "    if steps > 6:", "        break", "    steps += 1",
             f"    y = {rng.choice(MIDDLES)}", f"    if {test}:", f"        {rng.choice(LEAVES)}",
             f"    total += a[{rng.choice(['y', 'y', 'y - 1', 'y + 1', 'n'])}] * ({rng.choice(WEIGHTS)})"]  # fmt: skip
    if rng.random() < 0.4:
        lines.append("total += y * 3" if rng.random() < 0.5 else "total += m - r")
    if rng.random() < 0.5:
        lines += ["for n in range(3):", f"    total += {rng.choice(['n', 'y', 'n * side'])}"]
    if rng.random() < 0.3:
        lines += ["y = total", f"if {rng.choice(['y > 9', 'm > 0', 'side > 3'])}:", "    total -= y + side"]
    if depth and rng.random() < 0.5:
        lines += [f"if {rng.choice(['m < 5', 'r > 0', 'total > 7'])}:", *["    " + line for line in part(rng, depth - 1)]]
    return lines


def source_of(seed):
    rng = random.Random(seed)
    real = rng.choice(["float32", "float64"])
    barrier = rng.choice([["cuda.syncthreads()"], []])
    body = ["x = xs[b, turn]", *part(rng, 1), *barrier, "sums[t] += total", "cuda.syncthreads()",
            "total = sums[(t + 1) % 8]", "cuda.syncthreads()"]  # fmt: skip
    if rng.random() < 0.3:
        body += [*part(rng, 0)]
    start = ["w = real(1)", "r = 0", "m = 0", "n = 0", "y = 0", "steps = 0", "side = 1"]
    lines = ["sums = cuda.shared.array(8, int64)", "t = cuda.threadIdx.x", "b = cuda.blockIdx.x", "sums[t] = 0", "total = 0",
             "cuda.syncthreads()", *start, "for turn in range(xs.shape[1]):", *["    " + line for line in body],
             "    out[b, turn, t] = total", f"out[b, 0, t] += {rng.choice(['total', 'y', 'side', 'm + r', 'n'])}"]  # fmt: skip
    types = f"{real}[:, ::1], {real}[:, ::1], int64[::1], int64[:, :, ::1]"
    source = f"from numba import int64\nreal = np.{real}\n\n\n@cuda.jit('void({types})')\ndef k(xs, ws, a, out):\n"
    return source + "".join(f"    {line}\n" for line in lines), np.dtype(real), rng


@pytest.mark.parametrize("passes", ["gpu", "gpu,-version-loops,-small-copies"])
@pytest.mark.parametrize("seed", range(30))
def test_random_windows(launch, seed, passes):
    source, real, rng = source_of(seed)
    shape = (3, 10)
    xs = np.array([rng.choice(PLACES) for _ in range(30)]).reshape(shape).astype(real)
    ws = np.array([rng.choice(RADII) for _ in range(30)]).reshape(shape).astype(real)
    a = np.arange(1, 13, dtype=np.int64)
    launch.check(source, "k", (3,), (8,), [xs, ws, a, np.zeros((3, 10, 8), np.int64)], options=[f"--passes={passes}"])
