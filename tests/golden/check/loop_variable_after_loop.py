# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def last(x, n):
    for i in range(n):
        x[i] = 0
    x[0] = i

# === --emit=ir
# kernel last(x: i64[::1], n: i64)
#   i: i64 = zero
#   for i in range(0, n, 1)
#     x[guard i] = 0
#   x[guard 0] = i
# loop_variable_after_loop.py:9:12: warning: `i` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[0] = i
#              ^
