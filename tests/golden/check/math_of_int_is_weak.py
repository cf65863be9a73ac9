# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("void(float32[::1], float64[::1], int32)")
def roots(x, y, n):
    x[0] = x[1] * math.sqrt(n)
    y[0] = math.sqrt(2) + math.exp(n)

# === --emit=ir
# kernel roots(x: f32[::1], y: f64[::1], n: i32)
#   x[guard 0] = x[guard 1] * f32(math.sqrt(f64(n)))
#   y[guard 0] = math.sqrt(2.0) + math.exp(f64(n))
