# golden: --emit=ir
from numba import cuda


@cuda
def k(x):
    x[0] = 1

# === --emit=ir
# fail_no_kernel_module.py:5:2: error: no kernel found; decorate a function with `@cuda.jit` [NoKernel]
#   @cuda
#    ^~~~
# fail_no_kernel_module.py:5:2: note: this is a module; write `@cuda.jit`
#   @cuda
#    ^~~~
