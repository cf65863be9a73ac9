# golden: --emit=ir -I _project --passes=-inline-functions
from numba import cuda
import pkg.util as m
import pkg.sub.limits
import pkg
from pkg import square, SHIFT, deep
from pkg.util import limited
from pkg.deep import SUM


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = m.square(x[0]) + square(x[1]) + m.OFFSET
    x[1] = limited(x[1]) + SHIFT
    x[2] = pkg.sub.limits.LIMIT + deep.SUM + SUM

# === --emit=ir -I _project --passes=-inline-functions
# function square__device(x: f32) -> f32
#   return x * x
#
# function limited__device(x: f32) -> f32
#   return min(math.sqrt(square__device(x)), f32(13.5)) + f32(3.0)
#
# kernel k(x: f32[::1])
#   x[guard 0] = square__device(x[guard 0]) + square__device(x[guard 1]) + f32(3.0)
#   x[guard 1] = limited__device(x[guard 1]) + f32(3.0)
#   x[guard 2] = f32(27.5)
