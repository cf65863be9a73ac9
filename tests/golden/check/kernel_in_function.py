# golden: --emit=ir
from numba import cuda


def launch(n):
    block = 32

    @cuda.jit("void(float32[::1])")
    def inner(x):
        x[0] = block

    inner[n // block, block](n)
    return inner

# === --emit=ir
# kernel inner(x: f32[::1])
#   x[guard 0] = f32(32.0)
