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
#   %5: bool = %2 != 0
#   %6: local f32[::1] = view v[:2]
#   %7: i64 = %6.shape[0]
#   %8: i64 = i64(%7 != 1)
#   %9: bool = %7 != 0
#   %10: i64 = %2 if %7 == 1 or %7 == 0 and %2 > 1 else %7
#   %11: local f32[::1] = @w
#   %12: local f32[::1] = recast local f32[::1] %11 shape (%10)
#   %13: local f32[::1] = %12
#   %14: i64 = %13.shape[0]
#   %15: local f32[::1] = recast local f32[::1] %13 shape (%14) guard ((%2 == 1 or %2 == %14 or %2 == 0) and (%7 == 1 or %7 == %14 or %7 == 0))
#   %16: i64 = %15.shape[0]
#   for %4: i64 in range(0, %16, 1)
#     %15[%4] = (%1[%4 * %3] if %5 else f32(0.0)) * (%6[%4 * %8] if %9 else f32(0.0))
#   %17: local f32[::1] = %15
#   w: local f32[::1] = %17
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
#   %19: bool = %16 != 0
#   %20: local f32[::1] = @u.1
#   %21: local f32[::1] = recast local f32[::1] %20 shape (%16)
#   %22: local f32[::1] = %21
#   %23: i64 = %22.shape[0]
#   %24: local f32[::1] = recast local f32[::1] %22 shape (%23) guard (%16 == 1 or %16 == %23 or %16 == 0)
#   %25: i64 = %24.shape[0]
#   for %18: i64 in range(0, %25, 1)
#     %24[%18] = %15[%18 * %17] if %19 else f32(0.0)
#   %26: local f32[::1] = %24
#   u: local f32[::1] = %26
#   out: f32[:] = view a[:2]
#   %29: local f32[::1] = u
#   %30: i64 = %29.shape[0]
#   %31: i64 = i64(%30 != 1)
#   %33: bool = %30 != 0
#   %34: f32[:] = view out[:]
#   %35: i64 = %34.shape[0]
#   %36: f32[:] = recast f32[:] %34 shape (%35) strides (%34.strides[0]) guard (%30 == 1 or %30 == %35 or %30 == 0)
#   %37: i64 = %36.shape[0]
#   for %32: i64 in range(0, %37, 1)
#     %36[%32] = f32(f64(%29[%32 * %31] if %33 else f32(0.0)))
#   %38: local f32[::1] = u
#   %39: i64 = %38.shape[0]
#   %40: i64 = i64(%39 != 1)
#   %42: bool = %39 != 0
#   %43: local f32[::1] = @array.2
#   %44: local f32[::1] = recast local f32[::1] %43 shape (%39)
#   %45: local f32[::1] = %44
#   %46: i64 = %45.shape[0]
#   %47: local f32[::1] = recast local f32[::1] %45 shape (%46) guard (%39 == 1 or %39 == %46 or %39 == 0)
#   %48: i64 = %47.shape[0]
#   for %41: i64 in range(0, %48, 1)
#     %47[%41] = (%38[%41 * %40] if %42 else f32(0.0)) - f32(1.0)
#   %49: local f32[::1] = %47
#   %50: local f32[::1] = %49
#   %51: f32 = %50[guard 0]
#   %52: f32 = %50[guard 1]
#   x: f32 = %51
#   y: f32 = %52
#   for j: i64 in range(0, 4, 1)
#     %104: local f32[:] = view t[::-1]
#     %105: i64 = %104.shape[0]
#     %106: i64 = i64(%105 != 1)
#     %108: bool = %105 != 0
#     %109: i64 = j
#     %110: local f32[::1] = @t.3
#     %111: local f32[::1] = recast local f32[::1] %110 shape (%105)
#     %112: local f32[::1] = %111
#     %113: i64 = %112.shape[0]
#     %114: local f32[::1] = recast local f32[::1] %112 shape (%113) guard (%105 == 1 or %105 == %113 or %105 == 0)
#     %115: i64 = %114.shape[0]
#     for %107: i64 in range(0, %115, 1)
#       %114[%107] = (%104[%107 * %106] if %108 else f32(0.0)) + f32(%109)
#     %116: local f32[::1] = %114
#     %117: i64 = %116.shape[0]
#     %118: i64 = i64(%117 != 1)
#     %120: bool = %117 != 0
#     %121: local f32[::1] = @t.4
#     %122: local f32[::1] = recast local f32[::1] %121 shape (%117)
#     %123: local f32[::1] = %122
#     %124: i64 = %123.shape[0]
#     %125: local f32[::1] = recast local f32[::1] %123 shape (%124) guard (%117 == 1 or %117 == %124 or %117 == 0)
#     %126: i64 = %125.shape[0]
#     for %119: i64 in range(0, %126, 1)
#       %125[%119] = %116[%119 * %118] if %120 else f32(0.0)
#     %127: local f32[::1] = %125
#     t = %127
#   a[guard 0] = norm__device(t) + x + y
