# golden: --emit=ir
import numpy as np
from numba import cuda

TABLE = np.zeros(4)
for i in range(4):
    TABLE[i] = i * i
SIZES = [1, 2]
SIZES.append(3)
OPTIONS = {"n": 1}
LIMIT = 1


def configure():
    global LIMIT
    LIMIT = 2
    OPTIONS["n"] = 2


@cuda.jit("void(float64[::1], int64)")
def k(x, n):
    x[0] = TABLE[1]
    x[1] = SIZES[0]
    x[2] = OPTIONS["n"]
    x[3] = LIMIT


WIDTHS = {"a": 1}


@cuda.jit("void(float64[::1], int64)")
def keys(x, n):
    x[0] = WIDTHS["b"]
    x[1] = WIDTHS[n]
    x[2] = WIDTHS

