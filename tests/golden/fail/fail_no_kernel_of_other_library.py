# golden: --emit=ir
import functools

import triton


@functools.cache
@triton.jit
def k(x):
    x[0] = 1

# === --emit=ir
# fail_no_kernel_of_other_library.py:8:2: error: no kernel found; decorate a function with `@cuda.jit` [NoKernel]
#   @triton.jit
#    ^~~~~~~~~~
# fail_no_kernel_of_other_library.py:8:2: note: `@triton.jit` is of another library, whose kernels are not compiled here
#   @triton.jit
#    ^~~~~~~~~~
