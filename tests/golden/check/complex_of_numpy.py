# golden: --emit=ir --passes=-inline-functions
import numpy as np
from numba import cuda


@cuda.jit("void(complex64[::1])")
def k(x):
    x[0] = np.log2(x[0])
    x[1] = np.rint(x[1])

# === --emit=ir --passes=-inline-functions
# function isfinite__device(z: c64) -> bool
#   return math.isfinite(np.real(z)) and math.isfinite(np.imag(z))
#
# function log_size__device(z: c64) -> f32
#   %1: f32 = abs(np.real(z))
#   %2: f32 = abs(np.imag(z))
#   ax: f32 = %1
#   ay: f32 = %2
#   size: f32 = math.hypot(ax, ay)
#   if f32(0.71) <= size and size <= f32(1.73)
#     %6: f32 = max(ax, ay)
#     %7: f32 = min(ax, ay)
#     most: f32 = %6
#     least: f32 = %7
#     return math.log1p(fma(most - f32(1.0), most + f32(1.0), least * least)) / f32(2.0)
#   if math.isinf(size) and isfinite__device(z)
#     return math.log(math.hypot(ax * f32(0.5), ay * f32(0.5))) + f32(0.6931472)
#   if size < f32(1e-30) and size > f32(0.0)
#     return math.log(math.hypot(ax * f32(1.1529215e+18), ay * f32(1.1529215e+18))) - f32(41.58883)
#   return math.log(size)
#
# function phase__device(z: c64) -> f32
#   return math.atan2(np.imag(z), np.real(z))
#
# function log2__device(z: c64) -> c64
#   return complex(log_size__device(z) / f32(0.6931472), phase__device(z) / f32(0.6931472))
#
# function rint__device(z: c64) -> c64
#   return complex(rint(np.real(z)), rint(np.imag(z)))
#
# kernel k(x: c64[::1])
#   x[guard 0] = log2__device(x[guard 0])
#   x[guard 1] = rint__device(x[guard 1])
