# golden: --emit=ir
from numba import cuda


class Kernels:
    @cuda.Jit("void(float32[::1])")
    def k(x):
        x[0] = 1

# === --emit=ir
# fail_no_kernel_misspelt.py:6:6: error: no kernel found; decorate a function with `@cuda.jit` [NoKernel]
#       @cuda.Jit("void(float32[::1])")
#        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_no_kernel_misspelt.py:6:6: note: did you mean `cuda.jit`?
#       @cuda.Jit("void(float32[::1])")
#        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
