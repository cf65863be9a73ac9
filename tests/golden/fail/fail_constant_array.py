# golden: --emit=ir
from numba import cuda
import numpy as np

WEIGHTS = np.array([0.25, 0.5])
UNKNOWN = np.random.rand(3)


@cuda.jit("void(float32[::1])")
def k(x):
    WEIGHTS[0] = 1
    w = cuda.const.array_like(1)
    x[0] = UNKNOWN[0]

# === --emit=ir
# fail_constant_array.py:11:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       WEIGHTS[0] = 1
#       ^~~~~~~
# fail_constant_array.py:11:5: note: the host's arrays are constants in a kernel: give it what changes as an argument
#       WEIGHTS[0] = 1
#       ^~~~~~~
# fail_constant_array.py:12:31: error: the argument of `cuda.const.array_like` must be a constant NumPy array; use a literal or a global [ConstantNeeded]
#       w = cuda.const.array_like(1)
#                                 ^
# fail_constant_array.py:13:12: error: `UNKNOWN` is not known at compile time: `np.random.rand` is not evaluated before the program runs; give it with -D UNKNOWN=VALUE [NotConstant]
#       x[0] = UNKNOWN[0]
#              ^~~~~~~
# fail_constant_array.py:6:11: note: its value comes from here
#   UNKNOWN = np.random.rand(3)
#             ^~~~~~~~~~~~~~~~~
