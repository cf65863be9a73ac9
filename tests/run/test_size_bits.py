"""Kernels compiled for integers that are sizes (run --facts): the results stay those of the simulator, at the ends of what
is known of them and beyond."""

from random import Random

import numpy as np
import pytest

ENDS = [0, 1, 2, 3, 31, 1023, 1024, 1025, 16383, 16384, 16385, (1 << 30) - 1, 1 << 30, (1 << 30) + 1, 1 << 31, 1 << 32,
        1 << 62, (1 << 63) - 1, -1, -2, -1024, -(1 << 31), -(1 << 63)]  # fmt: skip
TYPES = {"int64": np.int64, "int32": np.int32, "uint32": np.uint32, "uint64": np.uint64}
VALUES = ["n * m + i", "i + n * (i + m * p)", "n // (m + 1)", "(n + i) // max(m, 1)", "n % (m + 2)", "n - m", "m - n * p",
          "n * m * p", "n * n * 7", "(n - 1) * m", "n * m - p * 3", "i * n - m", "~n", "-n", "n >> 3", "n << 1", "n << 33",
          "n ^ m", "n & -m", "n | m", "min(n, m) * p", "abs(m - n)", "(n + m) // 2 * p", "divmod(n * m, p + 1)[1]",
          "n + m + p", "(n * m + p) % (i + 1)", "n ** 2", "pow(2, n % 30) * m", "int(n * 0.5)", "n / (m + 1) > p",
          "(n < m) + (m <= p)", "n * 4294967291"]  # fmt: skip


def kernel(random):
    lines = ["@cuda.jit", "def k(x, out, n, m, p):", "    i = cuda.grid(1)", "    s = 0"]
    if random.random() < 0.5:
        lines += [f"    if i >= {random.choice(['n', 'm', 'n * m', 'n - 1', 'm * p + n'])}:", "        return"]
    for _ in range(random.randint(2, 4)):
        lines.append(f"    s = s * 3 + ({random.choice(VALUES)})")
        if random.random() < 0.3:
            lines.append(f"    {random.choice('nmp')} {random.choice(['+=', '-=', '*='])} {random.choice(['1', 'i', 'n', 'm'])}")
    place = random.choice(["s", "n * m + i", "i * n + m", "n - i - 1", "(n * i + m) * p", "i - n"])
    lines += [f"    s += x[{place}]", f"    for j in range({random.choice(['min(n, 40)', 'min(m - 2, 40)'])}):",
              "        s = s * 5 + x[j * n + m]", "    out[i] = s"]  # fmt: skip
    return "\n".join(lines) + "\n"


def drawn(random):
    kind = random.choice(list(TYPES.values()))
    info = np.iinfo(kind)
    return kind(random.choice([value for value in ENDS if info.min <= value <= info.max]))


@pytest.mark.parametrize("options", [(), ("--passes=gpu",), ("--per-thread=4",)])
@pytest.mark.parametrize("seed", range(20))
def test_at_the_ends(launch, seed, options):
    random = Random(seed)
    args = [np.arange(100), np.zeros(64, np.int64), *(drawn(random) for _ in range(3))]
    launch.check(kernel(random), "k", (2,), (32,), args, options=["--facts", *options])


@pytest.mark.parametrize("size", [0, 1, 3, 8, 1024, 1025, -1, (1 << 63) - 1])
def test_neighbors_in_space(launch, size):
    source = """
@cuda.jit
def k(a, out, nx, ny, nz):
    i, j, k = cuda.grid(3)
    if 0 < i < nx - 1 and 0 < j < ny - 1 and 0 < k < nz - 1:
        c = i + nx * (j + ny * k)
        out[i + 8 * (j + 8 * k)] = (a[c - 1] + a[c + 1] + a[c - nx] + a[c + nx] + a[c - nx * ny] + a[c + nx * ny] - 6 * a[c])
"""
    a = np.arange(512) ** 2 % 101
    launch.check(source, "k", (4, 4, 4), (2, 2, 2), [a, np.zeros(512, np.int64), size, size, 8], options=["--facts"])
