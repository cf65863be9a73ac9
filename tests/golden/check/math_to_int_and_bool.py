# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("void(float32[::1], int64[::1], boolean[::1])")
def integers(x, n, b):
    n[0] = math.floor(x[0]) + math.ceil(x[1]) + math.trunc(x[2])
    x[3] = math.floor(x[3]) * x[4]
    x[4] = math.ceil(x[4])
    n[1] = math.floor(n[1])
    b[0] = math.isfinite(x[5]) and math.isinf(x[5]) or math.isnan(x[5])

# === --emit=ir
# kernel integers(x: f32[::1], n: i64[::1], b: bool[::1])
#   n[guard 0] = math.floor(x[guard 0]) + math.ceil(x[guard 1]) + math.trunc(x[guard 2])
#   x[guard 3] = (floor(x[guard 3]) + f32(0.0)) * x[guard 4]
#   x[guard 4] = ceil(x[guard 4]) + f32(0.0)
#   n[guard 1] = n[guard 1]
#   b[guard 0] = math.isfinite(x[guard 5]) and math.isinf(x[guard 5]) or math.isnan(x[guard 5])
