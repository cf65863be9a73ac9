# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64)")
def lengths(a, n):
    a[0, 0] = a[n:].shape[0] + a[n].size

# === --emit=ir
# kernel lengths(a: f32[:, ::1], n: i64)
#   a[guard 0, guard 0] = f32((let %3: (i64, i64) = (let %2: f32[:, ::1] = view a[n:, :] in (%2.shape[0], %2.shape[1])) in %3.0) + (let %4: f32[::1] = view a[guard wrap(n), :] in %4.size))
