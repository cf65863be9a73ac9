"""`if c < 0: c = 0` and its like bound an index, whatever it was: where they do not, every access is asked.
Random kernels of such choices, against the simulator."""

import random

import numpy as np
import pytest

PASSES = ("all", "gpu", "-lockstep", "gpu,-repeated-loads")


class ClampKernels:
    def __init__(self, rng):
        self.rng = rng
        self.lines = []

    def add(self, text, depth):
        self.lines.append("    " * depth + text)

    def number(self, name):
        pick = self.rng.choice
        return pick(("0", "0", "n", "n - 1", "n - 1", "m", "g", "k", "5", "-1", "x.shape[0]", "x.shape[0] - 1", f"{name} + n",
                     f"{name} - n", f"{name} - x.shape[0]", name, f"-{name}", f"2 * n - {name}", "l"))  # fmt: skip

    def choice(self, name, depth, target=None):
        """One `if` over `name`, with elif and else by chance, which sets `target`."""
        rng, target = self.rng, target or name
        for turn in range(rng.choice((1, 1, 1, 2, 2, 3))):
            left, right = name, self.number(name)
            if rng.randrange(5) == 0:
                left, right = right, left
            self.add(f"{'el' * (turn > 0)}if {left} {rng.choice(('<', '<=', '>', '>=', '<', '>=', '==', '!='))} {right}:", depth)
            self.add(f"{target} = {self.number(name)}", depth + 1)
        if target != name or rng.randrange(4) == 0:
            self.add("else:", depth)
            self.add(f"{target} = {rng.choice((name, self.number(name)))}", depth + 1)

    def clamp(self, name, depth):
        """What is meant: both edges, in one of the ways in which people write it."""
        low, high = self.rng.choice((("0", "n"), ("0", "x.shape[0]"), ("2", "n"), ("0", "m")))
        way = self.rng.randrange(4)
        if way == 0:
            lines = [f"if {name} < {low}:", f"    {name} = {low}", f"elif {name} >= {high}:", f"    {name} = {high} - 1"]
        elif way == 1:
            lines = [f"if {name} < {low}:", f"    {name} = {low}", f"if {name} > {high} - 1:", f"    {name} = {high} - 1"]
        elif way == 2:
            lines = [f"if {name} < 0:", f"    {name} += {high}", f"if {name} >= {high}:", f"    {name} -= {high}"]
        else:
            lines = [f"{name} = clamp({name}, {low}, {high} - 1)"]
        for line in lines:
            self.add(line, depth)

    def source(self):
        rng = self.rng
        self.add(f"for k in range({rng.choice(('0', '-3', '-n', 'g'))}, {rng.choice(('4', 'n', 'm + 1', 'n + 2'))}):", 1)
        depth = 2
        if rng.randrange(3) == 0:
            self.add("for l in range(-2, m):", 2)
            depth = 3
        else:
            self.add("l = k * 2", 2)
        for name in ("c", "d")[: rng.randrange(1, 3)]:
            self.add(f"{name} = {rng.choice(('g + k', 'g + k - n // 2', 'k', 'x[k] * 3', 'g - l', 'k + l', 'x[g] + k'))}", depth)
            for _ in range(rng.randrange(3)):
                if rng.randrange(3):
                    self.clamp(name, depth)
                elif rng.randrange(4) == 0:
                    self.add("if x[k] > 0:", depth)
                    self.choice(name, depth + 1)
                else:
                    self.choice(name, depth)
            if rng.randrange(4) == 0:
                self.choice(name, depth, "e")
                self.add("s += x[e] * 3", depth)
            self.add(f"s += x[{name}]", depth)
            if rng.randrange(3) == 0:
                self.add(f"s ^= y[{rng.choice(('g', 'k', name))}, {rng.choice((name, name, 'l'))}] + {name}", depth)
        return """
@cuda.jit(device=True)
def clamp(value, low, high):
    if value < low:
        return low
    if value > high:
        return high
    return value


@cuda.jit
def k(x, y, out, n, m):
    g = cuda.grid(1)
    s = 0
    l = 1
    e = 0
""" + "\n".join(self.lines) + "\n    out[g] = s\n"


@pytest.mark.parametrize("seed", range(60))
def test_kernels_by_chance(launch, seed):
    rng = random.Random(seed)
    source = ClampKernels(rng).source()
    size = rng.choice((9, 9, 1, 4))
    generator = np.random.default_rng(seed)
    x, y = generator.integers(-9, 10, size), generator.integers(-9, 10, (rng.choice((9, 3)), size))
    n, m = rng.choice(((9, 4), (size, 3), (0, 2), (-3, 5), (size, size), (5, 0)))
    launch.defects = ("bounds",)
    launch.check(source, "k", (2,), (5,), [x, y, np.zeros(10, np.int64), n, m], options=[f"--passes={rng.choice(PASSES)}"])


@pytest.mark.parametrize("n", [0, -1, 1, 8, (1 << 63) - 1, -(1 << 63), 1 << 50])
def test_ends_of_int64(launch, n):
    """Bounds that wrap around are none."""
    source = """
@cuda.jit
def k(x, out, n):
    g = cuda.grid(1)
    s = 0
    for k in range(-3, 6):
        c = g + k
        if c < 0:
            c = 0
        elif c >= n:
            c = n - 1
        s += x[c]
        d = k - g
        if d > n:
            d = n
        if n + 1 > d:
            d = n + 1
        s += x[d] * 3
        e = x[k] * n
        if e > 9223372036854775807:
            e = 1
        elif e <= -9223372036854775808:
            e = 2
        elif e < 3:
            e = 4
        if e >= 5:
            e = 6
        s += x[e]
    out[g] = s
"""
    launch.defects = ("bounds",)
    for passes in PASSES:
        launch.check(source, "k", (1,), (7,), [np.arange(8), np.zeros(7, np.int64), n], options=[f"--passes={passes}"])


EDGES = [0.0, -0.0, 0.5, -0.5, -1.0, 4.0, 5.999, 6.0, 7.0, 2.0**31 - 129, 2.0**31 - 1, 2.0**31, -(2.0**31) - 1, -(2.0**31), -(2.0**31) + 1,
         2.0**32, 2.0**32 + 2, -(2.0**32), 2.0**33 + 5, 1e18, 2.0**63, -(2.0**63), 1e30, -1e30, np.inf, -np.inf, np.nan]  # fmt: skip


@pytest.mark.parametrize("options", [[], ["--facts"], ["--passes=gpu"], ["--passes=gpu,-word-arithmetic"]])
@pytest.mark.parametrize("float_type", ["float32", "float64"])
@pytest.mark.parametrize("rounded", ["math.floor(v)", "v", "math.ceil(v)"])
def test_places_made_of_floats(launch, options, float_type, rounded):
    """Of a float beyond any integer of 32 bits only the side matters, and that is kept; elsewhere its bits."""
    source = f"""
@cuda.jit
def k(x, a, n, out):
    g = cuda.grid(1)
    for j in range(g, a.size, 4):
        v = a[j]
        i = int({rounded})
        c = i
        if c < 0:
            c = 0
        elif c > x.size - 2:
            c = x.size - 2
        out[j, 0] = x[c] + c
        out[j, 1] = min(max(i, 1), x.size)
        out[j, 2] = max(min(i, n), -9)
        if i >= 0 and i < x.size:
            out[j, 3] = x[i]
        out[j, 4] = i > n
        w = int({rounded.replace("v", "(v * 2)")})
        out[j, 5] = w if w < 5 else 3
        u = int({rounded.replace("v", "(v + 1)")})
        out[j, 6] = min(u, n)
        out[j, 7] = max(u, x.size)
        q = int({rounded.replace("v", "(v - 1)")})
        out[j, 8] = 3 if q < 0 else min(q, x.size - 9)
"""
    values = np.array(EDGES, float_type)
    for n in (4, 2**31 - 2, 2**31 - 1, -(2**31), -(2**31) + 1, 2**40):
        launch.check(source, "k", (2,), (2,), [np.arange(3, 10), values, np.int64(n), np.full((values.size, 9), -77)], options=options)
