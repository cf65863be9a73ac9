# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1])")
def shadow(x):
    max = x[0]
    range = max + 1
    x[1] = range

# === --emit=ir
# kernel shadow(x: i64[::1])
#   max: i64 = x[guard 0]
#   range: i64 = max + 1
#   x[guard 1] = range
