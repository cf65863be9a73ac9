# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], float64[::1], int32, uint64, float32[::1])")
def divide(q, out, a, u, x):
    out[0] = a / 3
    x[0] = x[0] / a
    q[0] = a // 3
    q[1] = a % u
    x[1] = x[1] // 2
    x[2] = 7.5 % x[2]

# === --emit=ir
# kernel divide(q: i64[::1], out: f64[::1], a: i32, u: u64, x: f32[::1])
#   out[guard 0] = f64(a) / 3.0
#   x[guard 0] = x[guard 0] / f32(a)
#   q[guard 0] = i64(a) // 3
#   q[guard 1] = i64(u64(a) % u)
#   x[guard 1] = x[guard 1] // f32(2.0)
#   x[guard 2] = f32(7.5) % x[guard 2]
