# golden: --emit=ir
from numba import cuda


def kernel(x):
    x[0] = 1

# === --emit=ir
# fail_no_kernel.py:1:1: error: no kernel found; decorate a function with `@cuda.jit` [NoKernel]
#   # golden: --emit=ir
#   ^
