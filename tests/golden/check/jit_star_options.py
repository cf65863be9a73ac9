# golden: --emit=ir
from numba import cuda

OPTIONS = {"fastmath": True, "max_registers": 24}


@cuda.jit("void(float32[::1])", **OPTIONS)
def k(x):
    x[0] = x[0] / 3

# === --emit=ir
# kernel k(x: f32[::1])
#   max_registers 24
#   float32 fast ftz approximate_division approximate_sqrt
#   x[guard 0] = x[guard 0] / f32(3.0)
