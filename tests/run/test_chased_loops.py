"""Loops that go where what they load says, which test once a turn that they are inside:
lists, trees and tables by chance, with places that count from the end, or that are outside."""

from random import Random

import numpy as np
import pytest

TYPES = (np.int32, np.int32, np.int64, np.int16, np.uint8, np.uint32)
MOST_TURNS = 9


class Kernel:
    """Each thread walks for itself and stores to its own row."""

    def __init__(self, rng):
        self.rng = rng
        self.walkers = ["p", "q"][:rng.randint(1, 2)]
        lines = ["    t = cuda.grid(1)", "    s = 0", "    k = 0"]
        for walker in self.walkers:
            start = rng.choice(("t", "t - 3", "0", "np.int32(t)", "after[t]", "t * 5"))
            lines.append(f"    {walker} = {start}")
        for _ in range(rng.randint(1, 2)):
            lines += self.loop("    ")
        lines.append("    out[t] = s + " + " * 3 + ".join(self.walkers))
        types = "int32[::1], {}[::1], int32[::1], int32[:, ::1]"
        self.source = "\n".join([f"@cuda.jit('void({types})')", "def k(out, after, value, own):", *lines, ""])

    def walker(self):
        return self.rng.choice(self.walkers)

    def place(self):
        return self.rng.choice(("{0}", "{0}", "{0}", "{0} + 1", "t")).format(self.walker())

    def test(self):
        p = self.walker()
        return self.rng.choice((f"value[{self.place()}] > {self.rng.randint(-5, 5)}", f"after[{p}] != {p}", f"{p} >= 0",
                                f"{p} != {self.walker()} + 1", f"{p} != -1", f"{p} > {self.rng.randint(-2, 1)}", f"(found := value[{p}]) != 3"))

    def step(self):
        p = self.walker()
        return f"{p} = " + self.rng.choice((
            f"after[{p}]", f"after[{p}]", f"after[{self.place()}]", f"2 * {p} + 1 + (value[{p}] & 1)",
            f"after[{p}] if {self.test()} else after[{self.place()}]", "-1", "(%s + 1) %% 7" % p, f"own[t, {p}]"))

    def statements(self, indent, depth=0):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            kind = self.rng.random()
            if kind < 0.5:
                lines.append(indent + self.step())
            elif kind < 0.65:
                lines.append(f"{indent}s += value[{self.place()}]")
            elif kind < 0.8:
                lines.append(f"{indent}own[t, {self.place()}] {self.rng.choice(('=', '+='))} {self.rng.randint(1, 9)} + s")
            elif kind < 0.9 and depth < 2:
                lines.append(f"{indent}if {self.test()}:")
                lines += self.statements(indent + "    ", depth + 1)
                jump = self.rng.choice(("", "", "break", "continue", "return"))
                lines += [f"{indent}    {jump}"] if jump else []
                if self.rng.random() < 0.3:
                    lines += [f"{indent}else:", *self.statements(indent + "    ", depth + 1)]
            elif depth < 2:
                lines += self.loop(indent, depth + 1)
        return lines or [indent + "pass"]

    def loop(self, indent, depth=0):
        if depth and self.rng.random() < 0.5:
            return [f"{indent}for l{depth} in range({self.rng.randint(1, 3)}):", *self.statements(indent + "    ", depth)]
        condition = self.rng.choice(("True", self.test(), self.test(), f"{self.test()} and {self.test()}"))
        return [f"{indent}while {condition}:", f"{indent}    k += 1", f"{indent}    if k > {MOST_TURNS}:",
                f"{indent}        break", *self.statements(indent + "    ", depth)]


def arrays(rng, integer):
    of = np.random.default_rng(rng.randrange(1 << 30))
    n = rng.choice((0, 1, 5, 8, 8))
    wild = rng.random() < 0.5
    low, high = (-n - 2, n + 3) if wild else (0, max(n, 1))
    after = of.integers(max(low, np.iinfo(integer).min), high, n)
    if wild and n and rng.random() < 0.3:
        after[0] = rng.choice((np.iinfo(integer).min, np.iinfo(integer).max))
    return [np.zeros(8, np.int32), after.astype(integer),
            of.integers(-9, 9, rng.choice((n, n, n + 1, max(n - 1, 0)))).astype(np.int32),
            of.integers(low, high, (8, rng.choice((n, n, n + 2)))).astype(np.int32)]


@pytest.mark.parametrize("passes", ["", "gpu"])
@pytest.mark.parametrize("integer", TYPES[1:], ids=lambda integer: integer.__name__)
def test_what_chance_writes(launch, integer, passes):
    if passes and launch.device == "gpu":
        pytest.skip("there they run anyway")
    rng = Random(integer.__name__)
    for _ in range(12):
        made = Kernel(rng)
        source = made.source.format(integer.__name__)
        launch.check(source, "k", (1,), (8,), arrays(rng, integer), options=[f"--passes={passes}"] if passes else [])
