# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("void(float32[::1], int64[::1])")
def pairs(x, n):
    x[0], n[0] = math.frexp(x[0])
    fraction, whole = math.modf(x[1])
    x[1] = fraction + whole

# === --emit=ir
# kernel pairs(x: f32[::1], n: i64[::1])
#   %2: (f32, i64) = math.frexp(x[guard 0])
#   x[guard 0] = %2.0
#   n[guard 0] = %2.1
#   %3: (f32, f32) = math.modf(x[guard 1])
#   fraction: f32 = %3.0
#   whole: f32 = %3.1
#   x[guard 1] = fraction + whole
