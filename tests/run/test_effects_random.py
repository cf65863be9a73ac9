"""Random expressions that add to a counter on the way, in what is multiplied by nothing, in both arms of a choice, in an
index, in a condition: each is evaluated as often as in Python, and before or behind what it is there, whatever becomes of
its value."""

import random
import re

import numpy as np
import pytest

# E is one of these.
EFFECTS = ["cuda.atomic.add(c, i, 1)", "cuda.atomic.add(c, i, 1)", "f(c, i)"]


def number(rng, depth):
    if depth == 0:
        return rng.choice(["i", "n", "m", "t", "3", "1", "a[i]", "a[n]", "g(i)", "E", "E"])
    x, y = number(rng, depth - 1), number(rng, rng.randrange(depth))
    return rng.choice([
        f"({x} + {y})", f"({x} - {y})", f"({x} * {y})", f"({x} * 0)", f"({x} // 8)", f"({x} % 8)", f"({x} & 7)", f"-{x}",
        f"min({x}, {y})", f"max({x}, {y})", f"abs({x})", f"({x} if {y} > 2 else {x})", f"({x} >> 1)", f"int({x} > {y})",
        f"({x} if {condition(rng, depth - 1)} else {y})", f"a[({x}) % 8]", f"a[{x}]", f"({x} - 8 * ({x} // 8))", f"({x} ^ {x})",
        f"(m - 8 * (m // 8 if {x} > 2 else m // 8))",
    ])  # fmt: skip


def condition(rng, depth):
    if depth <= 0:
        return rng.choice(["i < n", "E > 1", "a[i] > 2", "E == E", "n >= 0", "i >= 0"])
    x, y = number(rng, depth - 1), number(rng, rng.randrange(depth))
    return rng.choice([
        f"{x} < {y}", f"{x} == {y}", f"({condition(rng, depth - 1)} and {condition(rng, depth - 1)})",
        f"({condition(rng, depth - 1)} or {condition(rng, depth - 1)})", f"not {condition(rng, depth - 1)}", f"0 <= {x} < 8",
        f"{x} >= 0 or {x} < 0",
    ])  # fmt: skip


def body_of(rng):
    lines = []
    for _ in range(rng.randint(3, 6)):
        lines += rng.choice([
            lambda: [f"t = {number(rng, 3)}"],
            lambda: [f"out[i, {rng.randrange(3)}] += {number(rng, 3)}"],
            lambda: [f"if {condition(rng, 2)}:", f"    t += {number(rng, 2)}", "else:", f"    out[i, 0] = {number(rng, 2)}"],
            lambda: [f"for k in range({rng.choice(['3', 'n', 'a.size', 'min(n, 5)'])}):", f"    t = (t + {number(rng, 2)}) % 1000",
                     f"    out[i, 1] += a[{rng.choice(['k', 'k + 1', '(k + i) % 8', 'k * (E * 0 + 1)', 'E % 8'])}]"],
            lambda: ["w = 0", f"while w < 4 and {condition(rng, 1)}:", "    w += 1", f"    t ^= {number(rng, 2)}"],
        ])()  # fmt: skip
    return re.sub(r"\bE\b", lambda _: rng.choice(EFFECTS), "\n    ".join(lines))


@pytest.mark.parametrize("passes", ["all", "gpu"])
@pytest.mark.parametrize("seed", range(60))
def test_effects(launch, seed, passes):
    rng = random.Random(seed)
    source = f"""
@cuda.jit(device=True)
def f(c, i):
    c[i] += 1
    return c[i] * 3

@cuda.jit(device=True)
def g(i):
    return i - 8 * (i // 8)

@cuda.jit
def k(a, c, n, m, out):
    i = cuda.grid(1)
    if i >= c.size:
        return
    t = i
    {body_of(rng)}
    out[i, 2] ^= t
"""
    args = [np.array([3, 1, 4, 1, 5, 9, 2, 6]), np.arange(12) % 5, np.int64(rng.choice([0, 1, 5, 7, -3])),
            np.int64(rng.choice([2, 8])), np.zeros((12, 3), np.int64)]  # fmt: skip
    launch.check(source, "k", (1,), (16,), args, options=[f"--passes={passes}"])
