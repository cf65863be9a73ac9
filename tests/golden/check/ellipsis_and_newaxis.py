# golden: --emit=ir
from numba import cuda
import numpy as np

@cuda.jit("void(float32[:, :, ::1])")
def axes(a):
    b = a[..., 0]
    c = a[1, ...]
    d = a[..., 0, :]
    e = a[0, 0, np.newaxis]
    f = a[0, 0, 1, ...]
    b[0, 0] = c[0, 0] + d[0, 0] + e[0, 0] + f

# === --emit=ir
# kernel axes(a: f32[:, :, ::1])
#   b: f32[:, :] = view a[:, :, guard 0]
#   c: f32[:, ::1] = view a[guard 1, :, :]
#   d: f32[:, :] = view a[:, guard 0, :]
#   e: f32[:, :] = view a[guard 0, guard 0, None, :]
#   f: f32 = a[guard 0, guard 0, guard 1]
#   b[guard 0, guard 0] = c[guard 0, guard 0] + d[guard 0, guard 0] + e[guard 0, guard 0] + f
