# golden: --emit=ir
from numba import cuda


SIZE = 16

@cuda.jit("void(int64[::1])")
def constant(out):
    if 0 < SIZE <= 32:
        out[0] = 1
    else:
        out[0] = "never checked"

# === --emit=ir
# kernel constant(out: i64[::1])
#   out[guard 0] = 1
