# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def f(x):
    return x + 1

# === --emit=ir
# fail_no_kernel_device.py:5:2: error: no kernel found; decorate a function with `@cuda.jit` [NoKernel]
#   @cuda.jit(device=True)
#    ^~~~~~~~~~~~~~~~~~~~~
# fail_no_kernel_device.py:5:2: note: with device=True it is called by kernels, and is none itself
#   @cuda.jit(device=True)
#    ^~~~~~~~~~~~~~~~~~~~~
