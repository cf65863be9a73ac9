# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, :, ::1], int64)")
def chain(a, i):
    a[0, 0, 0] = a[i][1][2]
    a[i][i + 1][2] = a[1, 2][i]

# === --emit=ir
# kernel chain(a: f32[:, :, ::1], i: i64)
#   a[guard 0, guard 0, guard 0] = a[guard wrap(i), guard 1, guard 2]
#   a[guard wrap(i), guard wrap(i + 1), guard 2] = a[guard 1, guard 2, guard wrap(i)]
