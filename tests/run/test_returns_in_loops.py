"""Functions that return from inside of loops, by which their callers find places: called and as their callers' statements."""

import numpy as np
import pytest

FUNCTIONS = {
    "first": """
def f(x, a, b):
    for i in range(a, x.size):
        if x[i] > b:
            return i
    return -1
""",
    "nested": """
def f(x, a, b):
    for i in range(x.size):
        for j in range(i + 1, x.size):
            if x[i] + x[j] == b:
                return i * 100 + j
            if x[j] > 7:
                break
        if x[i] == a:
            return -i
    return x.size
""",
    "endless": """
def f(x, a, b):
    k = a
    while True:
        k += 1
        if k >= x.size:
            return -3
        if x[k] == b:
            continue
        while x[k] > b:
            if x[k - 1] > b:
                return k
            k += 2
            if k > 30:
                return -k
""",
    "otherwise": """
def f(x, a, b):
    for i in range(a, x.size):
        if x[i] == b:
            break
        if x[i] < -2:
            return i
    else:
        return 50
    for i in range(3):
        pass
    else:
        a += 1
    return a + i
""",
    "nothing": """
def f(x, a, b):
    for i in range(x.size):
        if x[i] == b:
            x[i] = -1
            return
        if i > a:
            while x[i] > 0:
                x[i] -= 2
                if x[i] == 3:
                    return
    x[0] = 9
""",
    "behind": """
def f(x, a, b):
    for i in range(x.size):
        if x[i] > b:
            break
    else:
        return
""",
    "behind_turns": """
def f(x, a, b):
    x[0] = a
    while x[0] > b:
        x[0] -= 1
        if x[0] == 3:
            break
    else:
        if a > 1:
            return
        x[0] = 9
""",
    "floats": """
def f(x, a, b):
    s = 0.5
    for v in x:
        s += v / 4
        if s > b:
            return s
        for k in range(2):
            if s < -a:
                return s - k
    return 2.0
""",
    "sides": """
def f(x, a, b):
    while a < x.size:
        if x[a] > b:
            if x[a] & 1:
                return x[a]
            a += 1
        else:
            if a > 3:
                return a
            a += 2
    if a & 1:
        return 1
    return 0
""",
}

USES = {
    "value": "        out[t, k] = f(x[t], k, b)",
    "nothing": "        f(x[t], k, b)\n        out[t, k] += 1",
    "in_loop": "        n = 0\n        while n < 20:\n            n += 3 + abs(int(f(x[t], k, b)))\n        out[t, k] = n",
    "twice": "        out[t, k] = f(x[t], 0, b) + f(x[1 - t], k, b - 1)",
}
# These give no value.
NOTHING = ["nothing", "behind", "behind_turns"]


@pytest.mark.parametrize(
    "name,use", [(name, use) for name in FUNCTIONS for use in USES if (name in NOTHING) == (use == "nothing")]
)
def test_returns_in_loops(launch, name, use):
    source = f"""
@cuda.jit(device=True){FUNCTIONS[name]}
@cuda.jit
def k(x, out, b):
    t = cuda.threadIdx.x
    for k in range(out.shape[1]):
{USES[use]}
"""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        x = rng.integers(-4, 9, (2, (5, 9, 1, 17)[seed]))
        launch.check(source, "k", (1,), (2,), [x, np.zeros((2, 6)), np.int64((3, 8, -1, 5)[seed])],
                     sig="int64[:, ::1], float64[:, ::1], int64")  # fmt: skip
