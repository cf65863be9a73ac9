# golden: --emit=ir
from numba import cuda

N = 3


@cuda.jit("void(float32[::1])")
def k(a):
    global N
    x = a[0]
    a[1] = x * N
    del x
    x = 1
    a[2] = x

# === --emit=ir
# kernel k(a: f32[::1])
#   x: f32 = a[guard 0]
#   a[guard 1] = x * f32(3.0)
#   x.1: i64 = 1
#   a[guard 2] = f32(1.0)
