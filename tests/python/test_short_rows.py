"""Rows of two and four elements that begin anywhere in memory."""

import numpy as np
import pytest

from pyk2ptx import cuda


@cuda.jit
def shift(x, out):
    i = cuda.grid(1)
    if i < x.shape[0] and i < out.shape[0]:
        for c in range(4):
            out[i, c] = x[i, c] + c


@cuda.jit
def swap(x):
    i = cuda.grid(1)
    if i < x.shape[0]:
        x[i, 0], x[i, 1] = x[i, 1], x[i, 0]


@pytest.mark.parametrize("first", range(6))
@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32"])
def test_anywhere(dtype, first):
    n = 37
    memory = cuda.to_device(np.arange(4 * n + 8).astype(dtype))
    filled = cuda.to_device(np.zeros(4 * n + 8, dtype))
    x = memory[first : first + 4 * n].reshape(n, 4)
    out = filled[5 - first : 5 - first + 4 * n].reshape(n, 4)
    shift[2, 32](x, out)
    rows = np.arange(first, first + 4 * n).reshape(n, 4)
    expected = np.zeros(4 * n + 8, dtype)
    expected[5 - first : 5 - first + 4 * n] = (
        (rows + np.arange(4)).astype(dtype).ravel()
    )
    np.testing.assert_array_equal(filled.copy_to_host(), expected)


@pytest.mark.parametrize("first", range(4))
def test_pairs(first):
    memory = cuda.to_device(np.arange(70, dtype=np.int16))
    swap[1, 32](memory[first : first + 64].reshape(32, 2))
    expected = np.arange(70, dtype=np.int16)
    expected[first : first + 64] = (
        expected[first : first + 64].reshape(32, 2)[:, ::-1].ravel()
    )
    np.testing.assert_array_equal(memory.copy_to_host(), expected)
