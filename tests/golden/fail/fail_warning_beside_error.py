# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    if n:
        y = 1
    x[0] = y
    x[1] = oops

# === --emit=ir
# fail_warning_beside_error.py:9:12: warning: `y` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[0] = y
#              ^
# fail_warning_beside_error.py:10:12: error: name `oops` is not defined [UnknownName]
#       x[1] = oops
#              ^~~~
