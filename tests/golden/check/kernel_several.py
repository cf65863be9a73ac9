# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def one(x):
    x[0] = 1

@cuda.jit("void(int32[::1])")
def two(x):
    x[0] = 2

# === --emit=ir
# kernel one(x: f32[::1])
#   x[guard 0] = f32(1.0)
#
# kernel two(x: i32[::1])
#   x[guard 0] = i32(2)
