"""Kernels whose first index is threadIdx.x's: on the CPU device threads along another axis go first.
Random kernels of planes and cubes, against the simulator and as coroutines (-G)."""

import random

import numpy as np
import pytest
from test_thread_loops import check_both

NAMES = ("x", "y", "z")


class PlaceKernels:
    """Kernels by chance whose threads know where they are. Each stores to its own elements."""

    def __init__(self, rng):
        self.rng = rng
        self.axes = rng.choice((2, 2, 3))
        self.order = list(NAMES[: self.axes])
        rng.shuffle(self.order)
        self.meets = rng.randrange(3) == 0
        self.lines = []

    def add(self, text, depth=1):
        self.lines += ["    " * depth + line for line in text.split("\n")]

    def place(self):
        return ", ".join(self.order)

    def number(self):
        name = self.rng.choice(NAMES)
        pick = self.rng.choice
        return pick((
            "x", "y", "z", "s", "n", "3", f"cuda.threadIdx.{name}", f"cuda.blockIdx.{name}", f"cuda.blockDim.{name}",
            f"cuda.gridDim.{name}", "rank", "x + 2 * y", "y * n + x", f"a[{self.near()}]", f"a[{self.near()}]",
        ))  # fmt: skip

    def near(self):
        index = [f"min({name} + {self.rng.randrange(3)}, a.shape[{k}] - 1)" for k, name in enumerate(self.order)]
        return ", ".join(index)

    def statement(self, depth):
        rng = self.rng
        kind = rng.randrange(7)
        if kind == 0 and depth < 3:
            self.add(f"if ({self.number()}) % 3 {rng.choice(('==', '!=', '<'))} {rng.randrange(3)}:", depth)
            self.statement(depth + 1)
        elif kind == 1 and depth < 3:
            start, step = rng.choice((("0", "1"), ("x", "cuda.blockDim.x"), ("y", "2"), ("1", "n")))
            self.add(f"for j in range({start}, 7, {step}):", depth)
            self.add("s += j", depth + 1)
            self.statement(depth + 1)
        elif kind == 2:
            self.add(f"out[{self.place()}] += s", depth)
        elif kind == 3 and self.meets and depth == 1:
            self.add("shared[rank] = s\ncuda.syncthreads()")
            self.add(f"s += shared[(rank + {rng.randrange(5)}) % size]\ncuda.syncthreads()")
        elif kind == 4 and not self.meets and depth == 1:
            inside = " and ".join(f"{name} < {rng.randrange(3, 30)}" for name in self.order)
            self.add(f"if not ({inside}):\n    return")
        else:
            self.add(f"s {rng.choice(('+=', '-=', '^=', '='))} {self.number()}", depth)

    def source(self):
        x, y, z = self.rng.choice((("x", "y", "z"), ("y", "x", "z"))) if self.axes == 2 else NAMES
        names = f"{x}, {y}" if self.axes == 2 else "x, y, z"
        head = f"""
@cuda.jit
def k(a, out, n):
    {names} = cuda.grid({self.axes})
    {"z = n" if self.axes == 2 else ""}
    rank = (cuda.threadIdx.z * cuda.blockDim.y + cuda.threadIdx.y) * cuda.blockDim.x + cuda.threadIdx.x
    size = cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z
    s = rank
"""
        if self.meets:
            head += "    shared = cuda.shared.array(96, np.int64)\n"
        for _ in range(self.rng.randrange(2, 7)):
            self.statement(1)
        inside = " and ".join(f"{name} < out.shape[{k}]" for k, name in enumerate(self.order))
        self.add(f"if {inside}:\n    out[{self.place()}] = s + out[{self.place()}]")
        return head + "\n".join(self.lines) + "\n"


@pytest.mark.parametrize("seed", range(40))
def test_kernels_by_chance(launch, seed):
    rng = random.Random(seed)
    kernel = PlaceKernels(rng)
    source = kernel.source()
    if kernel.axes == 2:
        grid, block = rng.choice((((2, 3), (8, 4)), ((5, 2), (3, 7)), ((1, 9), (32, 1)), ((6, 1), (1, 33))))
        shape = (22, 23)
    else:
        grid, block = rng.choice((((2, 2, 3), (4, 2, 3)), ((1, 4, 2), (5, 1, 4)), ((3, 1, 1), (2, 4, 8))))
        shape = (9, 10, 11)
    a = np.random.default_rng(seed).integers(-9, 10, shape)
    if rng.randrange(3) == 0:
        a = np.asfortranarray(a)
    launch.defects = ("bounds",)
    check_both(launch, source, grid, block, [a, np.zeros(shape, np.int64), rng.randrange(1, 4)])


@pytest.mark.parametrize("block", [(1, 1), (4, 4), (33, 1), (1, 33), (7, 5)])
def test_product_by_rows(launch, block):
    source = """
@cuda.jit
def k(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = 0
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total
"""
    a = np.random.default_rng(1).integers(-9, 10, (31, 17))
    b = np.random.default_rng(2).integers(-9, 10, (17, 33))
    grid = (-(-31 // block[0]), -(-33 // block[1]))
    check_both(launch, source, grid, block, [a, b, np.zeros((31, 33), np.int64)])


def test_reports_say_where(launch):
    """Threads whose order shows keep it."""
    source = """
@cuda.jit
def k(a):
    i, j = cuda.grid(2)
    a[i, j] += 1
    if i == 3 and j == 2:
        print(cuda.threadIdx.x, cuda.threadIdx.y, cuda.blockIdx.x, cuda.blockIdx.y)
"""
    a = np.zeros((8, 6), np.int64)
    check_both(launch, source, (4, 2), (2, 3), [a])
    assert launch.stdout == "1 2 1 0\n"
