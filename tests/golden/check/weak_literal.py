# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def halve(x):
    x[0] = x[0] * 0.5 + 1

# === --emit=ir
# kernel halve(x: f32[::1])
#   x[guard 0] = fma(x[guard 0], f32(0.5), f32(1.0))
