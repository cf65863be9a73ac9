# golden: --emit=ir
from numba import cuda, float32


@cuda.jit(device=True)
def fill(n, value):
    tile = cuda.shared.array(n, float32)
    tile[0] = value
    return tile[0]


@cuda.jit("void(float32[::1], int64)")
def kernel(x, n):
    x[0] = fill(n, 2)
    x[1] = fill(2.5, 2)

# === --emit=ir
# fail_constant_argument.py:7:30: error: the shape of a shared array must be a constant (0 makes it dynamic); use a literal or a global [ConstantNeeded]
#       tile = cuda.shared.array(n, float32)
#                                ^
# fail_constant_argument.py:14:12: note: `fill(int64, int64)` is called here
#       x[0] = fill(n, 2)
#              ^~~~~~~~~~
