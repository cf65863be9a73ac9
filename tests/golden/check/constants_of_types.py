# golden: --emit=ir
from numba import cuda
import numpy as np

EPS = np.finfo(np.float32).eps
BIGGEST = np.iinfo(np.uint32).max
INFO = np.finfo(np.float64)


@cuda.jit("void(float32[::1], float64[::1], int64[::1])")
def k(x, y, i):
    x[0] = EPS
    x[1] = np.finfo(np.float32).max
    x[2] = np.finfo(x.dtype).tiny
    y[0] = INFO.max
    y[1] = INFO.smallest_subnormal
    y[2] = np.finfo(float).eps
    i[0] = BIGGEST
    i[1] = np.iinfo("int8").min
    i[2] = np.iinfo(i.dtype).max
    i[3] = np.iinfo(np.int16).bits

# === --emit=ir
# kernel k(x: f32[::1], y: f64[::1], i: i64[::1])
#   x[guard 0] = f32(1.1920929e-07)
#   x[guard 1] = f32(3.4028235e+38)
#   x[guard 2] = f32(1.1754944e-38)
#   y[guard 0] = 1.7976931348623157e+308
#   y[guard 1] = 5e-324
#   y[guard 2] = 2.220446049250313e-16
#   i[guard 0] = 4294967295
#   i[guard 1] = -128
#   i[guard 2] = 9223372036854775807
#   i[guard 3] = 16
