"""While loops whose places only move one way, or towards each other: their guards leave the loop where the ends are inside."""

import numpy as np
import pytest

CASES = {
    "merge": ("a, b, x, out, e, f", """
    i, j, n = a, b, 0
    while i < e and j < f:
        if x[i] < x[j]:
            n += x[i]
            i += 1
        elif x[j] < x[i]:
            n -= x[j] * 3
            j += 2
        else:
            i += 1
            j += 1
    out[t] = n * 1000 + i * 31 + j
"""),
    "down": ("a, b, x, out, e, f", """
    j, n = a + t, 0
    while j >= e and x[j] > b:
        n = n * 3 + x[j - 1] + x[j + 1]
        j -= 1
    out[t] = n + j
"""),
    "down_by": ("a, b, x, out, e, f", """
    j, n = a, 1
    while n < 100 and e < j:
        n += x[j] + 1
        if x[j] & 1:
            j -= f
        else:
            j -= 1
            n += x[j]
    out[t] = n * 64 + j
"""),
    "continues": ("a, b, x, out, e, f", """
    i, n = a + t, 0
    while i <= e:
        if x[i] == b:
            i += 1
            continue
        n += x[i]
        if n > 60:
            break
        i += 2
        for k in range(i, i + 3):
            n ^= x[k]
    out[t] = n * 64 + i
"""),
    "stores": ("a, b, x, out, e, f", """
    i = a if t == 0 else e
    while i < e:
        x[i] = x[i + 1] + i
        i += f
    out[t] = i
"""),
    "search": ("a, b, x, out, e, f", """
    low, high = a, e
    while low < high:
        middle = (low + high) // 2
        if x[middle] < b + t:
            low = middle + 1
        else:
            high = middle
    out[t] = low
"""),
    "search_both": ("a, b, x, out, e, f", """
    low, high, n = a, e, 0
    while low <= high:
        middle = low + (high - low) // 2
        n += x[middle] + x[low] * 3 + x[high] * 5
        if x[middle] == b + t:
            break
        if x[middle] < b + t:
            low = middle + 1
        else:
            high = middle - 1
    out[t] = n * 64 + low
"""),
    "search_between": ("a, b, x, out, e, f", """
    low, high = a, e
    while high - low > 1 and x[low] != f:
        middle = (high + low) >> 1
        if x[middle] <= b + t:
            low = middle
        else:
            high = middle
    out[t] = low * 64 + high + x[high]
"""),
    "search_odd": ("a, b, x, out, e, f", """
    low, high, n = a, e, 0
    while low < high and n < 9:
        middle = (low + high) // 2
        n += 1
        if x[middle] < b + t:
            low = middle + 2
        else:
            high = middle
    out[t] = low
"""),
}
ENDS = [(0, 8), (0, 9), (-3, 8), (3, 12), (5, 2), (-20, 30), (7, 7), (0, 0)]


@pytest.mark.parametrize("types", ["int64", "int32"])
@pytest.mark.parametrize("name", CASES)
def test_ends(launch, name, types):
    arguments, body = CASES[name]
    source = f"@cuda.jit\ndef k({arguments}):\n    t = cuda.threadIdx.x\n" + body[1:]
    numbers = "int64" if types == "int64" else "int32"
    for start, end in ENDS:
        for other in (1, 2):
            x = np.sort(np.random.default_rng(abs(start * 7 + end)).integers(-5, 20, 9)).astype(types)
            a, e = (end, start) if name.startswith("down") else (start, end)
            args = [a, start + other, x, np.zeros(2, np.int64), e, end - 1 + other if name == "merge" else other]
            dtype = np.dtype(numbers)
            args = [dtype.type(v) if isinstance(v, int) else v for v in args]
            launch.check(source, "k", (1,), (2,), args,
                         sig=f"{numbers}, {numbers}, {types}[::1], int64[::1], {numbers}, {numbers}")


def test_far_ends(launch):
    """What counts on beyond any array comes round, as everywhere."""
    source = """
@cuda.jit
def k(x, out, a, e):
    i, n = a, 0
    while i < e and n < 5:
        n += 1 + x[min(i, 3)]
        i += 1 << 49
    out[0] = i
    out[1] = n
"""
    for start, end in [(0, 1 << 62), (-(1 << 50), (1 << 63) - 1), (1 << 61, (1 << 63) - 1)]:
        launch.check(source, "k", (1,), (1,), [np.zeros(4, np.int64), np.zeros(2, np.int64), start, end],
                     sig="int64[::1], int64[::1], int64, int64")


def test_far_steps_in_loops(launch):
    """A loop in the loop may take as many steps as lead back to an array's beginning."""
    source = """
@cuda.jit
def k(x, out, e, step, m):
    i, n, c = 0, 0, 0
    while i < e and c < 3:
        c += 1
        n += x[i] + 1
        for q in range(m):
            i += step
    out[0] = n
"""
    for step, turns in [(1 << 50, 8192), (1 << 50, 8200), (1, 4), (3, 2)]:
        launch.check(source, "k", (1,), (1,), [np.arange(100, 109), np.zeros(1, np.int64), 9, step, turns],
                     sig="int64[::1], int64[::1], int64, int64, int64")


@pytest.mark.parametrize("step", ["e ^= (i := i + st)", "e ^= i\n            i = i + st"])
def test_far_steps_in_places(launch, step):
    source = f"""
@cuda.jit
def k(x, out, n, m, st):
    i = 0
    g = 0
    s = 0
    e = 0
    while i < n:
        s = s * 3 + x[i] + 1
        x[i] = g
        g += 1
        if g > 5:
            break
        for z in range(m):
            {step}
    out[0] = s
    out[1] = i
    out[2] = e
"""
    x = np.arange(10, dtype=np.int64)
    launch.check(source, "k", (1,), (1,),
                 [x, np.zeros(3, np.int64), np.int64(10), np.int64(8193), np.int64(2**50)])



def test_differences_that_wrap(launch):
    source = """
@cuda.jit
def k(x, out, a, b):
    low, high, c, n = a, b, 0, 0
    while high - low > 1:
        middle = (low + high) >> 1
        n += x[middle] + 1
        c += 1
        if c > 3:
            break
        if x[middle] > 3:
            low = middle
        else:
            high = middle
    out[0] = n
"""
    for low, high in [(1 << 62, -(1 << 63)), (0, 9), (-(1 << 62), 1 << 62), (3, 3)]:
        launch.check(source, "k", (1,), (1,), [np.arange(100, 109), np.zeros(1, np.int64), low, high],
                     sig="int64[::1], int64[::1], int64, int64")


def test_threads_stay_together(launch):
    """Of a slot that differs between threads no test is made before a barrier."""
    source = """
@cuda.jit
def k(x, out, n):
    s = cuda.shared.array(32, 'int64')
    t = cuda.threadIdx.x
    j = t * 7 - 3
    v = t
    for i in range(n):
        s[t] = v
        cuda.syncthreads()
        v += x[j] + s[(t + 1) % 32]
        cuda.syncthreads()
        j = i
    out[t] = v
"""
    for n in (0, 1, 5, 40):
        launch.check(source, "k", (1,), (32,), [np.arange(30), np.zeros(32, np.int64), n],
                     sig="int64[::1], int64[::1], int64")


@pytest.mark.parametrize("step", [1, 2, -1])
@pytest.mark.parametrize("change", ["j = i", "j = i if x[i] > 3 else j", "j = i\n        k = j", "i += 1\n        j = i"])
def test_late_copies(launch, change, step):
    """Of rings: the element before, which is the last one at first."""
    source = f"""
@cuda.jit
def k(x, out, begin, end):
    j = end - 1
    k = begin
    n = 0
    for i in range(begin, end, {step}):
        n = n * 3 + x[i] - x[j] + 2 * x[k] + x[j - 1]
        {change}
    out[0] = n
    out[1] = j
"""
    for begin, end in [(0, 9), (0, 10), (1, 9), (-2, 5), (3, 3), (5, 2), (8, -1), (20, 3), (0, 1)]:
        x = np.random.default_rng(abs(begin * 7 + end)).integers(-5, 20, 9)
        launch.check(source, "k", (1,), (1,), [x, np.zeros(2, np.int64), begin, end],
                     sig="int64[::1], int64[::1], int64, int64")
