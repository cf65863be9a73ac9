# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def norm(v):
    w = v[:2] * v[:2]
    return w[0] + w[1]


@cuda.jit("void(float32[:], float32[:, ::1], int64)")
def k(a, b, i):
    t = a[:3] * 2
    u = b[1, i:i + 2].copy()
    out = a[:2]
    out[:] = u.astype(np.float64)
    x, y = u - 1
    for j in range(4):
        t = t[::-1] + j
    a[0] = norm(t) + x + y

# === --emit=ir
# function norm__device(v: local f32[::1]) -> f32
#   local @w: f32[2]
#   %1: local f32[::1] = view v[:2]
#   %2: i64 = %1.shape[0]
#   %3: i64 = i64(%2 != 1)
#   %5: local f32[::1] = view v[:2]
#   %6: i64 = %5.shape[0]
#   %7: i64 = i64(%6 != 1)
#   %8: i64 = %2 if %6 == 1 else %6
#   %9: local f32[::1] = @w
#   %10: local f32[::1] = recast local f32[::1] %9 shape (%8)
#   %11: local f32[::1] = %10
#   %12: i64 = %11.shape[0]
#   %13: local f32[::1] = recast local f32[::1] %11 shape (%12) guard ((%2 == 1 or %2 == %12) and (%6 == 1 or %6 == %12))
#   %14: i64 = %13.shape[0]
#   for %4: i64 in range(0, %14, 1)
#     %13[%4] = %1[%4 * %3] * %5[%4 * %7]
#   %15: local f32[::1] = %13
#   w: local f32[::1] = %15
#   return w[guard 0] + w[guard 1]
#
# kernel k(a: f32[:], b: f32[:, ::1], i: i64)
#   local @t: f32[3]
#   local @u.1: f32[2]
#   local @array.2: f32[2]
#   local @t.3: f32[3]
#   local @t.4: f32[3]
#   %3: f32[:] = view a[:3]
#   %4: i64 = %3.shape[0]
#   %5: i64 = i64(%4 != 1)
#   %7: local f32[::1] = @t
#   %8: local f32[::1] = recast local f32[::1] %7 shape (%4)
#   %9: local f32[::1] = %8
#   %10: i64 = %9.shape[0]
#   %11: local f32[::1] = recast local f32[::1] %9 shape (%10) guard (%4 == 1 or %4 == %10)
#   %12: i64 = %11.shape[0]
#   for %6: i64 in range(0, %12, 1)
#     %11[%6] = %3[%6 * %5] * f32(2.0)
#   %13: local f32[::1] = %11
#   t: local f32[::1] = %13
#   %15: f32[::1] = view b[guard 1, i:i + 2]
#   %16: i64 = %15.shape[0]
#   %17: i64 = i64(%16 != 1)
#   %19: local f32[::1] = @u.1
#   %20: local f32[::1] = recast local f32[::1] %19 shape (%16)
#   %21: local f32[::1] = %20
#   %22: i64 = %21.shape[0]
#   %23: local f32[::1] = recast local f32[::1] %21 shape (%22) guard (%16 == 1 or %16 == %22)
#   %24: i64 = %23.shape[0]
#   for %18: i64 in range(0, %24, 1)
#     %23[%18] = %15[%18 * %17]
#   %25: local f32[::1] = %23
#   u: local f32[::1] = %25
#   out: f32[:] = view a[:2]
#   %28: local f32[::1] = u
#   %29: i64 = %28.shape[0]
#   %30: i64 = i64(%29 != 1)
#   %32: f32[:] = view out[:]
#   %33: i64 = %32.shape[0]
#   %34: f32[:] = recast f32[:] %32 shape (%33) strides (%32.strides[0]) guard (%29 == 1 or %29 == %33)
#   %35: i64 = %34.shape[0]
#   for %31: i64 in range(0, %35, 1)
#     %34[%31] = f32(f64(%28[%31 * %30]))
#   %36: local f32[::1] = u
#   %37: i64 = %36.shape[0]
#   %38: i64 = i64(%37 != 1)
#   %40: local f32[::1] = @array.2
#   %41: local f32[::1] = recast local f32[::1] %40 shape (%37)
#   %42: local f32[::1] = %41
#   %43: i64 = %42.shape[0]
#   %44: local f32[::1] = recast local f32[::1] %42 shape (%43) guard (%37 == 1 or %37 == %43)
#   %45: i64 = %44.shape[0]
#   for %39: i64 in range(0, %45, 1)
#     %44[%39] = %36[%39 * %38] - f32(1.0)
#   %46: local f32[::1] = %44
#   %47: local f32[::1] = %46
#   %48: f32 = %47[guard 0]
#   %49: f32 = %47[guard 1]
#   x: f32 = %48
#   y: f32 = %49
#   for j: i64 in range(0, 4, 1)
#     %97: local f32[:] = view t[::-1]
#     %98: i64 = %97.shape[0]
#     %99: i64 = i64(%98 != 1)
#     %101: i64 = j
#     %102: local f32[::1] = @t.3
#     %103: local f32[::1] = recast local f32[::1] %102 shape (%98)
#     %104: local f32[::1] = %103
#     %105: i64 = %104.shape[0]
#     %106: local f32[::1] = recast local f32[::1] %104 shape (%105) guard (%98 == 1 or %98 == %105)
#     %107: i64 = %106.shape[0]
#     for %100: i64 in range(0, %107, 1)
#       %106[%100] = %97[%100 * %99] + f32(%101)
#     %108: local f32[::1] = %106
#     %109: i64 = %108.shape[0]
#     %110: i64 = i64(%109 != 1)
#     %112: local f32[::1] = @t.4
#     %113: local f32[::1] = recast local f32[::1] %112 shape (%109)
#     %114: local f32[::1] = %113
#     %115: i64 = %114.shape[0]
#     %116: local f32[::1] = recast local f32[::1] %114 shape (%115) guard (%109 == 1 or %109 == %115)
#     %117: i64 = %116.shape[0]
#     for %111: i64 in range(0, %117, 1)
#       %116[%111] = %108[%111 * %110]
#     %118: local f32[::1] = %116
#     t = %118
#   a[guard 0] = norm__device(t) + x + y
