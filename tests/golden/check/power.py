# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64[::1], uint64, int64)")
def power(x, out, u, n):
    x[0] = x[0] ** 2
    x[1] = 2 ** x[1]
    out[0] = n ** 3
    out[1] = u ** n
    x[2] = n ** -1
    out[2] = n ** n
    x[3] = pow(x[3], 0.5)

# === --emit=ir
# kernel power(x: f32[::1], out: i64[::1], u: u64, n: i64)
#   x[guard 0] = x[guard 0] ** f32(2.0)
#   x[guard 1] = f32(2.0) ** x[guard 1]
#   out[guard 0] = n ** 3
#   out[guard 1] = i64(u64(u == 1) if n < 0 else u ** u64(n))
#   x[guard 2] = f32(f64(n) ** (-1.0))
#   out[guard 2] = n ** n
#   x[guard 3] = x[guard 3] ** f32(0.5)
