# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def up(x):
    return x + 1

step = up
chosen = (up, step)

@cuda.jit("void(float32[::1])")
def apply(x):
    f = step
    x[0] = f(chosen[1](x[0]))

# === --emit=ir --passes=-inline-functions
# function up__device(x: f32) -> f32
#   return x + f32(1.0)
#
# kernel apply(x: f32[::1])
#   x[guard 0] = up__device(up__device(x[guard 0]))
