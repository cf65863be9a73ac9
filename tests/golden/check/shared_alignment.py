# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit("void(int32[::1])")
def k(a):
    s = cuda.shared.array(5, np.bool_, alignment=128)
    d = cuda.shared.array(0, np.float64, alignment=256)
    t = cuda.local.array(shape=(3,), dtype=np.int8, alignment=None)
    u = cuda.local.array(3, np.int8, 32)
    s[0], d[0], t[0], u[0] = 1, 2, 3, 4
    cuda.breakpoint()
    breakpoint()

# === --emit=ir
# kernel k(a: i32[::1])
#   shared @s: bool[5] aligned 128
#   shared @d.1: f64[0] dynamic aligned 256
#   local @t.2: i8[3]
#   local @u.3: i8[3] aligned 32
#   s: shared bool[::1] = @s
#   d: shared f64[::1] = @d.1
#   t: local i8[::1] = @t.2
#   u: local i8[::1] = @u.3
#   s[0] = True
#   d[guard 0] = 2.0
#   t[0] = i8(3)
#   u[0] = i8(4)
#   cuda.breakpoint()
#   cuda.breakpoint()
