"""Flat arrays whose rows are as long as a launch says: loops that walk along rows and columns."""

from random import Random

import numpy as np
import pytest

# Also those with which places wrap around, or are far outside.
WIDTHS = [0, 1, 3, 8, 8, 8, 9, -1, -8, 1 << 30, (1 << 30) + 1, 1 << 32, 1 << 40, 1 << 61, -(1 << 63), (1 << 63) - 1]
PLACES = ["row * n + k", "k * n + col", "k * n + col", "k * n - col", "(k + 1) * n + col", "(k - 1) * n", "n * k",
          "(row * n + k) * m + col", "(k * n + row) * m", "k * m * n", "n - k * m", "k * col + n", "k * k + n",
          "(n - k) * m", "min(k * n, m)", "k * n + k * m", "(col - k) * n", "k * (n + m)"]  # fmt: skip
TURNS = ["range(n)", "range(m)", "range(5)", "range(1, n, 2)", "range(n - 1, -1, -1)", "range(col, n)", "range(a.size)"]


def kernel(random):
    lines = ["@cuda.jit", "def k(a, b, n, m, out):", "    row, col = cuda.grid(2)", "    s = 0"]
    guard = random.choice(["if row < n and col < n:", "if row < out.shape[0] and col < out.shape[1]:", "if n > 2:",
                           "if row < 4 and 0 <= m:"])  # fmt: skip
    lines.append("    " + guard)
    for _ in range(random.randint(1, 2)):
        # No launch runs as long as some of these numbers say.
        lines += [f"        for k in {random.choice(TURNS)}:", "            if s > 1 << 40 or k > 40:",
                  "                break" if random.random() < 0.3 else "                s = s % 1000"]  # fmt: skip
        if "break" not in lines[-1]:
            lines[-3] = f"        for k in {random.choice(['range(5)', 'range(a.size)', 'range(col, 8)', 'range(min(n, 9))'])}:"
        for _ in range(random.randint(1, 2)):
            lines.append(f"            s = s * 3 + {random.choice('ab')}[{random.choice(PLACES)}]")
    lines += [f"        s += a[row * n + col] * 5 + b[col * m - row]", "    out[row, col] = s"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("passes", ["gpu", "-version-loops"])
@pytest.mark.parametrize("seed", range(24))
def test_random_walks(launch, seed, passes):
    random = Random(seed)
    a = np.arange(random.choice([0, 1, 64, 65, 200]), dtype=random.choice([np.int32, np.int64, np.uint8]))
    b = np.arange(random.choice([1, 64, 100]), dtype=np.int64) * 7
    args = [a, b, random.choice(WIDTHS), random.choice(WIDTHS), np.zeros((8, 8), np.int64)]
    launch.check(kernel(random), "k", (2, 2), (4, 4), args, options=[f"--passes={passes}"])


@pytest.mark.parametrize("n", [0, 1, 7, 8, 9, -8, 1 << 31, 1 << 40, (1 << 63) - 1])
@pytest.mark.parametrize("options", [(), ("--facts",)])
def test_a_product_of_flat_matrices(launch, n, options):
    source = """
@cuda.jit
def k(a, b, out, n):
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if row < n and col < n:
        s = 0
        for k in range(min(n, 64)):
            s += a[row * n + k] * b[k * n + col]
        out[row * 16 + col] = s
"""
    a, b = np.arange(64) % 7, np.arange(64) % 5 - 2
    launch.check(source, "k", (2, 2), (8, 8), [a, b, np.zeros(256, np.int64), n], options=list(options))


@pytest.mark.parametrize("n", [1, 7, 8])
@pytest.mark.parametrize("options", [("--bounds=none",), ("--bounds=none", "--facts"), ("--bounds=none", "--passes=gpu")])
def test_without_guards_from_both_ends(launch, n, options):
    source = """
@cuda.jit
def k(a, out, n):
    row, col = cuda.grid(2)
    if row < n and col < n:
        s = 0
        for k in range(n):
            s = s * 3 + a[k * n + col] + 5 * a[-(k * n + row) - 1] + a[(k - row) * n]
        out[row * 16 + col] = s + a[row * n - col] + a[col - row * n]
"""
    launch.check(source, "k", (2, 2), (8, 8), [np.arange(64), np.zeros(256, np.int64), n], options=list(options))
