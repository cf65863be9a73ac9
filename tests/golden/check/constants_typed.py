# golden: --emit=ir
from numba import cuda
import numpy as np

HALF = np.float32(0.5)
COUNT = np.uint64(7)
SMALL = np.int8(100) + np.int8(100)

@cuda.jit("void(float64[::1])")
def constants(x):
    x[0] = HALF
    x[1] = HALF * 0.1
    x[2] = COUNT + 1
    x[3] = SMALL

# === --emit=ir
# kernel constants(x: f64[::1])
#   x[guard 0] = 0.5
#   x[guard 1] = 0.05000000074505806
#   x[guard 2] = 8.0
#   x[guard 3] = -56.0
