"""Loops whose indices are counters and data: the data's type says how large they may be, and tables may be shorter. A
loop is there without any guard, without those that are not of data, and as it was."""

import numpy as np
import pytest

KERNELS = {
    "counted": """
    total = 0
    for t in range(x.shape[1]):
        total += table[int(x[i, t])] * weights[t] + weights[t + 1]
    out[i] = total
""",
    "strided": """
    total = 0
    for t in range(n - 1, 0, -2):
        code = int(x[i, t]) + 1
        total += table[code] - table[code - 2] + weights[t - 1]
        weights_out[i, t] = total
    out[i] = total
""",
    "nested": """
    total = 0
    for t in range(x.shape[1]):
        code = x[i, t]
        for s in range(3):
            total += rows[s, code] * weights[s]
        for s in range(n % 4):
            total -= rows[s, t]
    out[i] = total
""",
    "zeroed": """
    out[i] = 0
    for t in range(n):
        out[i] += table[x[i, t]] + weights[t]
""",
    "wrapping": """
    total = 0
    for t in range(n):
        total += table[-1 - int(x[i, t])] + weights[-1 - t]
    out[i] = total
""",
}


@pytest.mark.parametrize("columns", (12, 9))
@pytest.mark.parametrize("entries", (66000, 257, 5, 0))
@pytest.mark.parametrize("dtype", ("uint8", "int8", "uint16"))
@pytest.mark.parametrize("kind", sorted(KERNELS))
def test_tables_shorter_than_their_indices(launch, kind, dtype, entries, columns):
    of = np.random.default_rng(entries + columns)
    ends = np.iinfo(dtype)
    x = of.integers(ends.min, ends.max + 1, (70, 12)).astype(dtype)
    x[::3] %= 4
    table = of.integers(-9, 9, entries).astype(np.int64)
    rows = of.integers(-9, 9, (3, min(entries, 300))).astype(np.int64)
    weights = of.integers(-9, 9, columns).astype(np.int64)
    source = f"""
@cuda.jit("void({dtype}[:, ::1], int64[::1], int64[:, ::1], int64[::1], int64, int64[::1], int64[:, ::1])")
def k_(x, table, rows, weights, n, out, weights_out):
    i = cuda.grid(1)
    if i >= out.size:
        return
{KERNELS[kind]}"""
    launch.check(source, "k_", (2,), (64,),
                 [x, table, rows, weights, np.int64(12), np.zeros(70, np.int64), np.zeros((70, 12), np.int64)],
                 options=["--passes=gpu"] if launch.device == "cpu" else [])
