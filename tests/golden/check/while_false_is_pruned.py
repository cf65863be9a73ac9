# golden: --emit=ir
from numba import cuda


DEBUG = False

@cuda.jit("void(int64[::1])")
def quiet(out):
    while DEBUG:
        out[0] = "never checked"
    out[1] = 1

# === --emit=ir
# kernel quiet(out: i64[::1])
#   while False
#     pass
#   out[guard 1] = 1
