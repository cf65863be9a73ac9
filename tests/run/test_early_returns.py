"""Threads that return before a loop or begin its next turn early, and loops whose ends are computed
under a condition: the CPU device's loops in step. Random kernels of them, against the simulator and
as coroutines (-G)."""

import random

import numpy as np
import pytest
from test_thread_loops import check_both

HEAD = """
@cuda.jit(device=True)
def dot(left, right):
    total = 0
    for a, b in zip(left, right):
        total += a * b
    return total


@cuda.jit(device=True)
def clipped(rows, j, n):
    if j >= n:
        return 0
    total = 0
    for k in range(min(rows.shape[0], n)):
        total += rows[k, j]
    return total


@cuda.jit
def k(rows, u, out, n):
    w = cuda.local.array(3, np.int64)
    i = cuda.grid(1)
    s = i
    for j in range(3):
        w[j] = i + j
"""
TAIL = "\nout[i] = s + w[1]"
CONDITIONS = ("i >= n", "i >= rows.shape[1]", "i < n and s > 2", "i % 3 == 1", "n > 5", "u[1] == 2", "not (i < n or s == 4)")


def indented(text):
    return "    " + text.replace("\n", "\n    ")


def turn(rng, depth=0):
    """Statements of a loop over k, in which a thread may go on to the next turn."""
    lines = []
    for _ in range(rng.randrange(1, 4)):
        condition = rng.choice((*CONDITIONS, "k == i", "k % 2 == 0", "rows[k, i] > 0"))
        kind = rng.randrange(6 if depth < 2 else 3)
        if kind < 2:
            lines.append(rng.choice(("s += rows[k, i]", "s = s * 3 - k", f"w[{rng.randrange(3)}] += k")))
        elif kind == 2:
            lines.append(f"if {condition}:\n    continue")
        elif kind == 3:
            lines.append(f"if {condition}:\n{indented(turn(rng, depth + 1))}")
        elif kind == 4:
            lines.append(f"if {condition}:\n{indented(turn(rng, depth + 1))}\nelse:\n{indented(turn(rng, depth + 1))}")
        else:
            jump = rng.choice(("continue", "break", "s += 1"))
            lines.append(
                f"for j in range({rng.randrange(4)}):\n    if {condition}:\n        {jump}\n    s += j"
                f"\nelse:\n    {rng.choice(('continue', 's -= 2'))}"
            )
    return "\n".join(lines)


def statement(rng, depth=0):
    condition = rng.choice(CONDITIONS)
    simple = (
        f"s += {rng.randrange(9)}", "out[i] = s", f"w[{rng.randrange(3)}] = s", f"s ^= w[{rng.randrange(3)}]",
        "for k in range(rows.shape[0]):\n    s += rows[k, i]", "for k in range(m):\n    s = s * 3 + rows[k, i]",
        f"for k in range({rng.randrange(5)}, u[2]):\n    w[1] += k", "s += dot(w, u)", "s -= dot(u, w)",
        "s += clipped(rows, i, n)", f"m = min(u[2], {rng.randrange(5)})", "m = u.size", "m = rows.shape[0]",
        "for k in range(i, n, 7):\n    s += k", "for k in range(m):\n    if k == i:\n        return\n    s += k",
        f"for k in range(m):\n{indented(turn(rng))}")  # fmt: skip
    if depth < 2 and rng.randrange(2) == 0:
        inner = "\n".join(statement(rng, depth + 1) for _ in range(rng.randrange(1, 4)))
        kind = rng.randrange(4)
        if kind == 0:
            return f"if {condition}:\n{indented(inner)}\n    return"
        if kind == 1:
            return f"if {condition}:\n{indented(inner)}\nelse:\n{indented(statement(rng, depth + 1))}\n    return"
        return f"if {condition}:\n{indented(inner)}"
    if depth == 0 and rng.randrange(2) == 0:
        return f"if {condition}:\n    return"
    return rng.choice(simple)


def random_kernel(rng):
    lines = ["m = 2", "if i >= out.size or i >= rows.shape[1]:\n    return"]
    lines += [statement(rng) for _ in range(rng.randrange(2, 9))]
    return HEAD + indented("\n".join(lines) + TAIL) + "\n"


@pytest.mark.parametrize("seed", range(40))
def test_random_kernels(launch, seed):
    rng = random.Random(seed)
    source = random_kernel(rng)
    block, grid = rng.choice(((32, 3), (33, 2), (7, 5), (64, 2), (1, 9)))
    rows = np.random.default_rng(seed).integers(-9, 10, (4, 50))
    args = [rows, np.array([3, 2, 4]), np.zeros(45, np.int64), rng.choice((0, 7, 40, 90))]
    check_both(launch, source, (grid,), (block,), args)


@pytest.mark.parametrize("shape", [(1, 1), (31, 33), (64, 20)])
def test_product_of_matrices(launch, shape):
    source = """
@cuda.jit
def k(a, b, c):
    x, y = cuda.grid(2)
    if y >= c.shape[0] or x >= c.shape[1]:
        return
    total = 0
    for j in range(a.shape[1]):
        total += a[y, j] * b[j, x]
    c[y, x] = total
"""
    a = np.random.default_rng(1).integers(-9, 10, (shape[0], 40))
    b = np.random.default_rng(2).integers(-9, 10, (40, shape[1]))
    check_both(launch, source, (3, 5), (16, 16), [a, b, np.zeros(shape, np.int64)])
