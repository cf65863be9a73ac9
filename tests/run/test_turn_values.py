"""Loops in loops, each of which starts at the thread's own place: numbers of the outer turn in the inner one.
The CPU device's loops in step, against the simulator and as coroutines (-G)."""

import random

import numpy as np
import pytest
from test_thread_loops import check_both


class LoopKernels:
    """Kernels by chance over a plane: each element is of one thread in one turn."""

    def __init__(self, rng):
        self.rng = rng
        self.lines = []
        self.numbers = []
        self.mine = ["u", "v", "w"]
        # Alike in all loops, for an element to have one thread.
        self.start = rng.choice(("x0", "x0 + 1"))

    def add(self, text, depth):
        self.lines += ["    " * depth + line for line in text.split("\n")]

    def number(self, inner=False):
        names = ["y", "y0", "x0", "n", "cuda.threadIdx.x", "cuda.threadIdx.y", "cuda.blockIdx.y", "out.shape[1]", "s", *self.numbers]
        first, second = self.rng.choice(names + ["x"] * (3 * inner)), self.rng.choice([*names, "2", "5"])
        return self.rng.choice((first, f"{first} + {second}", f"{first} - {second}", f"{first} * {second}",
                                f"a[({first}) % 7, ({second}) % 5]", f"({first}) // 3", f"max({first}, {second})"))  # fmt: skip

    def condition(self, inner=False):
        return f"({self.number(inner)}) % 3 {self.rng.choice(('==', '!=', '<'))} {self.rng.randrange(3)}"

    def turn(self, depth):
        """What a turn of the outer loop does beside its inner loops."""
        kind = self.rng.randrange(5)
        if kind < 2:
            name = self.rng.choice(self.mine)
            self.add(f"{name} = {self.number()}", depth)
            if name not in self.numbers:
                self.numbers.append(name)
        elif kind == 2:
            self.add(f"s {self.rng.choice(('+=', '^='))} {self.number()}", depth)
        elif kind == 3 and depth < 4:
            self.add(f"if {self.condition()}:", depth)
            known = list(self.numbers)
            self.turn(depth + 1)
            self.numbers = known
        else:
            self.inner(depth)

    def inner(self, depth):
        stop, step = self.rng.choice((("out.shape[1]", "sx"), ("min(out.shape[1], y + 9)", "sx"), ("out.shape[1] - 2", "2 * sx")))
        self.add(f"for x in range({self.start}, {stop}, {step}):", depth)
        for _ in range(self.rng.randrange(1, 4)):
            if self.rng.randrange(3) == 0:
                self.add(f"if {self.condition(True)}:", depth + 1)
                self.add(f"out[y, x] += {self.number(True)}", depth + 2)
            else:
                self.add(f"out[y, x] {self.rng.choice(('+=', '^='))} {self.number(True)}", depth + 1)

    def source(self):
        head = """
@cuda.jit
def k(a, out, sums, n):
    x0, y0 = cuda.grid(2)
    sx, sy = cuda.gridsize(2)
    s = n
    u = v = w = 1
"""
        if self.rng.randrange(2):
            head = head.replace("    u = v = w = 1\n", "")
        else:
            self.numbers = list(self.mine)
        if self.rng.randrange(3) == 0:
            self.add("if x0 % 3 == 1:\n    return", 1)
        self.add(f"for y in range({self.rng.choice(('y0', 'y0', 'y0 + 2'))}, out.shape[0], sy):", 1)
        for _ in range(self.rng.randrange(1, 4)):
            self.turn(2)
        self.inner(2)
        if self.rng.randrange(2):
            self.turn(2)
        last = "s" if self.rng.randrange(2) or "u = v" not in head else "s + u + v - w"
        self.add(f"if y0 < sums.shape[0] and x0 < sums.shape[1]:\n    sums[y0, x0] = {last}", 1)
        return head + "\n".join(self.lines) + "\n"


@pytest.mark.parametrize("seed", range(40))
def test_kernels_by_chance(launch, seed):
    rng = random.Random(seed)
    source = LoopKernels(rng).source()
    grid, block = rng.choice((((2, 1), (8, 4)), ((1, 2), (3, 7)), ((1, 3), (32, 1)), ((1, 1), (1, 33)), ((3, 2), (5, 2))))
    a = np.random.default_rng(seed).integers(-9, 10, (7, 5))
    launch.defects = ("bounds",)
    check_both(launch, source, grid, block, [a, np.zeros((19, 23), np.int64), np.zeros((40, 40), np.int64), rng.randrange(1, 4)])


NESTED = {
    "read behind the loops": ("m = y * 2", "s += m + x", "s += 100 * y0"),
    "set once more": ("m = y * 2", "s += m\n            m = x", "s += y0"),
    "read before it is set": ("s += m\n        m = y * 2", "s += m", "s += m"),
    "of a load": ("m = a[y, 1]", "s += m * x", ""),
    "of another loop's counter": ("for q in range(y % 3):\n            s += q\n        m = y + q", "s += m * x", ""),
    "of what the turn has set": ("p = y + n\n        m = p * cuda.threadIdx.y", "s += m * x - p", ""),
}


@pytest.mark.parametrize("name", NESTED)
def test_numbers(launch, name):
    before, inside, behind = NESTED[name]
    source = f"""
@cuda.jit
def k(a, out, n):
    x0, y0 = cuda.grid(2)
    sx, sy = cuda.gridsize(2)
    s = 0
    m = q = -7
    for y in range(y0, out.shape[0], sy):
        {before}
        for x in range(x0, out.shape[1], sx):
            {inside}
            out[y, x] = s + a[y, x]
    {behind or "pass"}
    if y0 < 9 and x0 < 31:
        out[y0, x0] += s
"""
    a = np.random.default_rng(4).integers(-9, 10, (9, 31))
    for grid, block in (((1, 1), (4, 2)), ((2, 1), (16, 9)), ((1, 5), (33, 2))):
        check_both(launch, source, grid, block, [a, np.zeros((9, 31), np.int64), 3])
