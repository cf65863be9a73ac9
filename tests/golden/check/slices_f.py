# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1, :], float64[:])")
def slices(a, x):
    b = a[:, 1]
    c = a[1]
    d = a[:, 1:3]
    e = a[1:, :]
    f = x[1:]
    b[0] = c[0] + d[0, 0] + e[0, 0] + f[0]

# === --emit=ir
# kernel slices(a: f32[::1, :], x: f64[:])
#   b: f32[::1] = view a[:, guard 1]
#   c: f32[:] = view a[guard 1, :]
#   d: f32[::1, :] = view a[:, 1:3]
#   e: f32[:, :] = view a[1:, :]
#   f: f64[:] = view x[1:]
#   b[guard 0] = f32(f64(c[guard 0] + d[guard 0, guard 0] + e[guard 0, guard 0]) + f[guard 0])
