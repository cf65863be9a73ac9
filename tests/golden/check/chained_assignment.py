# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def chain(x, n):
    a = b = x[0] = n * 2
    c = d = 1.5
    x[1] = a + b + c + d

# === --emit=ir
# kernel chain(x: f32[::1], n: i64)
#   %2: i64 = n * 2
#   a: i64 = %2
#   b: i64 = %2
#   x[guard 0] = f32(%2)
#   c: f64 = 1.5
#   d: f64 = 1.5
#   x[guard 1] = f32(f64(a + b) + 1.5 + 1.5)
