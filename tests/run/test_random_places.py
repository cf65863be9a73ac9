"""Random loops whose places depend on counters, ends and conditions, inside of arrays and outside: what of their guards
leaves the loops must change no result. PYK2PTX_TEST_SEEDS=100:300 takes other programs."""

import os
import random

import numpy as np
import pytest

SEEDS = range(*map(int, os.environ.get("PYK2PTX_TEST_SEEDS", "0:60").split(":")))
ENDS = ["n", "n - 1", "m", "a.size", "b.size", "n + 1", "b.size - 1"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = ["@cuda.jit", "def k(a, b, w, out, n, m, q, f):", "    t = cuda.threadIdx.x",
                      "    i, j, k, s = 0, n - 1, m, 0", "    d = n if n != 0 else -2"]  # fmt: skip
        # Two threads that differ, or one beside one that waits.
        self.is_apart = self.is_likely(0.4)
        if self.is_apart:
            self.add(1, self.one("if t == 0:", "if t < n:"))
        for _ in range(2):
            self.loop(1 + self.is_apart, 0)
        self.lines += ["    out[t, 0] = s", "    out[t, 1] = i * 100 + j * 10 + k", ""]

    def one(self, *choices):
        return self.random.choice(choices)

    def is_likely(self, probability):
        return self.random.random() < probability

    def add(self, indent, line):
        self.lines.append("    " * indent + line)

    def condition(self, depth=0):
        right = self.one(*ENDS, "0", "1", "2", "-1", "k", "i + 1", "n // 2")
        text = f"{self.one('i', 'j', 'k', 't', 'i + 1', 'j - 2')} {self.one('<', '<=', '>', '>=', '==', '!=')} {right}"
        if depth < 2 and self.is_likely(0.3):
            text = f"({text} {self.one('and', 'or')} {self.condition(depth + 1)})"
        return f"not ({text})" if self.is_likely(0.1) else text

    def element(self):
        slot, by = self.one("i", "i", "j", "j", "k", "t"), self.one(1, 2, 3)
        index = self.one(slot, slot, f"{slot} + {by}", f"{slot} - {by}", f"min({slot}, n - 1)", f"max({slot} - 1, 0)",
                         f"{slot} % 3", f"m - 1 - {slot}", f"({slot} + t) // 2", f"{slot} % d", f"{slot} // d",
                         f"({slot} + m) % a.size", f"({slot} + {by}) // d - 1", f"{slot} % d + t")  # fmt: skip
        return f"{self.one('a', 'b')}[{index}]"

    def statement(self, indent, depth, in_for):
        kind = self.random.random()
        if kind < 0.3:
            self.add(indent, f"s += {self.element()} * {self.one(1, 2, 3)}")
        elif kind < 0.4:
            self.add(indent, f"s += {self.element()} if {self.condition()} else {self.element()}")
        elif kind < 0.5:
            self.add(indent, f"s = s * 3 + (1 if {self.condition()} and {self.element()} > 2 else 0)")
        elif kind < 0.57:
            self.add(indent, f"w[t, {self.one('i', 'j', 'k - 1')}] = s & 7")
        elif kind < 0.75 and depth < 3:
            self.add(indent, f"if {self.condition()}:")
            self.block(indent + 1, depth + 1, in_for)
            if self.is_likely(0.5):
                self.add(indent, "else:")
                self.block(indent + 1, depth + 1, in_for)
        elif kind < 0.82:
            self.add(indent, self.one("j = i", "k = i", "j = i + 1", "k += 1", "k -= 1", "j += t", "k += 2", "k -= n",
                                      "k = 0", "k = n", "j += f", "k -= f"))  # fmt: skip
        elif kind < 0.86 and in_for:
            self.add(indent, f"if {self.condition()}: {self.one('break', 'continue')}")
        elif depth < 2:
            self.loop(indent, depth)
        else:
            self.add(indent, f"s ^= {self.element()}")

    def block(self, indent, depth, in_for):
        for _ in range(self.one(1, 2, 3)):
            self.statement(indent, depth, in_for)

    def loop(self, indent, depth):
        if self.is_likely(0.55):
            first, end = self.one("0", "1", "t", "-1", "m - 3", "2"), self.one(*ENDS)
            turns = self.one(f"{first}, {end}", f"{first}, {end}, {self.one(1, 2, 3)}", f"{end} - 1, {first}, -1", end)
            self.add(indent, f"for {self.one('i', 'i', 'j')} in range({turns}):")
            self.block(indent + 1, depth + 1, True)
            return
        slot, other = self.random.sample(["i", "j", "k"], 2)
        if self.is_likely(0.6):
            text = f"{slot} {self.one('<', '<=')} {self.one(*ENDS)}"
            text += f" and {other} < {self.one(*ENDS)}" if self.is_likely(0.4) else ""
            step = self.one(f"{slot} += 1", f"{slot} += 2", f"{slot} = 1 + {slot}", f"{slot} += q", f"{slot} += f")
        else:
            text = f"{slot} {self.one('>=', '>')} {self.one('0', '-1', '1', 'm - 3')}"
            text += f" and {self.element()} < 6" if self.is_likely(0.4) else ""
            step = self.one(f"{slot} -= 1", f"{slot} -= 2", f"{slot} -= q")
        # Others may turn it back.
        turns = f"turns{indent}"
        self.add(indent, f"{turns} = 0")
        self.add(indent, f"while {text} and {turns} < 12:")
        self.add(indent + 1, f"{turns} += 1")
        self.block(indent + 1, depth + 1, False)
        self.add(indent + 1, step)


@pytest.mark.parametrize("seed", SEEDS)
def test_places(launch, seed):
    source = "\n".join(Program(seed).lines)
    rng = np.random.default_rng(seed)
    numbers = "int64" if seed % 2 else "int32"
    for ends in [(5, 5, 1), rng.integers(-2, 12, 3), (9, 4, 2)]:
        a, b = (rng.integers(-3, 9, rng.choice([4, 5, 6, 9])) for _ in range(2))
        far = np.int64(rng.choice([1, 2**50, -(2**61), 3 * 2**60]))
        launch.check(source, "k", (1,), (2,), [a, b, np.zeros((2, 6), np.int64), np.zeros((2, 2), np.int64),
                                               *(np.dtype(numbers).type(end) for end in ends), far],
                     sig="int64[::1], int64[::1], int64[:, ::1], int64[:, ::1]" + f", {numbers}" * 3 + ", int64")  # fmt: skip
