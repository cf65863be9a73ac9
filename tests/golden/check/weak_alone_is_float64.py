# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("void(float64[::1], int64, int64)")
def ratio(out, a, b):
    r = a / b
    out[0] = r
    out[1] = math.sqrt(a)
    out[2] = float(a)

# === --emit=ir
# kernel ratio(out: f64[::1], a: i64, b: i64)
#   r: f64 = f64(a) / f64(b)
#   out[guard 0] = r
#   out[guard 1] = math.sqrt(f64(a))
#   out[guard 2] = f64(a)
