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
# kernel k(x: f32[::1], i: i64)
#   pick.i: i64 = i
#   if pick.i > 3
#     pick: f32 = f32(1.0)
#   else
#     pick.left: bool = False
#     while pick.i > 0
#       pick.i = pick.i - 1
#       if x[guard wrap(pick.i)] > f32(0.0)
#         pick.result: f32 = x[guard wrap(pick.i)]
#         pick.left = True
#         break
#     if pick.left
#       pick = pick.result
#     else
#       pick = f32(0.5)
#   x[guard 0] = pick
