# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64[::1], uint64, boolean[::1])")
def convert(x, out, u, b):
    out[0] = int(x[0])
    out[1] = int(u)
    x[1] = float(out[1])
    b[0] = bool(x[2])
    out[2] = int() + int(True)
    b[1] = bool(out[2] and x[3])

# === --emit=ir
# kernel convert(x: f32[::1], out: i64[::1], u: u64, b: bool[::1])
#   out[guard 0] = i64(x[guard 0])
#   out[guard 1] = i64(u)
#   x[guard 1] = f32(f64(out[guard 1]))
#   b[guard 0] = bool(x[guard 2])
#   out[guard 2] = 1
#   b[guard 1] = bool(out[guard 2]) and bool(x[guard 3])
