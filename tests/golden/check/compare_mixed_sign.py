# golden: --emit=ir
from numba import cuda


@cuda.jit("void(boolean[::1], int32, uint64, uint8)")
def compare(out, a, b, c):
    out[0] = a < b
    out[1] = c == a
    out[2] = b >= c

# === --emit=ir
# kernel compare(out: bool[::1], a: i32, b: u64, c: u8)
#   out[guard 0] = i64(a) < b
#   out[guard 1] = i64(c) == i64(a)
#   out[guard 2] = b >= i64(c)
