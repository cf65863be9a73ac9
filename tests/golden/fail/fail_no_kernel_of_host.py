# golden: --emit=ir
import numba as nb


@nb.njit(parallel=True)
def k(x):
    x[0] = 1

# === --emit=ir
# fail_no_kernel_of_host.py:5:2: error: no kernel found; decorate a function with `@cuda.jit` [NoKernel]
#   @nb.njit(parallel=True)
#    ^~~~~~~~~~~~~~~~~~~~~~
# fail_no_kernel_of_host.py:5:2: note: `@nb.njit` makes functions for the host, which kernels may call; write `@cuda.jit`
#   @nb.njit(parallel=True)
#    ^~~~~~~~~~~~~~~~~~~~~~
