# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64[::1])")
def lengths(a, out):
    out[0] = len(a)
    out[1] = len(a[0])
    out[2] = len(a.shape)
    out[3] = len((1, 2, out[2]))

# === --emit=ir
# kernel lengths(a: f32[:, ::1], out: i64[::1])
#   out[guard 0] = a.shape[0]
#   out[guard 1] = let %2: f32[::1] = view a[guard 0, :] in %2.shape[0]
#   out[guard 2] = 2
#   out[guard 3] = 3
