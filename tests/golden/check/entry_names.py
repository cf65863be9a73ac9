# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1])")
def add(x):
    x[0] = 1

@cuda.jit("void(int32[::1])")
def _(x):
    x[0] = 2

# === --emit=ir
# kernel add(x: i32[::1])
#   x[guard 0] = i32(1)
#
# kernel _$(x: i32[::1])
#   x[guard 0] = i32(2)
