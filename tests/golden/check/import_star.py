# golden: --emit=ir
from math import *
from numba import *
from numba import cuda

@cuda.jit(void(float32[::1]))
def waves(x):
    x[0] = sqrt(x[0]) * pi + floor(x[1])

# === --emit=ir
# kernel waves(x: f32[::1])
#   x[guard 0] = fma(math.sqrt(x[guard 0]), f32(3.1415927), floor(x[guard 1]) + f32(0.0))
