# golden: --emit=ir
from numba import cuda


@cuda.jit("void(uint8[::1], int32[::1], int64[::1])")
def widen(a, b, out):
    out[0] = a[0] + a[1]
    out[1] = a[0] - b[0]
    out[2] = b[0] * b[1]

# === --emit=ir
# kernel widen(a: u8[::1], b: i32[::1], out: i64[::1])
#   out[guard 0] = i64(a[guard 0]) + i64(a[guard 1])
#   out[guard 1] = i64(a[guard 0]) - i64(b[guard 0])
#   out[guard 2] = i64(b[guard 0]) * i64(b[guard 1])
