"""Places that are made of floats behind conditions about these: what is no number, too large or beside the array comes
through where the conditions let it."""

import math

import numpy as np
import pytest

CONDITIONS = {
    "beside": ("    if u < 0 or u >= n - 1: return\n    k = int(u)", lambda u, n: not (u < 0 or u >= n - 1)),
    "inside": ("    if not (u >= 0 and u < n): return\n    k = int(u)", lambda u, n: u >= 0 and u < n),
    "below": ("    if u > 3000000000.0: return\n    k = int(u)", lambda u, n: not u > 3e9),
    "words": ("    if not (-2147483648.0 < u and u <= 2147483520.0): return\n    k = int(u)",
              lambda u, n: -2147483648.0 < u <= 2147483520.0),
    "floor": ("    if u < -1: return\n    if u > n + 1: return\n    k = int(math.floor(u))",
              lambda u, n: not (u < -1 or u > n + 1)),
    "number": ("    if u != u or abs(u) > 1000000.0: return\n    k = int(u)", lambda u, n: abs(u) <= 1e6),
    "equal": ("    if u != 2.5 and u != n: return\n    k = int(u)", lambda u, n: u in (2.5, n)),
    "limit": ("    if u >= limit: return\n    k = int(u)", lambda u, n: True),
    "negative": ("    if u >= 0: return\n    k = int(-u)", lambda u, n: not u >= 0),
}  # fmt: skip


def whole(u, name):
    u = math.floor(u) if name == "floor" and np.isfinite(u) else -u if name == "negative" else u
    if math.isnan(u):
        return 0
    return max(-(2**63), min(2**63 - 1, int(u))) if np.isfinite(u) else (2**63 - 1 if u > 0 else -(2**63))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", CONDITIONS)
def test_float_places(launch, name, dtype):
    condition, holds = CONDITIONS[name]
    u = np.array([np.nan, np.inf, -np.inf, 0, -0.0, -0.5, -1, -1.5, 0.999, 2.5, 6.99, 7, 7.5, 8, 9, 1e6, 2**31, -(2**31),
                  2**31 - 128, 2**31 + 512, 3e9, -3e9, 2**40, 2**62, 2**63, -(2**63), 1e30, -1e30, 5e-324]).astype(dtype)  # fmt: skip
    source = f"""
@cuda.jit
def k(values, table, out, limit):
    i = cuda.grid(1)
    if i >= values.size: return
    u = values[i]
    n = table.size
{condition}
    out[i, 0] = k
    out[i, 1] = table[k] + 1
    out[i, 2] = k + k
    out[i, 3] = u - k > 0.5
"""
    table = np.arange(10, 18)
    out = np.full((u.size, 4), -7, np.int64)
    want = out.copy()
    for i, value in enumerate(u.tolist()):
        if not holds(value, table.size):
            continue
        k = whole(value, name)
        place = k + table.size if k < 0 else k
        with np.errstate(all="ignore"):
            number = np.dtype(dtype).type(k) if dtype == "float32" else np.float64(k)
            want[i] = (k, (table[place] if 0 <= place < table.size else 0) + 1, np.int64(k) + np.int64(k), u[i] - number > 0.5)
    got = launch(source, "k", (1,), (32,), [u, table, out, np.dtype(dtype).type(np.nan)])[2]
    np.testing.assert_array_equal(got, want)
