"""Branches where floats are compared, which only compute, and what chooses between their values."""

from random import Random

import numpy as np
import pytest

SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -3.25, np.inf, -np.inf, np.nan, 1e-40, 3e38]
FLOATS = ("a", "b", "c")
COUNT = 150


class Kernel:
    """Each thread has three floats and an integer, and stores them when all is done."""

    def __init__(self, rng):
        self.rng = rng
        lines = ["    a = x[i]", "    b = y[i]", "    c = box", "    n = i", "    for turn in range(turns):",
                 *self.statements("        "), "        total[turn, i] = a", *self.statements("        ")]
        lines += ["    x[i] = a + c", "    y[i] = b", "    z[i] = n"]
        self.source = "\n".join(["@cuda.jit", "def k(x, y, w, box, turns, total, z):", "    i = cuda.grid(1)",
                                 "    if i >= x.size:", "        return", *lines, ""])

    def float(self):
        return self.rng.choice((*FLOATS, *FLOATS, "box", "-box", "0.0", "w[(i + turn) % w.size]"))

    def value(self):
        return self.rng.choice(("{} + {}", "{} - {}", "{} * {}", "-{}", "abs({})", "{} * {} + {}", "{}",
                                "{} / 3.0", "math.sqrt(abs({}))")).format(self.float(), self.float(), self.float())

    def test(self):
        compared = f"{self.float()} {self.rng.choice(('<', '<=', '>', '>=', '==', '!='))} {self.float()}"
        kind = self.rng.random()
        if kind < 0.15:
            return f"{compared} {self.rng.choice(('and', 'or'))} {self.test()}"
        if kind < 0.25:
            return f"not ({compared})"
        return compared if kind < 0.9 else "n % 3 == turn"

    def change(self):
        return self.rng.choice((f"{self.rng.choice(FLOATS)} = {self.value()}", f"{self.rng.choice(FLOATS)} = {self.value()}",
                                f"n += {self.rng.randint(-2, 5)}", "n = n * 3 - turn"))

    def statements(self, indent, depth=0):
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            if self.rng.random() < 0.35 or depth > 2:
                lines.append(indent + self.change())
                continue
            for word in ("if", *["elif"] * self.rng.choice((0, 0, 1, 2))):
                lines += [f"{indent}{word} {self.test()}:", *self.statements(indent + "    ", depth + 1)]
            jump = self.rng.choice(("",) * 12 + ("continue", "break"))
            lines += [f"{indent}    {jump}"] if jump else []
            if self.rng.random() < 0.4:
                lines += [f"{indent}else:", *self.statements(indent + "    ", depth + 1)]
        return lines


@pytest.mark.parametrize("passes", ["", "gpu"])
@pytest.mark.parametrize("seed", range(5))
def test_branches_where_floats_are_compared(launch, seed, passes):
    if passes and launch.device == "gpu":
        pytest.skip("there they run anyway")
    rng = Random(seed)
    for _ in range(8):
        x, y = (np.array([rng.choice(SPECIAL) if rng.random() < 0.7 else rng.uniform(-4, 4) for _ in range(COUNT)], np.float32)
                for _ in range(2))
        turns = 3
        arguments = [x, y, y.copy(), np.float32(rng.choice((0.5, 2, np.nan))), np.int32(turns), np.zeros((turns, COUNT), np.float32),
                     np.zeros(COUNT, np.int32)]
        launch.check(Kernel(rng).source, "k", (2,), (96,), arguments, options=[f"--passes={passes}"] if passes else [])
