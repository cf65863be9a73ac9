# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("void(float32[::1], float64, int64)")
def two(x, y, n):
    x[0] = math.atan2(x[0], 1.0) + math.copysign(x[1], n)
    x[1] = math.fmod(x[1], y)
    x[2] = math.hypot(x[2], x[3]) + math.nextafter(x[2], 0)
    x[3] = math.pow(x[3], 2) + math.remainder(x[3], x[4])
    x[4] = math.ldexp(x[4], n) + math.log(x[5], 2)

# === --emit=ir
# kernel two(x: f32[::1], y: f64, n: i64)
#   x[guard 0] = math.atan2(x[guard 0], f32(1.0)) + math.copysign(x[guard 1], f32(n))
#   x[guard 1] = f32(math.fmod(f64(x[guard 1]), y))
#   x[guard 2] = math.hypot(x[guard 2], x[guard 3]) + math.nextafter(x[guard 2], f32(0.0))
#   x[guard 3] = math.pow(x[guard 3], f32(2.0)) + math.remainder(x[guard 3], x[guard 4])
#   x[guard 4] = math.ldexp(x[guard 4], n) + math.log(x[guard 5]) / math.log(f32(2.0))
