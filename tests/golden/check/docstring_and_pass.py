# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def documented(x):
    """Does nothing."""
    pass
    ...
    x[0]

# === --emit=ir
# kernel documented(x: f32[::1])
#   x[guard 0]
