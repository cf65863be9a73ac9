# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    if x[0] > 1:
        return
    return x[0] + 1

# === --emit=ir
# fail_kernel_returns_value.py:9:12: error: a kernel returns nothing; store the result in an array [KernelReturnsValue]
#       return x[0] + 1
#              ^~~~~~~~
