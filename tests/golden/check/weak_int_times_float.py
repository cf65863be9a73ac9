# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64, uint8[::1])")
def scale(x, n, b):
    x[0] = n * x[0]
    x[1] = b[1] - x[1]

# === --emit=ir
# kernel scale(x: f32[::1], n: i64, b: u8[::1])
#   x[guard 0] = f32(n) * x[guard 0]
#   x[guard 1] = f32(b[guard 1]) - x[guard 1]
