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


# What is seen of a number alone is whether it is a place, and of which element (selection/word_uses.cpp).
USES = {
    "an element": "out[i] = table[k] + 1",
    "an element beside": "out[i] = table[k] - 2 * table[k + 1]",
    "an element stored": "out[k] = 5",
    "counted": "cuda.atomic.add(out, k, 1)",
    "a condition": """
    if 0 <= k < table.size:
        out[i] = table[k] + k""",
    "clamped": "out[i] = table[min(max(k, 0), table.size - 1)]",
    "other conditions": """
    if k < 3:
        out[i] = 1
    elif k - 2 > table.size:
        out[i] = 2
    elif k != 5:
        out[i] = k""",
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("added", ["", " + 4", " - 1", " - 3", " + half", " - half - 2", " + 2147483647", " - 4294967296"])
@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_sums_of_places(launch, use, added, dtype):
    u = np.array([np.nan, np.inf, -np.inf, 0, -0.5, -1, -4.5, 2.5, 7.99, 8, 9, -8, 1e6, 2**31, -(2**31), 2**31 - 128,
                  2**31 + 512, 2**32, -(2**32), 2**32 + 1024, 3e9, -3e9, 2**40, 2**62, 2**63, -(2**63), 1e30, -1e30]).astype(dtype)  # fmt: skip
    source = f"""
@cuda.jit
def k(values, table, out):
    i = cuda.grid(1)
    if i >= values.size: return
    half = table.size // 2
    k = int(math.floor(values[i])){added}
    {use}
"""
    table = np.arange(10, 18)
    out = np.full(u.size, -7, np.int64)

    class Zeros:
        """An array that has zeros outside, and forgets what is stored there."""

        def __init__(self, array):
            self.array, self.size = array, array.size

        def place(self, k):
            k = (k + 2**63) % 2**64 - 2**63
            k += self.size if k < 0 else 0
            return k if 0 <= k < self.size else None

        def __getitem__(self, k):
            place = self.place(k)
            return 0 if place is None else int(self.array[place])

        def __setitem__(self, k, value):
            if (place := self.place(k)) is not None:
                self.array[place] = value

    want = out.copy()
    for i, value in enumerate(u.tolist()):
        k = eval("k" + added, {"k": whole(float(np.floor(value)), ""), "half": 4})
        k = (k + 2**63) % 2**64 - 2**63
        names = {"k": k, "i": i, "table": Zeros(table), "out": Zeros(want), "cuda": None}
        exec("\n".join(line.removeprefix("    ") for line in use.strip("\n").replace(
            "cuda.atomic.add(out, k, 1)", "out[k] += 1").split("\n")), names)
    *_, got = launch(source, "k", (1,), (32,), [u, table, out])
    np.testing.assert_array_equal(got, want)
