# golden: --emit=ir
from numba import cuda


def scale(x, a):
    x[0] *= a

double = cuda.jit("void(float64[::1], float64)")(scale)

# === --emit=ir
# kernel scale(x: f64[::1], a: f64)
#   x[guard 0] = x[guard 0] * a
