# golden: --emit=ir
from numba import cuda


@cuda.jit("void(boolean[::1], int64[::1])")
def bools(b, out):
    out[0] = b[0] + b[1]
    b[0] = b[1] & b[2]
    b[1] = b[1] | b[2]
    b[2] = b[1] ^ b[2]
    out[1] = -b[0]
    out[2] = ~b[0]
    b[3] = 5

# === --emit=ir
# kernel bools(b: bool[::1], out: i64[::1])
#   out[guard 0] = i64(b[guard 0]) + i64(b[guard 1])
#   b[guard 0] = b[guard 1] & b[guard 2]
#   b[guard 1] = b[guard 1] | b[guard 2]
#   b[guard 2] = b[guard 1] ^ b[guard 2]
#   out[guard 1] = -i64(b[guard 0])
#   out[guard 2] = ~i64(b[guard 0])
#   b[guard 3] = True
