# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int8[::1], float32[::1], uint8[::1], boolean[::1])")
def store(a, x, u, b):
    a[0] = x[0]
    a[1] = a[0] + 1
    u[0] = -1
    x[1] = a[1]
    x[2] = 1e-50
    b[0] = x[2]

# === --emit=ir
# kernel store(a: i8[::1], x: f32[::1], u: u8[::1], b: bool[::1])
#   a[guard 0] = i8(x[guard 0])
#   a[guard 1] = i8(i64(a[guard 0]) + 1)
#   u[guard 0] = u8(255)
#   x[guard 1] = f32(a[guard 1])
#   x[guard 2] = f32(0.0)
#   b[guard 0] = bool(x[guard 2])
# store_converts.py:9:12: warning: -1 does not fit in `uint8`; the kernel has 255 [ConstantOutOfRange]
#       u[0] = -1
#              ^~
