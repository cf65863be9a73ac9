# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def join(x, n):
    a = 0
    b = 0
    for i in range(n):
        x[i] = a + b
        b = a
        a = x[i] * 2
    x[0] = b

# === --emit=ir
# kernel join(x: f32[::1], n: i64)
#   a: i64 = 0
#   b: i64 = 0
#   a.1: f32 = f32(0.0)
#   b.1: f32 = f32(0.0)
#   for i: i64 in range(0, n, 1)
#     x[guard i] = a.1 + b.1
#     b.1 = a.1
#     a.1 = x[guard i] * f32(2.0)
#   x[guard 0] = b.1
