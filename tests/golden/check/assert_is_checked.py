# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def checked(x):
    assert x.size > 0, "empty"
    x[0] = 1

# === --emit=ir
# kernel checked(x: f32[::1])
#   if not x.size > 0
#     raise AssertionError("")
#   x[0] = f32(1.0)
