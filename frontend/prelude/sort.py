# Sorting in place, by one thread: few elements by insertion, many as a heap,
# which needs no memory and no recursion. NumPy's order: nan and NaT come last.

import numpy as np
from numba import cuda

INDICES_ARE_INSIDE = True


@cuda.jit
def np__is_before(x, y):
    return x < y or (y != y and x == x)


@cuda.jit
def np__sink(a, place, count):
    value = a[place]
    while 2 * place + 1 < count:
        child = 2 * place + 1
        if child + 1 < count and np__is_before(a[child], a[child + 1]):
            child += 1
        if not np__is_before(value, a[child]):
            break
        a[place] = a[child]
        place = child
    a[place] = value


@cuda.jit
def np__sort(a):
    n = a.size
    if n <= 20:
        for i in range(1, n):
            value = a[i]
            place = i
            while place > 0 and np__is_before(value, a[place - 1]):
                a[place] = a[place - 1]
                place -= 1
            a[place] = value
        return
    for i in range(n // 2 - 1, -1, -1):
        np__sink(a, i, n)
    for last in range(n - 1, 0, -1):
        greatest = a[0]
        a[0] = a[last]
        a[last] = greatest
        np__sink(a, 0, last)


@cuda.jit
def np__sort_lines(a):
    for place in np.ndindex(a.shape[:-1]):
        np__sort(a[place])
