# golden: --emit=ir
from numba import cuda
from numba import float64

@cuda.jit("void(float64[::1])")
def k(x):
    own = cuda.local.array((1024, 1024), float64)
    x[0] = own[0, 0]

# === --emit=ir
# fail_local_too_large.py:7:28: error: a local array of 8388608 bytes is too large; a thread has at most 524288 [LocalTooLarge]
#       own = cuda.local.array((1024, 1024), float64)
#                              ^~~~~~~~~~~~
