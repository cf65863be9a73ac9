# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[::1])")
def rows(a, out):
    best = -1
    for i in range(a.shape[0]):
        row = 0
        for j in range(a.shape[1]):
            row += a[i, j]
        best = max(best, row)
    out[0] = best

# === --emit=ir
# kernel rows(a: f32[:, ::1], out: f32[::1])
#   best: i64 = -1
#   best.1: f32 = f32(-1.0)
#   for i: i64 in range(0, a.shape[0], 1)
#     row: i64 = 0
#     row.1: f32 = f32(0.0)
#     for j: i64 in range(0, a.shape[1], 1)
#       row.1 = row.1 + a[i, j]
#     best.1 = max(best.1, row.1)
#   out[guard 0] = best.1
