# golden: --emit=ir
# A view's index is proven by the conditions above it, as a load's is.
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64, float32[::1])")
def rows(a, i, out):
    if 0 <= i < a.shape[0]:
        row = a[i]
        out[0] = row[0]
    row = a[i]
    out[1] = row[0]

# === --emit=ir
# kernel rows(a: f32[:, ::1], i: i64, out: f32[::1])
#   if 0 <= i and i < a.shape[0]
#     row: f32[::1] = view a[i, :]
#     out[guard 0] = row[guard 0]
#   row = view a[guard wrap(i), :]
#   out[guard 1] = row[guard 0]
