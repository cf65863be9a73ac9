# golden: --emit=ir
from numba import cuda
from math import ceil, floor, trunc

@cuda.jit("void(float32[::1])")
def names(x):
    x[0] = floor(x[0])
    x[1] = ceil(x[1])
    x[2] = trunc(x[2])

# === --emit=ir
# kernel names(x: f32[::1])
#   x[guard 0] = floor(x[guard 0]) + f32(0.0)
#   x[guard 1] = ceil(x[guard 1]) + f32(0.0)
#   x[guard 2] = trunc(x[guard 2]) + f32(0.0)
