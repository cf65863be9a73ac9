# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def early(x):
    return None
    x[0] = undefined_name

# === --emit=ir
# kernel early(x: f32[::1])
#   return
