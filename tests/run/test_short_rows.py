"""Kernels that use all of a last axis of two or four elements, of arrays that have as many, fewer and more."""

import numpy as np
import pytest

KERNELS = {
    "four stored": "for c in range(4):\n    out[i, c] = x[i, c] + c",
    "four by four": "for j in range(4):\n    for c in range(4):\n        if j != c:\n            out[i, c] = x[i, j] + out[i, c]",
    "two": "a, b = x[i, 0], x[i, 1]\nout[i, 0] = b\nout[i, 1] = a",
    "two of four": "out[i, 0] = x[i, 1]\nout[i, 3] = x[i, 2]\nout[i, 1] = out[i, 2]\nout[i, 2] = x[i, 3] + x[i, 0]",
    "loops of one variable": "for c in range(2):\n    out[i, c] = x[i, c]\nfor c in range(2, 4):\n    out[i, c] = x[i, c - 2]",
    "a variable that is set": "for c in range(4):\n    out[i, c] = x[i, 3 - c]\n    c += 1\n    if c < 4:\n        out[i, c] += x[i, c]",
    "its extent": "for c in range(4):\n    out[i, c] = x[i, c] * out.shape[1] + x.shape[1]\nout[i, 0] += out.size",
    "atomics": "for c in range(4):\n    cuda.atomic.add(out, (i // 2, c), x[i, c])",
    "from the end": "out[i, -1] = x[i, 0]\nout[i, 0] = x[i, -1]\nout[i, 1] = x[i, 1]",
    "rows": "row = out[i]\nfor c in range(4):\n    row[c] = x[i, c]",
    "unrolled": "n = (i + 1) % x.shape[0]\nfor c in range(4):\n    out[n, c] = (x[i, c] + x[n, c]) // 2",
}
# Atomics and floor division are not of all types.
CASES = [(name, dtype) for name in KERNELS for dtype in (["int32"] if name in ("atomics", "unrolled") else
                                                         ["uint8", "float64", "complex64"])]  # fmt: skip
EXTENTS = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (4, 2), (2, 4), (4, 5)]


@pytest.mark.parametrize(("name", "dtype"), CASES)
def test_rows_of_every_length(launch, name, dtype):
    body = "\n".join("        " + line for line in KERNELS[name].split("\n"))
    source = f"""
@cuda.jit("void({dtype}[:, ::1], {dtype}[:, ::1])")
def k(x, out):
    i = cuda.grid(1)
    if i < out.shape[0] and i < x.shape[0]:
{body}
"""
    for mine, other in EXTENTS:
        x = (np.arange(9 * mine).reshape(9, mine) * 5 % 97).astype(dtype)
        out = (np.arange(9 * other).reshape(9, other) * 3 % 89).astype(dtype)
        for options in ([], ["--passes=gpu"]):
            launch.check(source, "k", (1,), (32,), [x, out], options=options)
