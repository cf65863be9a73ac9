# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64)")
def partial(a, i):
    row = a[i]
    row[0] = row.size

# === --emit=ir
# kernel partial(a: f32[:, ::1], i: i64)
#   row: f32[::1] = view a[guard wrap(i), :]
#   row[guard 0] = f32(row.size)
