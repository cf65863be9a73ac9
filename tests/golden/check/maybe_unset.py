# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def unset(x, n):
    if n > 0:
        y = x[0]
    x[1] = y

# === --emit=ir
# kernel unset(x: f32[::1], n: i64)
#   y: f32 = zero
#   if n > 0
#     y = x[guard 0]
#   x[guard 1] = y
# maybe_unset.py:9:12: warning: `y` may be read before it is assigned; it is zero then [MaybeUnset]
#       x[1] = y
#              ^
