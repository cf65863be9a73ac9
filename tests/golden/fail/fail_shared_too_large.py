# golden: --emit=ir
from numba import cuda
from numba import float64

@cuda.jit(device=True)
def helper(x):
    tile = cuda.shared.array((64, 64), float64)
    tile[0, 0] = x
    return tile[1, 1]

@cuda.jit("void(float64[::1])")
def fits(x):
    x[0] = helper(x[0])

@cuda.jit("void(float64[::1])")
def together(x):
    more = cuda.shared.array(4096, float64)
    x[0] = helper(x[0]) + more[0]

# === --emit=ir
# fail_shared_too_large.py:7:12: error: `together` declares 65536 bytes of shared memory; at most 49152 can be static, use shape 0 for dynamic shared memory [SharedTooLarge]
#       tile = cuda.shared.array((64, 64), float64)
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
