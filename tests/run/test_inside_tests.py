"""Tests of both ends of a range, which become one without a sign: of ends that are below zero, of numbers that take more
than 32 bits, and of what must not be asked of others."""

import numpy as np
import pytest

INT16 = [-2**15, -8, -7, -1, 0, 1, 5, 6, 2**15 - 1]
INT32 = [-2**31, -2**31 + 1, -7, -1, 0, 1, 5, 6, 2**31 - 2, 2**31 - 1]
INT64 = [-2**63, -2**63 + 1, -2**33, 2**31, 2**32 - 1, 2**32, 2**33 + 3, 2**63 - 1]

CONDITIONS = {
    "from zero": "0 <= j and j < n",
    "the end first": "j < n and j >= 0",
    "chained": "0 <= j < n",
    "the last, too": "0 <= j <= n",
    "above zero": "0 < j <= n",
    "from one": "1 <= j and j < n",
    "from five": "j > 4 and n > j",
    "from below": "-6 <= j <= n",
    "from another": "m <= j < n",
    "between": "m < j and j <= n",
    "outside": "not (j < 0 or j >= n)",
    "outside of others": "not (n <= j or m > j)",
    "of two": "j >= 0 and k >= m and n > j and k < n",
    "with more": "0 <= j and places[i] != 3 and j < n and k != 5",
    # x[j] may be asked of those inside alone.
    "what is asked between": "j >= 0 and x[j % x.size] != 2 and j < n",
    "of one end twice": "j >= 0 and j < n and j < m",
}
# What j is: of 32 bits, of 33, of all, and of less.
VALUES = ["np.int64(xs[t])", "np.int64(xs[t]) - np.int64(ys[t])", "zs[t]", "np.int64(xs[t]) % 23 - 9",
          "np.int64(xs[t]) + 2**31", "np.int64(xs[t] % 2**30) - t * 9", "min(zs[t], np.int64(ys[t]))",
          "max(zs[t], np.int64(ys[t]))"]
LOOPS = {
    # The ends are known before the loop, and j is read in it, or counted; or they are read with it.
    "known": ["m, n = ends[i], ends[i + 1]", "for t in range(xs.size):", "    j = {value}", "    {test}"],
    "counted": ["m, n = ends[i], ends[i + 1]", "t = i", "j = {value}", "for t in range(xs.size):", "    {test}",
                "    j += 1"],
    "of floats": ["m, n = int(ends[i] * np.float32(1)), int(np.float64(ends[i + 1]))", "for t in range(xs.size):",
                  "    j = {value}", "    {test}"],
    "read": ["for t in range(xs.size):", "    m, n = ends[i], ends[t]", "    j = {value}", "    {test}"],
}


def source(condition, loop, bounds):
    test = f"h = h * np.uint64(3) + np.uint64(1 if {condition} else 0)"
    lines = [f"@cuda.jit('void(int32[::1], int32[::1], int64[::1], int64[::1], {bounds}[::1], uint64[:, ::1])')",
             "def k(xs, ys, zs, places, ends, out):",
             "    i = cuda.grid(1)", "    if i >= out.shape[0]:", "        return", "    k = places[i]",
             "    x = places"]
    for at, value in enumerate(VALUES):
        lines += ["    h = np.uint64(0)", *("    " + line.format(value=value, test=test) for line in LOOPS[loop]),
                  f"    out[i, {at}] = h"]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("bounds", ("int16", "int32", "int64"))
@pytest.mark.parametrize("loop", sorted(LOOPS))
@pytest.mark.parametrize("condition", sorted(CONDITIONS))
def test_what_is_inside(launch, condition, loop, bounds):
    of = np.random.default_rng(len(condition) + len(loop))
    numbers = np.array(INT32 + INT64, np.int64)
    if loop == "counted":
        numbers = np.minimum(numbers, 2**63 - 99)  # ours wraps around, Python's does not
    xs, zs, places = of.choice(INT32, 43).astype(np.int32), of.choice(numbers, 43), of.integers(-9, 9, 43)
    ys = of.choice(INT32, 43).astype(np.int32)
    ends = of.choice({"int16": INT16, "int32": INT32, "int64": INT32 + INT64}[bounds], 43).astype(bounds)
    launch.check(source(CONDITIONS[condition], loop, bounds), "k", (2,), (32,),
                 [xs, ys, zs, places, ends, np.zeros((37, len(VALUES)), np.uint64)],
                 options=["--passes=gpu"] if launch.device == "cpu" else [])
