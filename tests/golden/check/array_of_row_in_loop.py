# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64)")
def rows(a, n):
    row = a[0]
    for i in range(n):
        row[i] = 1
        row = a[:, i]

# === --emit=ir
# kernel rows(a: f32[:, ::1], n: i64)
#   row: f32[::1] = view a[guard 0, :]
#   row.1: f32[:] = f32[:](row)
#   for i: i64 in range(0, n, 1)
#     row.1[guard i] = f32(1.0)
#     row.1 = view a[:, guard i]
