# golden: --emit=ir
# An Optional parameter makes two kernels; None and defaults are no parameters.
from numba import cuda


@cuda.jit("void(float32[::1], Optional(float32), none)")
def k(a, x, z, n=3):
    n += 1
    if x is None:
        a[0] = n
    else:
        a[0] = x
    if z is None:
        a[1] = 1

# === --emit=ir
# kernel k(a: f32[::1], x: f32, z: none, n: none)
#   n.1: i64 = 3
#   n.1 = 4
#   a[guard 0] = x
#   a[guard 1] = f32(1.0)
#
# kernel k__1(a: f32[::1], x: none, z: none, n: none)
#   n.1: i64 = 3
#   n.1 = 4
#   a[guard 0] = f32(4.0)
#   a[guard 1] = f32(1.0)
