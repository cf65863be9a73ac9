# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int32, float32)")
def k(x, n, f):
    s = 0.0
    for a, w in zip(x, (n, f)):
        s += a * w
    else:
        x[0] = s


@cuda.jit("void(float32[::1], int32)")
def leaves(x, n):
    for i, (a, w) in enumerate(zip(x, (n, 2.5))):
        if a > 1:
            break
        x[i] = w

# === --emit=ir
# kernel k(x: f32[::1], n: i32, f: f32)
#   s: f64 = 0.0
#   %4: f32[::1] = x
#   %5: i64 = %4.shape[0]
#   %6: i32 = n
#   %7: f32 = f
#   %8: i64 = min(%5, 2)
#   if 0 < %8
#     %9: f32 = %4[guard 0]
#     %10: i32 = %6
#     a: f32 = %9
#     w: i32 = %10
#     s.1: f32 = fma(a, f32(w), f32(0.0))
#     if 1 < %8
#       %14: f32 = %4[guard 1]
#       %15: f32 = %7
#       a = %14
#       w.1: f32 = %15
#       s.1 = fma(a, w.1, s.1)
#     else
#       w.1 = f32(w)
#   else
#     s.1 = f32(0.0)
#   x[guard 0] = s.1
#
# kernel leaves(x: f32[::1], n: i32)
#   w.1: f64 = zero
#   %2: f32[::1] = x
#   %3: i64 = %2.shape[0]
#   %4: i32 = n
#   %5: i64 = min(%3, 2)
#   %6: bool = False
#   while True
#     if 0 < %5
#       while True
#         %15: (f32, i32) = (%2[guard 0], %4)
#         i: i64 = 0
#         %16: (f32, i32) = %15
#         a: f32 = %16.0
#         w: i32 = %16.1
#         if a > f32(1.0)
#           w.1 = f64(w)
#           %6 = True
#           break
#         x[guard 0] = f32(w)
#         break
#       if %6
#         break
#       if 1 < %5
#         while True
#           %17: (f32, f64) = (%2[guard 1], 2.5)
#           i = 1
#           %18: (f32, f64) = %17
#           a = %18.0
#           w.1 = %18.1
#           if a > f32(1.0)
#             %6 = True
#             break
#           x[guard 1] = f32(w.1)
#           break
#         if %6
#           break
#       else
#         w.1 = f64(w)
#     break
