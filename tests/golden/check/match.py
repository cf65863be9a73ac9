# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64, int64)")
def k(x, n, m):
    match n:
        case 0:
            x[0] = 1
        case 1 | 2:
            x[0] = 2
        case v if v > m:
            x[0] = v
        case _:
            x[0] = 3
    match n, m:
        case (0, w):
            x[1] = w
        case (3 as u, 4):
            x[1] = u
    match 5:
        case 4:
            x[2] = 4
        case 5:
            x[2] = 5

# === --emit=ir
# kernel k(x: f32[::1], n: i64, m: i64)
#   %3: i64 = n
#   if %3 == 0
#     x[guard 0] = f32(1.0)
#   else
#     if %3 == 1 or %3 == 2
#       x[guard 0] = f32(2.0)
#     else
#       v: i64 = %3
#       if v > m
#         x[guard 0] = f32(v)
#       else
#         x[guard 0] = f32(3.0)
#   %5: i64 = n
#   %6: i64 = m
#   %7: i64 = %5
#   %8: i64 = %6
#   if %7 == 0
#     w: i64 = %8
#     x[guard 1] = f32(w)
#   else
#     %10: i64 = %5
#     %11: i64 = %6
#     if %10 == 3 and %11 == 4
#       u: i64 = %10
#       x[guard 1] = f32(u)
#   x[guard 2] = f32(5.0)
