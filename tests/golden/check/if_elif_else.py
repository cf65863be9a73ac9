# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def sign(out, n):
    if n < 0:
        out[0] = -1
    elif n == 0:
        out[0] = 0
    else:
        out[0] = 1
        return
    out[1] = n

# === --emit=ir
# kernel sign(out: i64[::1], n: i64)
#   if n < 0
#     out[guard 0] = -1
#   else
#     if n == 0
#       out[guard 0] = 0
#     else
#       out[guard 0] = 1
#       return
#   out[guard 1] = n
