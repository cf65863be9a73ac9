# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def inner(x):
    return x + 1

@cuda.jit(device=True)
def outer(x):
    return inner(inner(x) * 2.0)

@cuda.jit("void(float32[::1])")
def apply(x):
    x[0] = outer(x[0])

# === --emit=ir --passes=-inline-functions
# function inner__device(x: f32) -> f32
#   return x + f32(1.0)
#
# function outer__device(x: f32) -> f32
#   return inner__device(inner__device(x) * f32(2.0))
#
# kernel apply(x: f32[::1])
#   x[guard 0] = outer__device(x[guard 0])
