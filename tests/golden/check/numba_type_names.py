# golden: --emit=ir
import numba
import numpy as np
from numba import byte, cuda, float_, types


# numba's float_ is no float_ of NumPy's, and its byte has no sign.
@cuda.jit("void(float_[:], byte[:])")
def by_text(x, y):
    x[0] = y[0]


@cuda.jit((types.float_[:], types.byte[:]))
def by_types(x, y):
    x[0] = numba.float_(0.1) + y[0]


@cuda.jit(numba.void(float_[:], byte[:]))
def by_names(x, y):
    s = cuda.shared.array(4, dtype=float_)
    t = cuda.local.array(4, dtype=np.byte)
    s[0] = float_(0.1)
    t[0] = np.byte(200)
    y[0] = byte(200)
    x[0] = s[0] + t[0]

# === --emit=ir
# kernel by_text(x: f32[:], y: u8[:])
#   x[guard 0] = f32(y[guard 0])
#
# kernel by_types(x: f32[:], y: u8[:])
#   x[guard 0] = f32(0.1) + f32(y[guard 0])
#
# kernel by_names(x: f32[:], y: u8[:])
#   shared @s: f32[4]
#   local @t.1: i8[4]
#   s: shared f32[::1] = @s
#   t: local i8[::1] = @t.1
#   s[0] = f32(0.1)
#   t[0] = i8(-56)
#   y[guard 0] = u8(200)
#   x[guard 0] = s[0] + f32(t[0])
# numba_type_names.py:23:20: warning: 200 does not fit in `int8`; the kernel has -56 [ConstantOutOfRange]
#       t[0] = np.byte(200)
#                      ^~~
