# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit
def helper(x):
    return x * 2

@cuda.jit("void(float32[::1])")
def apply(x):
    x[0] = helper(x[0])

# === --emit=ir --passes=-inline-functions
# function helper__device(x: f32) -> f32
#   return x * f32(2.0)
#
# kernel apply(x: f32[::1])
#   x[guard 0] = helper__device(x[guard 0])
