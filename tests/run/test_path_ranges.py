"""What conditions on the way to a place say of names: behind branches that leave, in loops that go on early; so which
indices are counted from the end is decided."""

import random

import numpy as np
import pytest

PASSES = ["all", "gpu", "gpu,-path-facts", "gpu,-version-loops", "-path-facts"]
ENDS = ("x.size", "n", "m", "min(n, x.size)", "x.size - 1")


def index(rng):
    if rng.random() < 0.1:
        return f"({rng.choice('tu')} := {rng.choice(('t + 1', 'u', 'm', 't - u', '3'))})"
    return rng.choice(("t", "t", "t + 1", "t - 1", "-t", "t - n", "u", "t + u", "x.size - t", "m - t"))


def condition(rng):
    one = comparison(rng)
    return f"{one} {rng.choice(('and', 'or'))} {comparison(rng)}" if rng.random() < 0.4 else one


def comparison(rng):
    return rng.choice(("x[{0}] > 3", "t {1} {2}", "u {1} t", "t {1} 0", "x[{0}] {1} u", "{2} {1} t", "m {1} u")).format(
        index(rng), rng.choice(("<", "<=", ">", ">=", "==", "!=")), rng.choice(ENDS))  # fmt: skip


def step(rng):
    return rng.choice(("t += 1", "t += 1", "t -= 1", "t += 2", "t = t * 2", "u = t", "u -= 1", "t = -t", "t = t + u"))


def body(rng, deep):
    lines = []
    for _ in range(rng.randrange(1, 4)):
        kind = rng.randrange(6)
        if kind < 2:
            lines += [f"s = s * 3 + {rng.choice('xxa')}[{index(rng)}] + {rng.choice('xa')}[{index(rng)}]"]
        elif kind == 2 or deep == 0:
            lines += [step(rng)]
        else:
            leave = rng.choice(("continue", "break", "return", "s += 1", "continue"))
            inner = [*(body(rng, deep - 1) if rng.random() < 0.5 else [step(rng)]), leave]
            lines += [f"if {condition(rng)}:", *("    " + line for line in inner)]
            if rng.random() < 0.3:
                lines += ["else:", *("    " + line for line in body(rng, deep - 1))]
    return lines


def kernel(rng):
    loop = rng.choice(("while t < {0} and left > 0:", "while left > 0:", "while t >= 0 and left > 0:", "while t != {0} and left > 0:"))
    lines = ["left -= 1", *body(rng, 2), rng.choice(("t += 1", "t -= 1", "u = t", "t += 2"))]
    before = rng.choice(("", "if i >= x.size - 2:\n        return\n    ", "if t < 0:\n        return\n    ", "if n > t:\n        t = n\n    else:\n        return\n    "))
    loop_text = "\n".join("        " + line for line in lines)
    start = rng.choice(("i", "i + 1", "m", "n - i", "0", "x.size - 1"))
    behind = "".join(f"    if {rng.choice(('n', 'm', 't', 'u'))} {rng.choice(('<', '>=', '>', '<='))} {rng.choice(('0', '3', '8', 'x.size'))}:\n        return\n"
                     for _ in range(rng.randrange(3)))
    return (f"@cuda.jit\ndef k(x, n, m, out):\n    i = cuda.grid(1)\n    if i >= out.size:\n        return\n"
            f"    a = cuda.local.array(8, np.int64)\n    for q in range(8):\n        a[q] = q - 3\n    s = 0\n    u = m\n"
            f"    left = 9\n    t = {start}\n    a[{rng.choice(('u', 't', 'm', 'n'))}] = 5\n    s += x[{rng.choice(('n', 'm'))}]\n"
            f"    {before}out[i] = 7\n    {loop.format(rng.choice(ENDS))}\n{loop_text}\n        out[i] = s + t\n"
            f"    out[i] = s + 5 * t\n{behind}    out[i] += 1000 + u\n")  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_random_loops(launch, seed):
    rng = random.Random(seed)
    launch.defects = ("bounds",)
    source, values = kernel(rng), np.random.default_rng(seed)
    launch.check(source, "k", (2,), (8,), [values.integers(-9, 10, rng.choice((1, 5, 13))), np.int64(rng.choice((0, 1, -3, 4, 20, 2**62))),
                                           np.int64(rng.choice((0, 1, -1, 6, -(2**62)))), np.zeros(11, np.int64)],
                 options=[f"--passes={PASSES[seed % len(PASSES)]}"])  # fmt: skip


@pytest.mark.parametrize("passes", PASSES)
def test_a_loop_that_skips(launch, passes):
    """An index that only grows, where iterations go on early; outside at either end."""
    source = """
@cuda.jit
def k(x, y, n, start, out):
    i = cuda.grid(1)
    if i >= out.size:
        return
    t = i + start
    while t < n:
        if y[t] == 0:
            t += 1
            continue
        if x[t] > 5:
            out[i] = t
            return
        t += 1
    out[i] = -t
"""
    rng = np.random.default_rng(3)
    for n, start in ((20, 0), (13, 1), (40, -4), (0, 2), (-1, -9)):
        launch.check(source, "k", (2,), (16,), [rng.integers(0, 8, 20), rng.integers(0, 3, 17), np.int64(n), np.int64(start),
                                                np.zeros(23, np.int64)], options=[f"--passes={passes}"])  # fmt: skip


def in_conditions(name):
    """Statements that set a name where it was read before."""
    return {
        "or": "i = m\n    if i < 3 or (i := n) > 5:\n        return\n    j = i\n    out[0] = x[j]",
        "and": "i = m\n    if i >= 3 and (i := n) < 5:\n        j = i\n        out[0] = x[j]",
        "early": "i = m\n    if i < 0 or (i := n) > 5:\n        return\n    out[0] = x[i]",
        "index": "i = m\n    if 0 <= i < x.size and x[(i := n)] > 3:\n        out[0] = x[i]",
        "while": "i = m\n    while i >= 0 and x[(i := i - 2)] > 0:\n        out[0] += x[i]",
        "skip": "t = m\n    while t < x.size:\n        if t < 0 or x[(t := t - 3)] > 100:\n            break\n        out[0] += x[t]",
        "choice": "i = m\n    a = 5 if i < 0 else (i := n)\n    out[0] = x[i] * 100 + a",
        "some": "a = cuda.local.array(4, np.int64)\n    for q in range(4):\n        a[q] = q\n    i = m\n"
                "    out[0] = (1 if i > 100 and (i := 0) == 0 else 2) * a[i]",
        "sum": "i = m\n    j = i + (i := 3)\n    out[0] = x[j] + x[i + (i := 2)] + 7 * i",
        "clamp": "i = m\n    for k in range(4):\n        j = x[k + i] - 12\n        if j < (i := j & 3) * 0 + 7:\n            j = 7\n"
                 "        out[0] += x[j]",
        "fused": "c = m * 1.0\n    out[0] = c + (c := 2.0) * n - (c - (c := 7.0) * m)",
        "augmented": "t = m - 4\n    out[t] += (t := x.size) + x[t - 6]\n    w = out\n    w[0] -= (w := x)[1]\n    out[0] += t",
        "moved": "i = 1\n    s = ((i := 9) if m > 2 else 0) + twice(i)\n    i = 1\n    s = s * 100 + int(m > 2 and (i := 7) > 2) + twice(i)\n"
                 "    i = 1\n    out[0] = s * 100 + max((i := 4) if m > 2 else 3, twice(i))",
        "ring": "t = 0\n    s = 0\n    left = 5\n    while left > 0:\n        left -= 1\n        s += x[t]\n        t = (t + 1) % x.size\n"
                "        t = t if (t := m) > 3 else t\n    out[0] = s",
        "end": "u = m\n    out[0] = x[u]\n    if m >= 0:\n        return\n    out[0] += 100",
        "own": "a = cuda.local.array(8, np.int64)\n    for q in range(8):\n        a[q] = q\n    u = m\n    a[u] = 5\n    s = 0\n"
               "    for q in range(8):\n        s += a[q]\n    out[0] = s\n    if m < 0 or m >= 8:\n        return\n    out[0] += 1000",
    }[name]  # fmt: skip


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("name", ["or", "and", "early", "index", "while", "skip", "choice", "some", "sum", "clamp", "fused", "augmented", "moved", "ring",
                                  "end", "own"])
def test_names_that_conditions_set(launch, passes, name):
    """What is said of a name before it is set is of what it was; what holds at the end does not at the beginning."""
    launch.defects = ("bounds",)
    source = (f"@cuda.jit(device=True)\ndef twice(t):\n    return t * 2 + 1\n\n\n"
              f"@cuda.jit\ndef k(x, m, n, out):\n    {in_conditions(name)}\n")
    for m, n in ((4, -3), (3, 4), (-3, 2), (120, 1), (100000000, 5), (0, 0)):
        launch.check(source, "k", (1,), (1,), [np.arange(10, 18), np.int64(m), np.int64(n), np.zeros(1, np.int64)],
                     options=[f"--passes={passes}", "--fmad=true"])  # fmt: skip


def test_names_of_any_type_that_expressions_set(launch):
    source = """
@cuda.jit
def k(x, m, n, out):
    t = m * 1.5
    out[0] = max(t, (t := n * 2.0)) + 10 * min(t, (t := 1.0), t)
    z = complex(m, 1)
    z = z * (z := complex(0, 2)) + z
    out[1] = z.real * 100 + z.imag
    a = (m, n)
    out[2] = a[0] + (a := (7, 8))[1] * 10 + a[0] * 100
    i = m
    i += (i := 5) + i
    out[3] = i
    i = 2
    i, j = i + 1, (i := 40) + i
    out[4] = i * 1000 + j
    w = x
    out[5] = w[1] + (w := out)[4] + w[3]
    k = 1 if (i := m) > 3 else i + 2
    out[6] = k + i
"""
    for options in ([], ["--passes=gpu"], ["--passes=none"], ["--fmad=true"]):
        got = launch.check(source, "k", (1,), (1,), [np.arange(10.0, 18), np.int64(4), np.int64(3), np.zeros(7)], options=options)
        assert list(got[-1]) == [16, -190, 784, 14, 3080, 3105, 5]
