"""Remainders of what is at most one divisor away: neighbours on a torus, places in rings and in tables."""

from random import Random

import numpy as np
import pytest
from conftest import Failed

SIZES = [1, 2, 3, 5, 31, 33]
CONDITIONS = ["i < x.size", "0 < i < x.size", "i < x.size and i < n", "i < n", "i < min(n, x.size)", "i < 40",
              "x.size > i and n > 3", "i < x.size // 2", "i < n // 2 and i < 40", "n // 3 > i",
              "not (i >= x.size // 2 or n < 2)"]  # fmt: skip
DIVISORS = ["x.size", "x.size", "n", "len(x)", "a.shape[0]", "a.shape[1]", "m", "table.size"]


def away(random, base):
    step = random.choice(["1", "1", "1", "2", "n", "j", "i", "x.size", "table.size", "3"])
    return random.choice([f"{base} + {step}", f"{base} - {step}", f"{base} + {step}", f"{step} - {base}",
                          f"{base} + {step} - 1", f"x.size - {base}", f"{base}"])  # fmt: skip


def steps_of(random):
    """Statements that change the place p, and use it."""
    lines = []
    for _ in range(random.randint(1, 3)):
        by = random.choice(["table.size", "table.size", "table.size", "table.size", "n", "x.size"])
        step = random.choice([
            [f"p = (p + 1) % {by}"], [f"p = (p - 1) % {by}"], [f"p = (p + j) % {by}"], [f"p = (p + p) % {by}"],
            [f"p = (s * 7 + j) % {by}"], [f"p += 1", f"p %= {by}"], ["if s % 5 == 2:", f"    p = (p + 1) % {by}"],
            ["if s % 3 == 1:", "    break"], ["if s % 4 == 1:", "    j += 1", "    continue"], [f"p = min(p + 1, {by} - 1)"],
            ["p = p + 1 if p + 1 < table.size else 0"], ["q = p", f"p = (q + 1) % {by}", "s += q"],
        ])  # fmt: skip
        lines += step
    return [*lines, "s = s * 3 + table[p]"]


def kernel(random):
    lines = ["@cuda.jit", "def k(x, a, table, n, m, out):", "    i = cuda.grid(1)", "    j = i % 3", "    s = 0"]
    lines += [f"    if {random.choice(CONDITIONS)}:"]
    for _ in range(random.randint(1, 3)):
        value = f"({away(random, random.choice(['i', 'i', 'i', 'j', 'n - 1', '2 * i', '2 * i + (j + n) % 2', '3 * i + 1']))}) % {random.choice(DIVISORS)}"
        column = f"({away(random, 'j')}) % a.shape[1]"
        lines.append(f"        s = s * 3 + {random.choice([value, f'x[{value}]', f'a[{value}, {column}]'])}")
    lines += ["        for dy in range(-1, 2):", "            for dx in range(-1, 2):",
              "                s += a[(j + dy) % a.shape[0], (i % a.shape[1] + dx) % a.shape[1]]"]  # fmt: skip
    begin = random.choice(["(i * 7) % table.size", "i % table.size", "s % table.size", "0", "table.size - 1", "j"])
    lines += [f"        p = {begin}", random.choice(["        for t in range(n):", "        for t in range(5):",
              "        t = 0\n        while t < 9 and table[p] != 4:\n            t += 1"])]  # fmt: skip
    lines += ["            " + line for line in steps_of(random)]
    if random.random() < 0.4:
        lines += ["            for t2 in range(3):", *["                " + line for line in steps_of(random)]]
    lines += ["        s = s * 5 + table[p] + p", "    if i < out.size:", "        out[i] = s"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("passes", ["gpu", "-near-remainders"])
@pytest.mark.parametrize("seed", range(30))
def test_random_places(launch, seed, passes):
    random = Random(seed)
    size, height, width, entries = (random.choice(SIZES) for _ in range(4))
    x = np.arange(size, dtype=random.choice([np.int32, np.int64, np.uint8]))
    a = np.arange(height * width, dtype=np.int32).reshape(height, width)
    table = (np.arange(entries) % 7).astype(np.int32)
    args = [x, a, table, np.int64(random.choice(SIZES)), np.int32(random.choice(SIZES)), np.zeros(64, np.int64)]
    launch.check(kernel(random), "k", (2,), (32,), args, options=[f"--passes={passes}"])


SEARCH = """
@cuda.jit
def k(table, keys, out, ring):
    i = cuda.grid(1)
    if i < keys.size:
        slot = (keys[i] * 31) % table.size
        tries = 0
        while tries < 40 and table[slot] != keys[i]:
            slot = (slot + 1) % table.size
            tries += 1
        out[i] = slot * 1000 + table[slot]
        ring[(i - 1) % ring.size, (i + 1) % ring.shape[1]] = i
        out[i] += table[min(i, table.size - 1)] + table[-1] + table[table.size - 1]
"""


@pytest.mark.parametrize("bounds", ["guard", "none", "raise"])
@pytest.mark.parametrize("entries", [1, 2, 31, 64])
def test_search(launch, entries, bounds):
    keys = np.arange(40) * 3
    table = np.arange(entries) * 3
    args = [table, keys, np.zeros(40, np.int64), np.zeros((64, 41), np.int64)]
    source = SEARCH.replace("% ring.size", "% ring.shape[0]")
    launch.check(source, "k", (2,), (32,), args, options=[f"--bounds={bounds}"])


def test_nothing_is_inside_what_is_empty(launch):
    """Loads of it give 0, and stores to it do nothing; a remainder by its length is 0."""
    args = [np.zeros(0, np.int64), np.arange(40) * 3, np.full(40, -1), np.zeros((64, 0), np.int64)]
    out = launch.check(SEARCH, "k", (2,), (32,), args)[2]
    assert not out.any()


def test_an_empty_table_is_reported(launch):
    source = """
@cuda.jit
def k(table, out):
    i = cuda.grid(1)
    out[i] = table[(i * 7) % table.size]
"""
    args = [np.zeros(0, np.int64), np.zeros(4, np.int64)]
    with pytest.raises(Failed, match="IndexError: index 0 is out of bounds for axis 0 with size 0 in table"):
        launch(source, "k", (1,), (4,), args, options=["--bounds=raise"])


def test_a_remainder_by_nothing_is_reported(launch):
    source = """
@cuda.jit
def k(table, out):
    place = 0
    for _ in range(3):
        place = (place + 1) % table.size
        out[0] = place
"""
    args = [np.zeros(0, np.int64), np.zeros(1, np.int64)]
    with pytest.raises(Failed, match="k.py:[0-9]+:[0-9]+: ZeroDivisionError"):
        launch(source, "k", (1,), (1,), args, options=["--debug"])


MULTIPLES = {
    "a choice of the same": "8 * (a // 8 if cuda.atomic.add(c, 0, 1) > 100 else a // 8)",
    "nothing of it": "8 * (a // 8) + 16 * (cuda.atomic.add(c, 0, 1) * 0)",
    "a name": "8 * (q := a // 8)",
    "a name of a part": "(8 * (q := a // 8) + 16 * ((p := c[1]) * 0))",
    "several parts": "8 * ((a + 19) // 8) - 16",
}


@pytest.mark.parametrize("multiple", MULTIPLES)
def test_what_a_written_remainder_does_besides(launch, multiple):
    """`a - 8 * (a // 8)` is a % 8, and what is taken off is not computed, unless that is seen."""
    source = f"""
@cuda.jit
def k(c, n, out):
    i = cuda.grid(1)
    if i < out.shape[0] and 0 < n < 1000:
        a = n + i
        q = 1
        p = 2
        out[i, 0] = a - {MULTIPLES[multiple]}
        out[i, 1] = q * 10 + p
"""
    launch.check(source, "k", (1,), (32,), [np.array([0, 7]), np.int64(13), np.zeros((20, 2), np.int64)])
