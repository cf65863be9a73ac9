# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def offset(x, by):
    if by is None:
        return x
    return x + by

@cuda.jit("void(float32[::1])")
def apply(x):
    y = None
    if y is None:
        x[0] = offset(x[0], 2)

# === --emit=ir --passes=-inline-functions
# function offset__device(x: f32, by: i64) -> f32
#   return x + f32(by)
#
# kernel apply(x: f32[::1])
#   x[guard 0] = offset__device(x[guard 0], 2)
