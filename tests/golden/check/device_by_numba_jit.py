# golden: --emit=ir --passes=-inline-functions
import numba
from numba import cuda, njit

@njit
def plus(a, b):
    return a + b

@numba.jit(nopython=True)
def minus(a, b):
    return a - b

@cuda.jit("void(int64[::1])")
def apply(x):
    x[0] = minus(plus(x[0], 1), x[1])

# === --emit=ir --passes=-inline-functions
# function plus__device(a: i64, b: i64) -> i64
#   return a + b
#
# function minus__device(a: i64, b: i64) -> i64
#   return a - b
#
# kernel apply(x: i64[::1])
#   x[guard 0] = minus__device(plus__device(x[guard 0], 1), x[guard 1])
