# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[::1, :], boolean)")
def pick(a, b, flag):
    c = a
    if flag:
        c = b
    c[0, 1] = 1

# === --emit=ir
# kernel pick(a: f32[:, ::1], b: f32[::1, :], flag: bool)
#   c: f32[:, ::1] = a
#   if flag
#     c.1: f32[::1, :] = b
#     c.2: f32[:, :] = f32[:, :](c.1)
#   else
#     c.2 = f32[:, :](c)
#   c.2[guard 0, guard 1] = f32(1.0)
