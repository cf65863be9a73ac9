# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def update(x, n):
    n += 1
    n <<= 2
    n //= 3
    a = n
    a /= 2
    a **= 2
    a *= x[0]
    x[0] = a

# === --emit=ir
# kernel update(x: f32[::1], n: i64)
#   n = n + 1
#   n = n << 2
#   n = n // 3
#   a: i64 = n
#   a.1: f64 = f64(a) / 2.0
#   a.1 = a.1 ** 2.0
#   a.2: f32 = f32(a.1) * x[guard 0]
#   x[guard 0] = a.2
