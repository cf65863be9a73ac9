"""Places that a loop moves now and then: how many were found, how deep a stack is, a word's end; they may be negative,
and then count from the end, or leave the array, or int64."""

import numpy as np
import pytest

CASES = {
    "found": """
    n = 0
    for i in range(x.size):
        if x[i] > b:
            out[t, n] = x[i]
            n += 1
    out[t, out.shape[1] - 1] = n
""",
    "kept_below": """
    n = a
    for i in range(x.size):
        if n < 6:
            n += 2
        elif x[i] > b:
            n -= 9
        out[t, n] = x[i] + i
""",
    "stack": """
    stack = cuda.local.array(5, np.int64)
    for i in range(5):
        stack[i] = 0
    top, n = 1, 0
    stack[0] = a
    while top > 0 and n < 60:
        top -= 1
        node = stack[top]
        n += 1
        if node % 3 != b % 3 and top < 4:
            stack[top] = node + 1
            stack[top + 1] = node + 2
            top += 2
        out[t, n % out.shape[1]] += stack[top - 1]
    out[t, 0] = n
""",
    "both_ways": """
    k = 0
    for i in range(x.size):
        if x[i] > b:
            k += 1
        else:
            k -= 2
        out[t, k] = i
    out[t, 0] = k
""",
    "words": """
    n, k = 0, 0
    while k < x.size:
        while k < x.size and x[k] <= b:
            k += 1
        first = k
        while k < x.size and x[k] > b:
            k += 1
        if first < k:
            out[t, n] = first * 100 + k
            n += 1
    out[t, 1] += n
""",
    "merged": """
    i, j = 0, 0
    for n in range(out.shape[1]):
        if j >= x.size or (i < x.size and x[i] <= x[j] + b):
            out[t, n] = x[i]
            i += 1
        else:
            out[t, n] = x[j] * 10
            j += 2
""",
    "far": """
    k = a
    for i in range(4):
        k += e
        out[t, i] = x[k]
        if k > 3:
            k -= e
            k -= e
    out[t, 7] = k
""",
    "wide": """
    k = 0
    for i in range(x.size):
        for j in range(x.size):
            k += x[i] * 1000003
    out[t, 0] = k
    out[t, 1] = x[k]
""",
    "reset": """
    k, n = b, 0
    for i in range(x.size):
        if x[i] == b:
            k = -i
        k += 1
        out[t, k] += i
        n += k
    out[t, 2] = n
""",
}

SOURCE = """
@cuda.jit
def k(x, out, a, b, e):
    t = cuda.threadIdx.x
{}"""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", CASES)
def test_counted_places(launch, name, seed):
    rng = np.random.default_rng(seed)
    x = rng.integers(-4, 9, (7, 12, 1, 33)[seed])
    ends = [(0, 2, 3), (3, -1, 2**61), (-2, 4, -(2**62)), (1, 0, 5 * 2**60)][seed]
    out = np.zeros((2, 9), np.int64)
    launch.check(SOURCE.format(CASES[name]), "k", (1,), (2,), [x, out, *map(np.int64, ends)],
                 sig="int64[::1], int64[:, ::1], int64, int64, int64")  # fmt: skip


@pytest.mark.parametrize("passes", ["all", "gpu", "none"])
def test_more_turns_than_a_year_has(launch, passes):
    """What LLVM computes without turning, as -O3 does, may leave int64."""
    if launch.device != "cpu":
        pytest.skip("a GPU would turn for years where it is not computed")
    source = """
@cuda.jit
def k(x, out, n):
    k, i = 0, 0
    for i in range(n):
        out[1] = i
        k += 3
    out[0] = x[k]
    out[2] = k % 1000
    out[3] = k < 0
"""
    n = np.int64(6148914691236517205)
    got = launch(source, "k", (1,), (1,), [np.array([10, 11, 12, 13, 99]), np.zeros(4, np.int64), n],
                 options=["-O3", f"--passes={passes}"])[1]  # fmt: skip
    assert got.tolist() == [99, n - 1, 999, 1]


@pytest.mark.parametrize("passes", ["all", "gpu", "none"])
@pytest.mark.parametrize("turns", [2**55, 2**55 + 2**30])
def test_a_loop_in_a_walk_that_goes_around(launch, passes, turns):
    """The condition says where the walk ends, not how far a turn takes it."""
    if launch.device != "cpu":
        pytest.skip("a GPU would turn for years where it is not computed")
    source = """
@cuda.jit
def k(x, out, n, m):
    i, s, turns = 0, 0, 0
    while i < n:
        s += x[i]
        turns += 1
        for c in range(m):
            i += 256
        i += 1
    out[0] = s
    out[1] = i
    out[2] = turns
"""
    x = np.arange(1, 10)
    i = s = count = 0
    while i < 9:
        s += x[i] if -9 <= i else 0
        count += 1
        i = (i + turns * 256 + 1 + 2**63) % 2**64 - 2**63
    out = launch(source, "k", (1,), (1,), [x, np.zeros(3, np.int64), np.int64(9), np.int64(turns)],
                 options=["-O3", f"--passes={passes}"])[1]  # fmt: skip
    assert out.tolist() == [s, i, count]
