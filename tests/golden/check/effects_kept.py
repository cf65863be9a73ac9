# golden: --emit=ir --passes=-inline-functions
from numba import cuda, int64
import numpy as np


@cuda.jit(device=True)
def take(x):
    x[0] += 1
    return x[0]


# A conversion to the type that the value has already is none.
@cuda.jit("void(int64[::1], int64)")
def k(x, z):
    x[1] = int64(take(x))
    x[2] = np.int64(cuda.atomic.add(x, 0, 1)) + 1
    x[3] = int(np.int64(take(x)).real)
    b, a = (a := take(x)), z
    x[4] = a + b
    x[5], x[6] = (c := int64(z)), np.int64(d := c + 1)
    x[7] = c + d
    (e, f), g = ((h := z), take(x)), (z := 5)
    x[8] = e + f + g + h + z

# === --emit=ir --passes=-inline-functions
# function take__device(x: i64[::1]) -> i64
#   x[guard 0] = x[guard 0] + 1
#   return x[guard 0]
#
# kernel k(x: i64[::1], z: i64)
#   x[guard 1] = take__device(x)
#   x[guard 2] = atomic.add(x[guard 0], 1) + 1
#   x[guard 3] = take__device(x)
#   a: i64 = take__device(x)
#   %3: i64 = a
#   %4: i64 = z
#   b: i64 = %3
#   a = %4
#   x[guard 4] = a + b
#   c: i64 = z
#   %8: i64 = c
#   d: i64 = c + 1
#   %9: i64 = d
#   x[guard 5] = %8
#   x[guard 6] = %9
#   x[guard 7] = c + d
#   h: i64 = z
#   %11: (i64, i64) = (h, take__device(x))
#   z = 5
#   %12: i64 = z
#   %13: (i64, i64) = %11
#   e: i64 = %13.0
#   f: i64 = %13.1
#   g: i64 = %12
#   x[guard 8] = e + f + g + h + z
