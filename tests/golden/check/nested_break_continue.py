# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def nested(x, n):
    total = 0
    for i in range(n):
        for j in range(i):
            if x[j] < 0:
                total = total + x[j]
                continue
            if x[j] > 9:
                break
        else:
            total = 1
            continue
        x[i] = total

# === --emit=ir
# kernel nested(x: f32[::1], n: i64)
#   total: i64 = 0
#   total.1: f32 = f32(0.0)
#   for i: i64 in range(0, n, 1)
#     for j: i64 in range(0, i, 1)
#       if x[guard j] < f32(0.0)
#         total.1 = total.1 + x[guard j]
#         continue
#       if x[guard j] > f32(9.0)
#         break
#     else
#       total = 1
#       total.1 = f32(1.0)
#       continue
#     x[guard i] = total.1
