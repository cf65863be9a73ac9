"""Indices out of data that may count from the end, in arrays that are known to be small: what is
inside, what is not, and what is far from either."""

import numpy as np
import pytest

SOURCE = """
@cuda.jit('void(int32[::1], float32[::1], int32[::1], int32[:, ::1])')
def by_floats(a, f, out, m):
    i = cuda.grid(1)
    if i < out.size and i < f.size:
        v = f[i]
        if v < 300 and v > -300:
            p = int(v)
            out[i] = a[p] - a[p - 1]
            a[p] += i - i
        p = int(math.floor(v))
        q = int(math.floor(v * 3))
        if abs(p) < 100 and abs(q) < 200:
            out[i] += m[p, q] + 2 * m[p + 1, q] + 3 * m[p, q + 1]


@cuda.jit('void(int32[::1], float32[::1], int32[::1], int32[:, ::1])')
def by_integers(a, f, out, m):
    i = cuda.grid(1)
    if i < out.size:
        s = 0
        for j in range(4):
            p = a[i] - j
            if p > -500 and p < 500:
                s += out[p] + 2 * out[p - 1] + 3 * m[a[p], p]
            s += 5 * out[a[i + j]] + a[a[i] - a[j]]
        f[i] = s
"""


@pytest.mark.parametrize("options", [[], ["--facts"], ["--passes=gpu"], ["--passes=gpu", "--facts"]], ids=" ".join)
@pytest.mark.parametrize("n", [0, 1, 5, 40, 150])
@pytest.mark.parametrize("kernel", ["by_floats", "by_integers"])
def test_inside_and_outside(launch, kernel, n, options):
    if "--passes=gpu" in options and launch.device == "gpu":
        pytest.skip("there they run anyway")
    of = np.random.default_rng(n)
    for high in (n + 2, 3 * n + 9, 2**31):
        a = of.integers(-high, high, n).astype(np.int32)
        f = of.uniform(-high, high, 128).astype(np.float32)
        f[::9] = of.choice([np.nan, np.inf, -np.inf, -0.5, 0.5, 1e30], len(f[::9]))
        out = of.integers(-99, 99, 128).astype(np.int32)
        m = of.integers(-99, 99, (n, n + 1)).astype(np.int32)
        launch.check(SOURCE, kernel, (2,), (64,), [a, f, out, m], options=options)


@pytest.mark.parametrize("options", [["--bounds=none", *more] for more in ([], ["--facts"], ["--passes=gpu"],
                                                                        ["--passes=gpu", "--facts"])], ids=" ".join)
@pytest.mark.parametrize("n", [1, 5, 150])
def test_without_guards(launch, n, options):
    if "--passes=gpu" in options and launch.device == "gpu":
        pytest.skip("there they run anyway")
    source = """
@cuda.jit('void(int32[::1], int32[::1], int64[::1], int32[:, ::1])')
def k(out, rows, columns, m):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = m[rows[i], columns[i]] + 2 * out[i - 1 - i]
        m[rows[i], columns[-1 - i]] += i - i
"""
    of = np.random.default_rng(n)
    launch.check(source, "k", (1,), (64,), [np.zeros(50, np.int32), of.integers(-n, n, 50).astype(np.int32),
                                            of.integers(-n - 1, n + 1, 50),
                                            of.integers(-99, 99, (n, n + 1)).astype(np.int32)], options=options)
