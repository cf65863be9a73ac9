"""Kernels of thousands of blocks, which get other passes than short ones (long_functions.h)."""
import numpy as np
import pytest

HEAD = """
@cuda.jit("void(int32[::1], int32[::1], int64)")
def k(x, out, n):
    i = cuda.grid(1)
"""


def guarded(count):
    return "".join(f"    if i > {k // 9}:\n        out[i + {66 * k}] = x[i] * 3 + {k}\n" for k in range(count))


def twice_guarded(count):
    return "".join(f"    if i > {k // 9} and i + {2 * k} < n:\n        out[i + {66 * k}] = x[i] * 3 + x[{k}]\n"
                   for k in range(count))


def returning(count):
    return "".join(f"    if i == {k}:\n        out[i] = x[{k}] + {k}\n        return\n" for k in range(count))


@pytest.mark.parametrize("body", [guarded, twice_guarded, returning])
@pytest.mark.parametrize("count", [520])
def test_many_guards(launch, body, count):
    x = np.random.default_rng(count).integers(-99, 99, count // 2, dtype=np.int32)
    out = np.zeros(50 * count, np.int32)
    launch.check(HEAD + body(count), "k", (2,), (33,), [x, out, np.int64(count)])
