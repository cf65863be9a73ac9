# golden: --emit=ir
from numba import cuda
from numba import float32, types

@cuda.jit(types.void(types.Array(float32, 0, "C"), float32[::1]))
def scalar(s, x):
    s[()] = x[0] + s[()]

# === --emit=ir
# kernel scalar(s: f32[], x: f32[::1])
#   s[()] = x[guard 0] + s[()]
