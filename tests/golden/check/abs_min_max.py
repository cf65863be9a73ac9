# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64[::1], uint8, uint64)")
def extremes(x, out, a, u):
    x[0] = abs(x[0])
    out[0] = abs(a)
    out[1] = abs(u)
    out[2] = min(a, out[2])
    out[3] = max(1, out[3], a)
    x[1] = min(x[1], a)
    x[2] = max((x[2], x[3], 0))

# === --emit=ir
# kernel extremes(x: f32[::1], out: i64[::1], a: u8, u: u64)
#   x[guard 0] = abs(x[guard 0])
#   out[guard 0] = abs(i64(a))
#   out[guard 1] = i64(abs(u))
#   out[guard 2] = min(i64(a), out[guard 2])
#   out[guard 3] = max(max(1, out[guard 3]), i64(a))
#   x[guard 1] = min(x[guard 1], f32(a))
#   x[guard 2] = max(max(x[guard 2], x[guard 3]), f32(0.0))
