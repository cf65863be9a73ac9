# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    y = unknown
    z = y + 1
    x[0] = z * y
    for i in range(y):
        x[i] = z

# === --emit=ir
# fail_error_reported_once.py:7:9: error: name `unknown` is not defined [UnknownName]
#       y = unknown
#           ^~~~~~~
