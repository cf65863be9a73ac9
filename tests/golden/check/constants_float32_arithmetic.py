# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("void(float32[::1])")
def angle(x):
    x[0] = x[0] * (2 * math.pi / 360)

# === --emit=ir
# kernel angle(x: f32[::1])
#   x[guard 0] = x[guard 0] * f32(0.017453292)
