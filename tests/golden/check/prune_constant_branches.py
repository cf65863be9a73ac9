# golden: --emit=ir
from numba import cuda


MODE = 2
USE_FAST = None

@cuda.jit("void(float32[::1])")
def prune(x):
    if MODE == 1:
        x[0] = undefined_name
    elif MODE == 2 and not USE_FAST:
        x[0] = 2
    if USE_FAST is not None:
        x["a"] = 1

# === --emit=ir
# kernel prune(x: f32[::1])
#   x[guard 0] = f32(2.0)
