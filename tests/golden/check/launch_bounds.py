# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])", launch_bounds=(256, 2), max_registers=64)
def bounded(x):
    x[0] = 1

@cuda.jit("void(float32[::1])", launch_bounds=128, fastmath=True, cache=True)
def one(x):
    x[0] = 1

# === --emit=ir
# kernel bounded(x: f32[::1])
#   launch_bounds 256, 2
#   max_registers 64
#   x[guard 0] = f32(1.0)
#
# kernel one(x: f32[::1])
#   launch_bounds 128, 0
#   float32 fast ftz approximate_division approximate_sqrt
#   x[guard 0] = f32(1.0)
