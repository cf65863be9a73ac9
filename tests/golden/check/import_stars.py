# golden: --emit=ir -I _project --passes=-inline-functions
from numba import cuda
from stars import *
from nowhere import *


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = square(x[0]) * TILE

# === --emit=ir -I _project --passes=-inline-functions
# function square__device(x: f32) -> f32
#   return x * x
#
# kernel k(x: f32[::1])
#   x[guard 0] = square__device(x[guard 0]) * f32(4.0)
