# golden: --emit=ir
from numba import cuda
import sys

if len(sys.argv) > 1:
    N = 4
else:
    N = 8

@cuda.jit("void(int64[::1])")
def k(x):
    x[0] = N

# === --emit=ir
# fail_constant_set_twice.py:12:12: error: `N` is not known at compile time: `N` is set in several places, the last of them under a condition; give it with -D N=VALUE [NotConstant]
#       x[0] = N
#              ^
# fail_constant_set_twice.py:8:5: note: its value comes from here
#       N = 8
#       ^
