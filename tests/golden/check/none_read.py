# golden: --emit=ir
# What an `if` leaves None, and is read behind it as a number.
from numba import cuda


@cuda.jit("void(float32[::1], int32)")
def none(out, c):
    x = None
    if c > 3:
        x = 1.0
    out[0] = x
    y = None
    if c > 3:
        y = 1.0
    if y is not None:
        out[0] = y
    y = None
    if c > 3:
        y = 1.0
    if y is None:
        return
    out[1] = y
    z = None
    if c > 3:
        z = 1.0
    elif c > 2:
        z = 2.0
    out[2] = z + 1
    w = None
    for k in range(c):
        w = out[k]
    out[3] = w
    v = 3.0
    if c == 4:
        v = None
    out[4] = v if c != 4 else 0
    if c == 5: v = None
    out[4] = v * 2

# === --emit=ir
# kernel none(out: f32[::1], c: i32)
#   if i64(c) > 3
#     x: f64 = 1.0
#     x.1: (bool, f64) = (True, 1.0)
#   else
#     x.1 = (False, 0.0)
#   out[guard 0] = f32(x.1.1)
#   if i64(c) > 3
#     y: f64 = 1.0
#     y.1: (bool, f64) = (True, 1.0)
#   else
#     y.1 = (False, 0.0)
#   if y.1.0
#     out[guard 0] = f32(y.1.1)
#   if i64(c) > 3
#     y = 1.0
#     y.1 = (True, 1.0)
#   else
#     y.1 = (False, 0.0)
#   if not y.1.0
#     return
#   out[guard 1] = f32(y.1.1)
#   if i64(c) > 3
#     z: f64 = 1.0
#     z.1: (bool, f64) = (True, 1.0)
#   else
#     if i64(c) > 2
#       z = 2.0
#       z.1 = (True, 2.0)
#     else
#       z.1 = (False, 0.0)
#   out[guard 2] = f32(z.1.1 + 1.0)
#   w.1: (bool, f32) = (False, f32(0.0))
#   for k: i64 in range(0, i64(c), 1)
#     w: f32 = out[guard k]
#     w.1 = (True, w)
#   out[guard 3] = w.1.1
#   v: f64 = 3.0
#   if i64(c) == 4
#     v.1: (bool, f64) = (False, 0.0)
#   else
#     v.1 = (True, 3.0)
#   out[guard 4] = f32((v.1 if i64(c) != 4 else (True, 0.0)).1)
#   if i64(c) == 5
#     v.1 = (False, 0.0)
#   out[guard 4] = f32(v.1.1 * 2.0)
# none_read.py:11:14: warning: `x` may be None here; it is zero then [MaybeNone]
#       out[0] = x
#                ^
# none_read.py:28:14: warning: `z` may be None here; it is zero then [MaybeNone]
#       out[2] = z + 1
#                ^
# none_read.py:38:14: warning: `v` may be None here; it is zero then [MaybeNone]
#       out[4] = v * 2
#                ^
