# golden: --emit=ir
from numba import cuda
import numpy as np

@cuda.jit("void(float32[::1], float64, float64[::1])")
def widen(x, a, y):
    x[0] = a * x[0]
    y[0] = x[0] * np.float64(0.5)

# === --emit=ir
# kernel widen(x: f32[::1], a: f64, y: f64[::1])
#   x[guard 0] = f32(a * f64(x[guard 0]))
#   y[guard 0] = f64(x[guard 0]) * 0.5
