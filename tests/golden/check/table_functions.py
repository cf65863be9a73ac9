# golden: --emit=ir --passes=-inline-functions
# What a kernel does with what a function gives it changes no table that the
# function reads.
import numpy as np
from numba import cuda, int32, int64

TABLE = np.array([3, -1, 4, 1], np.int32)


@cuda.jit(device=True)
def entry(i):
    return TABLE[i]


@cuda.jit("void(int32[::1], int64)")
def k(x, i):
    x[0] = entry(i)
    p = entry(i)
    p += 1
    x[1] = p
    i = entry(i)
    x[2] = TABLE[i]

# === --emit=ir --passes=-inline-functions
# function entry__device(i: i64) -> i32
#   constant @TABLE: i32[4]
#   return @TABLE[guard wrap(i)]
#
# kernel k(x: i32[::1], i: i64)
#   constant @TABLE: i32[4]
#   x[guard 0] = entry__device(i)
#   p: i32 = entry__device(i)
#   p.1: i64 = i64(p) + 1
#   x[guard 1] = i32(p.1)
#   i.1: i32 = entry__device(i)
#   x[guard 2] = @TABLE[guard wrap(i64(i.1))]
