"""Short arrays of a thread's own into which numbers are put in order: each path stores at its own place, and the arrays
are registers then. Without the optimization they are memory, and the same."""

import numpy as np
import pytest

KERNELS = {
    # The nearest of many, and which they are.
    "nearest": """
    best = cuda.local.array(K, np.dtype)
    which = cuda.local.array(K, np.int32)
    for k in range(K):
        best[k] = 100
        which[k] = -1
    for p in range(x.shape[1]):
        d = x[i, p]
        if d < best[K - 1]:
            j = K - 1
            while j > 0 and best[j - 1] > d:
                best[j] = best[j - 1]
                which[j] = which[j - 1]
                j -= 1
            best[j] = d
            which[j] = p
    for k in range(K):
        out[i, k] = best[k] + which[k]
""",
    # An insertion as the numbers come; only the middle one is asked for.
    "median": """
    window = cuda.local.array(K, np.dtype)
    n = 0
    for k in range(K):
        d = x[i, k]
        j = n - 1
        while j >= 0 and window[j] > d:
            window[j + 1] = window[j]
            j -= 1
        window[j + 1] = d
        n += 1
    out[i, 0] = window[K // 2]
""",
    "sorted": """
    window = cuda.local.array(K, np.dtype)
    for k in range(K):
        window[k] = x[i, k]
    for k in range(1, K):
        d = window[k]
        j = k - 1
        while j >= 0 and window[j] > d:
            window[j + 1] = window[j]
            j -= 1
        window[j + 1] = d
    for k in range(K):
        out[i, k] = window[k]
""",
    # One of two, where no path tells which; what was there stays.
    "either": """
    window = cuda.local.array(K, np.dtype)
    for k in range(K):
        window[k] = x[i, k] + k
    for k in range(1, K):
        at = k if x[i, k] > x[i, k - 1] else k - 1
        window[at] = x[i, 0] * 2
        window[1 if x[i, k] > 3 else 0] += 1
    for k in range(K):
        out[i, k] = window[k]
""",
    # Two stores behind one another at what paths chose, at the same place or not.
    "twice": """
    window = cuda.local.array(K, np.dtype)
    for k in range(K):
        window[k] = 0
    at = 0
    other = K - 1
    d = x[i, 0]
    if d > 4:
        at = 1
        other = 1
    elif d > 2:
        at = 2
    elif d > 0:
        other = 0
    window[at] = d
    window[other] = d + at
    window[1] += 1
    window[at] += 3
    for k in range(K):
        out[i, k] = window[k] + at * 8 + other
""",
    # A place that some paths keep from the turn before.
    "last": """
    window = cuda.local.array(K, np.dtype)
    for k in range(K):
        window[k] = k
    at = 0
    for k in range(K):
        if x[i, k] > 0:
            at = k
        window[at] = x[i, k]
    for k in range(K):
        out[i, k] = window[k]
""",
    # Two choices by one condition: of both parts of the sum, which may be the same.
    "same": """
    window = cuda.local.array(K + 2, np.dtype)
    for k in range(K + 2):
        window[k] = k
    for k in range(K):
        c = x[i, k] > 0
        part = window[(1 if c else 2):]
        part[1 if c else 0] = x[i, k]
        part[(1 if c else 0) + (0 if c else 1)] += 1
    for k in range(K):
        out[i, k] = window[k] + window[k + 2] * 3
""",
    # Of two arrays one.
    "which": """
    first = cuda.local.array(K, np.dtype)
    second = cuda.local.array(K, np.dtype)
    for k in range(K):
        first[k] = k
        second[k] = -k
    for k in range(K):
        d = x[i, k]
        to = first
        if d > 1:
            to = second
        to[1 if d > 3 else (K - 1 if d > 2 else 0)] = d
    for k in range(K):
        out[i, k] = first[k] * 4 + second[k]
""",
}


def source(kind, dtype, places):
    body = KERNELS[kind].replace("dtype", dtype).replace("K", str(places))
    return f"""
@cuda.jit("void({dtype}[:, ::1], {dtype}[:, ::1])")
def k_(x, out):
    i = cuda.grid(1)
    if i >= out.shape[0]:
        return
{body}"""


@pytest.mark.parametrize("passes", ("gpu", "gpu,-placed-stores"))
@pytest.mark.parametrize("places", (2, 5, 9))
@pytest.mark.parametrize("dtype", ("float32", "int32", "int8", "uint16", "float64"))
@pytest.mark.parametrize("kind", sorted(KERNELS))
def test_numbers_put_into_places(launch, kind, dtype, places, passes):
    of = np.random.default_rng(places)
    x = of.integers(-6 if dtype != "uint16" else 0, 7, (150, 2 * places)).astype(dtype)
    if dtype.startswith("float"):
        x[::7, 1] = np.nan
        x[3::11, :2] = [np.inf, -np.inf]
    if launch.device == "gpu" and passes != "gpu":
        options = ["--passes=-placed-stores"]
    else:
        options = [f"--passes={passes}"] if launch.device == "cpu" else []
    launch.check(source(kind, dtype, places), "k_", (3,), (64,), [x, np.zeros((150, places), dtype)], options=options)
