# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def pick(x, i):
    if i > 3:
        return 1
    while i > 0:
        i -= 1
        if x[i] > 0:
            return x[i]
    return 0.5

@cuda.jit("void(float32[::1], int64)")
def k(x, i):
    x[0] = pick(x, i)

# === --emit=ir
# function pick__device(x: f32[::1], i: i64) -> f32
#   if i > 3
#     return f32(1.0)
#   while i > 0
#     i = i - 1
#     if x[guard wrap(i)] > f32(0.0)
#       return x[guard wrap(i)]
#   return f32(0.5)
#
# kernel k(x: f32[::1], i: i64)
#   x[guard 0] = pick__device(x, i)
