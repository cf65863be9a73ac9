# golden: --emit=ir
import numpy as np
from numba import cuda

POINT = np.dtype([("x", np.float32), ("n", np.int32)])


@cuda.jit(device=True)
def whole():
    a = cuda.local.array(4, np.float32)
    a[0] = 1
    return a


@cuda.jit(device=True)
def part():
    a = cuda.local.array(4, np.float32)
    b = a[1:]
    if b[0] > 0:
        b = a[2:]
    return 1, b


@cuda.jit(device=True)
def record():
    a = cuda.local.array(4, POINT)
    r = a[2]
    return r


@cuda.jit(device=True)
def same(a):
    a[0] = 2
    return a[1:]


@cuda.jit(device=True)
def passed():
    a = cuda.local.array(4, np.float32)
    return same(a)


@cuda.jit(device=True)
def values():
    a = cuda.local.array(2, np.float32)
    a[0] = a[1] = 3
    return same(a)[0], a[1]


@cuda.jit("void(float32[::1])")
def k(out):
    mine = cuda.local.array(4, np.float32)
    out[0] = same(mine)[0] + values()[0]
    out[1] = whole()[0]
    out[2] = part()[1][0]
    out[3] = record().x
    out[4] = passed()[0]

# === --emit=ir
# fail_returns_local.py:12:12: error: `whole` returns its own local array, which ends with the call; give it the array as a parameter, or return its values in a tuple [ReturnsLocal]
#       return a
#              ^
# fail_returns_local.py:21:12: error: `part` returns its own local array, which ends with the call; give it the array as a parameter, or return its values in a tuple [ReturnsLocal]
#       return 1, b
#              ^~~~
# fail_returns_local.py:28:12: error: `record` returns its own local array, which ends with the call; give it the array as a parameter, or return its values in a tuple [ReturnsLocal]
#       return r
#              ^
# fail_returns_local.py:40:12: error: `passed` returns its own local array, which ends with the call; give it the array as a parameter, or return its values in a tuple [ReturnsLocal]
#       return same(a)
#              ^~~~~~~
