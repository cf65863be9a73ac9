# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[::1], int64)")
def slices(a, x, n):
    b = x[1:-1]
    c = x[n:]
    d = x[::2]
    e = x[::-1]
    f = a[1:3]
    g = a[:, 1]
    h = a[n, 2:]
    k = a[1:, 1:]
    b[0] = c[0] + d[0] + e[0] + f[0, 0] + g[0] + h[0] + k[0, 0]

# === --emit=ir
# kernel slices(a: f32[:, ::1], x: f32[::1], n: i64)
#   b: f32[::1] = view x[1:-1]
#   c: f32[::1] = view x[n:]
#   d: f32[:] = view x[::2]
#   e: f32[:] = view x[::-1]
#   f: f32[:, ::1] = view a[1:3, :]
#   g: f32[:] = view a[:, guard 1]
#   h: f32[::1] = view a[guard wrap(n), 2:]
#   k: f32[:, :] = view a[1:, 1:]
#   b[guard 0] = c[guard 0] + d[guard 0] + e[guard 0] + f[guard 0, guard 0] + g[guard 0] + h[guard 0] + k[guard 0, guard 0]
