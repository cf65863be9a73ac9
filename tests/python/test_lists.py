"""Lists in kernels: tuples that never change, but for what they are beside tuples."""

import numpy as np
import pytest

from pyk2ptx import cuda

ROWS = [0, 2]
PLACES = ((0, 2), [[0, 2], (1, 1)])


def refused(kernel):
    with pytest.raises(cuda.CompileError, match="an index that is a list needs mem"):
        kernel[1, 1](np.zeros((3, 4)), 2)


def test_a_list_is_no_place():
    """NumPy takes the rows that it tells, be it a constant or made by the kernel."""

    @cuda.jit
    def constant(a, n):
        a[ROWS] = 5

    @cuda.jit
    def inner(a, n):
        a[PLACES[1][0]] = 5

    closure = [0, 1]

    @cuda.jit
    def captured(a, n):
        a[closure] = 5

    @cuda.jit
    def made(a, n):
        at = [0, n]
        other = at
        a[other] = 5

    @cuda.jit(device=True)
    def pair(n):
        return [0, n]

    @cuda.jit
    def returned(a, n):
        a[pair(n)] = 5

    for kernel in (constant, inner, captured, made, returned):
        refused(kernel)


@cuda.jit
def uses(a, n, out):
    at = [0, n]
    a[tuple(at)] = 1
    a[at[0], at[1] + 1] = 2
    x, y = ROWS
    a[x + 1, y] = 3
    a[PLACES[0]] += 4
    a[PLACES[1][1]] = 5
    out[0] = at == (0, n)
    out[1] = at == [0, n]
    out[2] = (0, n) != at
    out[3] = ROWS == [0, 2]
    out[4] = ROWS == (0, 2)
    out[5] = isinstance(ROWS, list) and not isinstance(ROWS, tuple)
    out[6] = isinstance(at, list) and not isinstance(at, tuple)
    out[7] = isinstance(tuple(at), tuple) and list(at) == at
    out[8] = sum(at) + len(ROWS) + (n in at)
    both = at + ROWS
    out[9] = both[3] * 10 + both[1]


def test_else_they_are_python_s():
    a, out = np.zeros((2, 3, 4)), np.zeros((2, 10))
    uses.py_func(a[0], 2, out[0])
    uses[1, 1](a[1], 2, out[1])
    assert a[0].tolist() == a[1].tolist()
    assert out[0].tolist() == out[1].tolist()
