# golden: --emit=ir --passes=-inline-functions
# What meets a float16 is one before it is computed with, in whatever type that is.
import math
import numpy as np
from numba import cuda


@cuda.jit("(float16[:], int64[:], float64[:])")
def k(h, i, d):
    h[0] = h[0] % i[0]
    h[1] = i[0] // h[0]
    h[2] = h[0] ** 0.1
    h[3] = math.fmod(h[0], i[0])
    h[4] = math.log(h[0], 0.1)
    h[5] = np.logaddexp(h[0], i[0])
    h[6] = d[0] % h[0]

# === --emit=ir --passes=-inline-functions
# function np__logaddexp__device(x: f32, y: f32) -> f32
#   rest: f32 = math.log1p(math.exp(-abs(x - y)))
#   return x + f32(0.6931472) if x == y else max(x, y) + rest
#
# kernel k(h: f16[:], i: i64[:], d: f64[:])
#   h[guard 0] = f16(f32(h[guard 0]) % f32(f16(i[guard 0])))
#   h[guard 1] = f16(f32(f16(i[guard 0])) // f32(h[guard 0]))
#   h[guard 2] = f16(f32(h[guard 0]) ** f32(0.099975586))
#   h[guard 3] = f16(math.fmod(f32(h[guard 0]), f32(f16(i[guard 0]))))
#   h[guard 4] = f16(math.log(f32(h[guard 0])) / math.log(f32(0.099975586)))
#   h[guard 5] = f16(np__logaddexp__device(f32(h[guard 0]), f32(f16(i[guard 0]))))
#   h[guard 6] = f16(d[guard 0] % f64(h[guard 0]))
