# golden: --emit=ir
from numba import cuda
from numba import float32

@cuda.jit("void(float32[::1], int64)")
def looped(x, n):
    total = 0
    for i in range(n):
        row = cuda.shared.array(4, float32)
        row[i] = x[i]
        total += row[0]
    x[0] = total

# === --emit=ir
# kernel looped(x: f32[::1], n: i64)
#   shared @row: f32[4]
#   total: i64 = 0
#   total.1: f32 = f32(0.0)
#   for i: i64 in range(0, n, 1)
#     row: shared f32[::1] = @row
#     row[guard i] = x[guard i]
#     total.1 = total.1 + row[0]
#   x[guard 0] = total.1
