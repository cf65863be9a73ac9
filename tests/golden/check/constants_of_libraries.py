# golden: --emit=ir
from numba import cuda
import math
import numpy as np
import scipy.constants as const
from math import pi as PI
from scipy.constants import speed_of_light as c, k

@cuda.jit("void(float64[::1])")
def constants(x):
    x[0] = math.tau + np.e + PI
    x[1] = c * k + const.h + const.N_A
    x[2] = -np.inf if math.nan != x[3] else 2 * math.sqrt(2.0)

# === --emit=ir
# kernel constants(x: f64[::1])
#   x[guard 0] = 12.143059789228424
#   x[guard 1] = 6.02214076e+23
#   x[guard 2] = -inf if nan != x[guard 3] else 2.0 * math.sqrt(2.0)
# constants_of_libraries.py:13:23: warning: this is always True: nan equals nothing, not even itself; write `not math.isnan(x[3])` [CertainComparison]
#       x[2] = -np.inf if math.nan != x[3] else 2 * math.sqrt(2.0)
#                         ^~~~~~~~~~~~~~~~
