# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("void(float32[::1])")
def real(x):
    x[0] = math.acos(x[0]) + math.acosh(x[0]) + math.asin(x[0])
    x[1] = math.asinh(x[1]) + math.atan(x[1]) + math.atanh(x[1])
    x[2] = math.cbrt(x[2]) + math.cos(x[2]) + math.cosh(x[2])
    x[3] = math.degrees(x[3]) + math.erf(x[3]) + math.erfc(x[3])
    x[4] = math.exp(x[4]) + math.exp2(x[4]) + math.expm1(x[4])
    x[5] = math.fabs(x[5]) + math.gamma(x[5]) + math.lgamma(x[5])
    x[6] = math.log(x[6]) + math.log10(x[6]) + math.log1p(x[6])
    x[7] = math.log2(x[7]) + math.radians(x[7]) + math.sin(x[7])
    x[8] = math.sinh(x[8]) + math.sqrt(x[8]) + math.tan(x[8])
    x[9] = math.tanh(x[9])

# === --emit=ir
# kernel real(x: f32[::1])
#   x[guard 0] = math.acos(x[guard 0]) + math.acosh(x[guard 0]) + math.asin(x[guard 0])
#   x[guard 1] = math.asinh(x[guard 1]) + math.atan(x[guard 1]) + math.atanh(x[guard 1])
#   x[guard 2] = math.cbrt(x[guard 2]) + math.cos(x[guard 2]) + math.cosh(x[guard 2])
#   x[guard 3] = math.degrees(x[guard 3]) + math.erf(x[guard 3]) + math.erfc(x[guard 3])
#   x[guard 4] = math.exp(x[guard 4]) + math.exp2(x[guard 4]) + math.expm1(x[guard 4])
#   x[guard 5] = math.fabs(x[guard 5]) + math.gamma(x[guard 5]) + math.lgamma(x[guard 5])
#   x[guard 6] = math.log(x[guard 6]) + math.log10(x[guard 6]) + math.log1p(x[guard 6])
#   x[guard 7] = math.log2(x[guard 7]) + math.radians(x[guard 7]) + math.sin(x[guard 7])
#   x[guard 8] = math.sinh(x[guard 8]) + math.sqrt(x[guard 8]) + math.tan(x[guard 8])
#   x[guard 9] = math.tanh(x[guard 9])
