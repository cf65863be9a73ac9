# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], uint64[::1], uint8, int32)")
def shift(out, u, a, n):
    out[0] = a << n
    out[1] = out[1] >> a
    u[0] = u[0] << n
    u[1] = u[1] >> 3

# === --emit=ir
# kernel shift(out: i64[::1], u: u64[::1], a: u8, n: i32)
#   out[guard 0] = i64(a) << i64(n)
#   out[guard 1] = out[guard 1] >> i64(a)
#   u[guard 0] = u[guard 0] << i64(n)
#   u[guard 1] = u[guard 1] >> 3
