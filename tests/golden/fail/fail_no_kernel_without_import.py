# golden: --emit=ir


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = 1

# === --emit=ir
# fail_no_kernel_without_import.py:4:2: error: no kernel found; decorate a function with `@cuda.jit` [NoKernel]
#   @cuda.jit("void(float32[::1])")
#    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_no_kernel_without_import.py:4:2: note: `cuda` is not imported; write `from numba import cuda`
#   @cuda.jit("void(float32[::1])")
#    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
