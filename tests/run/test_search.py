"""any and all of generators: nothing behind the element that decides is
evaluated."""

import numpy as np


def test_stores_behind_the_first_are_not_done(launch):
    source = """
@cuda.jit(device=True)
def seen(log, at, x):
    log[at] += 1
    return x

@cuda.jit
def k(a, n, log, out):
    i = cuda.grid(1)
    mine = log[i]
    t = (0.0, a[i], 2.5, 1)
    out[i, 0] = any(seen(mine, 0, x) > 1 for x in t)
    out[i, 1] = all(seen(mine, 1, x) < 2 for x in t)
    out[i, 2] = any(seen(mine, 2, a[j]) > 3 for j in range(n))
    out[i, 3] = all(seen(mine, 3, x) != a[i] for x in a)
    out[i, 4] = any(seen(mine, 4, x * j) > 9 for j in range(3) if j > 0 for x in a)
    out[i, 5] = all(x < y for x in a for y in (i, n, a[0]) if seen(mine, 5, y) > x)
    out[i, 6] = any(seen(mine, 6, j) == n + i for j in range(200))
    out[i, 7] = any([seen(mine, 7, x) > 1 for x in t])
    out[i, 8] = all(all(seen(mine, 8, x + y) for x in a) for y in (1, 0, i))
"""
    a = np.array([1.5, -2.25, 0.0, 7.0])
    arrays = [np.zeros((4, 9), np.int64), np.zeros((4, 9))]
    launch.check(source, "k", (1,), (4,), [a, 4, *arrays])


def test_raises_behind_the_first_are_not_raised(launch):
    source = """
@cuda.jit(device=True)
def checked(x):
    if x < 0:
        raise ValueError
    return x

@cuda.jit
def k(a, n, out):
    i = cuda.grid(1)
    out[i] = any(checked(x) == i for x in (0, 1, 2, -1))
    out[i] += 2 * all(checked(a[j]) < i for j in range(n))
"""
    a = np.array([1, 2, 3, -1])
    got = launch(source, "k", (1,), (4,), [a, 4, np.zeros(4)])
    assert got[2].tolist() == [1, 1, 1, 0]


def test_names_of_generators(launch):
    source = """
@cuda.jit
def k(a, n, out):
    i = cuda.grid(1)
    x = 100
    found = any(x == i for x in range(n))
    out[i, 0] = found + 10 * x
    last = -1
    if any((last := y) > 1 for y in (i, i + 1, 3)):
        out[i, 1] = last
    out[i, 2] = all(any(z == w for z in a) for w in range(i))
    f = lambda v: any(v == z for z in a)
    out[i, 3] = f(i) + 2 * f(9)
    out[i, 4] = sum(2 * any(v == z for z in a) for v in (0, 1, 5))
"""
    a = np.array([0, 1, 2, 4])
    launch.check(source, "k", (1,), (4,), [a, 3, np.zeros((4, 5))])
