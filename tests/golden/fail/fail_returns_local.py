# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def again(n):
    a = cuda.local.array(4, np.float32)
    a[0] = n
    if n > 0:
        a = again(n - 1)
    return a


@cuda.jit(device=True)
def twice():
    a = cuda.local.array(4, np.float32)
    b = a * 2
    return b


@cuda.jit("void(float32[::1])")
def k(out):
    out[1] = again(int(out[0]))[0]
    out[2] = twice()[0]

# === --emit=ir
# fail_returns_local.py:7:5: error: `again` returns a new array, which ends with the call; give it the array as a parameter, or return its values in a tuple [ReturnsLocal]
#   def again(n):
#       ^~~~~
# fail_returns_local.py:24:14: note: `again(int64)` is called here
#       out[1] = again(int(out[0]))[0]
#                ^~~~~~~~~~~~~~~~~~
# fail_returns_local.py:19:12: error: `twice` returns a new array, which ends with the call; give it the array as a parameter, or return its values in a tuple [ReturnsLocal]
#       return b
#              ^
# fail_returns_local.py:25:14: note: `twice()` is called here
#       out[2] = twice()[0]
#                ^~~~~~~
