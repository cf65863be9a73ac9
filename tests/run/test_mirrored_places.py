"""Places beyond an edge that are mirrored at it, or that count from the other end: with arrays of one element, too."""

import numpy as np
import pytest

PLACES = {
    "mirrored": "if p < 0: p = -p\n    if p >= n: p = 2 * n - 2 - p",
    "half": "if p < 0: p = -p - 1\n    if p >= n: p = 2 * n - 1 - p",
    "once": "if p >= n: p = 2 * n - 2 - p",
    "chosen": "p = -p if p < 0 else p\n    p = p if p < n else 2 * n - 2 - p",
    "least": "p = min(abs(p), 2 * n - 2 - abs(p))",
    "elif": "if p < 0: p = -p\n    elif p >= n: p = n - 1 - (p - n + 1)",
    "from_end": "p = p if p < n else p - n",
    "backwards": "p = -1 - p",
    "turned": "p = -p",
    "far": "if p < 0: p = -3 * p\n    if p >= n: p = n - 2 * (p - n) - 1",
}
STEPS = [-3, -2, -1, 0, 1, 2]


@pytest.mark.parametrize("steps", [[-1, 0, 1], STEPS])
@pytest.mark.parametrize("name", PLACES)
def test_mirrored_places(launch, name, steps):
    place = PLACES[name].replace("\n    ", "\n        ")
    lines = "".join(f"""
        p = i + {step}
        {place}
        s = s * 3 + x[p]
        out[i, {k}] += x[p] + p""" for k, step in enumerate(steps))  # fmt: skip
    source = f"""
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    n = x.size
    if i < n:
        s = 0{lines}
        out[i, 6] = s
"""
    for n in (1, 2, 3, 5, 33):
        launch.check(source, "k", (2,), (32,), [np.arange(1, n + 1), np.zeros((n, 7), np.int64)])


@pytest.mark.parametrize("rows,columns", [(1, 1), (1, 4), (2, 3), (7, 33)])
def test_periodic_by_negative_indices(launch, rows, columns):
    source = """
@cuda.jit
def k(u, v):
    j, i = cuda.grid(2)
    rows, columns = u.shape
    if i >= rows or j >= columns:
        return
    v[i, j] = u[i - 1, j] + 3 * u[i - rows + 1, j] + 5 * u[i, j - 1] + 7 * u[i, j - columns] + 9 * u[i - 2, j - 3]
"""
    launch.check(source, "k", (2, 1), (32, 8), [np.arange(rows * columns).reshape(rows, columns),
                                                np.zeros((rows, columns), np.int64)])  # fmt: skip
