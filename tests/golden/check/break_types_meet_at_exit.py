# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def leave(x, n):
    best = 0
    while n > 0:
        if x[n] > 1:
            best = x[n]
            break
        n -= 1
    x[0] = best

# === --emit=ir
# kernel leave(x: f32[::1], n: i64)
#   best: i64 = 0
#   while n > 0
#     if x[guard n] > f32(1.0)
#       best.1: f32 = x[guard n]
#       break
#     n = n - 1
#   else
#     best.1 = f32(best)
#   x[guard 0] = best.1
