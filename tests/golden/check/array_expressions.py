# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], int64[:, ::1])")
def fused(a, b, m):
    s = cuda.shared.array(4, np.float32)
    a[1:] = 2
    s[:] = b * a[0] + 1
    s *= s
    np.sqrt(s, s)
    np.copyto(m[0], -m[0])

# === --emit=ir
# function np__high__device(a: i64[::1]) -> i64
#   high: i64 = i64(u64(a.address)) + 8
#   %2: i64 = a.shape[0]
#   %3: i64 = a.strides[0]
#   for %4: i64 in range(0, 1, 1)
#     %11: i64 = %2
#     %12: i64 = %3
#     extent: i64 = %11
#     stride: i64 = %12
#     high = high + max(stride * (extent - 1), 0)
#   return high
#
# function np__low__device(a: i64[::1]) -> i64
#   low: i64 = i64(u64(a.address))
#   %2: i64 = a.shape[0]
#   %3: i64 = a.strides[0]
#   for %4: i64 in range(0, 1, 1)
#     %11: i64 = %2
#     %12: i64 = %3
#     extent: i64 = %11
#     stride: i64 = %12
#     low = low + min(stride * (extent - 1), 0)
#   return low
#
# function np__order__device(t: i64[::1], l: i64[::1]) -> i64
#   if t.size == 0 or l.size == 0
#     return 0
#   if np__high__device(t) <= np__low__device(l) or np__high__device(l) <= np__low__device(t)
#     return 0
#   distance: i64 = i64(u64(t.address)) - i64(u64(l.address))
#   same: bool = distance == 0 and True
#   repeated: bool = False
#   upward: bool = True
#   inner: i64 = 8
#   for i: i64 in range(0, 1, 1)
#     axis: i64 = 0 - i
#     extent: i64 = let %23: i64 = t.shape[0] in %23 if axis == 0 or axis == -1 else 0
#     if extent != (let %24: i64 = l.shape[0] in %24 if axis == 0 or axis == -1 else 0)
#       if (let %25: i64 = l.shape[0] in %25 if axis == 0 or axis == -1 else 0) != 1
#         return 3
#       repeated = True
#     if extent > 1
#       step: i64 = let %26: i64 = t.strides[0] in %26 if axis == 0 or axis == -1 else 0
#       if (let %27: i64 = l.shape[0] in %27 if axis == 0 or axis == -1 else 0) > 1 and step != (let %28: i64 = l.strides[0] in %28 if axis == 0 or axis == -1 else 0)
#         return 3
#       if step < 0
#         upward = False
#         step = -step
#       if step < inner and not (same and not repeated)
#         return 3
#       inner = inner + step * (extent - 1)
#   if same and not repeated
#     return 0
#   for combination: i64 in range(0, 2, 1)
#     rest: i64 = distance
#     moved: bool = repeated
#     for axis in range(0, 1, 1)
#       extent = let %42: i64 = t.shape[0] in %42 if axis == 0 or axis == -1 else 0
#       if extent > 1
#         step = let %43: i64 = t.strides[0] in %43 if axis == 0 or axis == -1 else 0
#         k: i64 = rest // step + (combination >> axis & 1)
#         if k <= -extent or k >= (let %44: i64 = l.shape[0] in %44 if axis == 0 or axis == -1 else 0)
#           break
#         rest = rest - k * step
#         moved = moved or k != 0
#     else
#       if moved and -8 < rest and rest < 8
#         if repeated
#           return 3
#         return 2 if (distance > 0) == upward else 1
#   return 0
#
# kernel fused(a: f32[::1], b: f32[::1], m: i64[:, ::1])
#   shared @s: f32[4]
#   s: shared f32[::1] = @s
#   %4: f32[::1] = view a[1:]
#   %5: f32 = f32(2.0)
#   %6: i64 = %4.shape[0]
#   for %7: i64 in range(0, %6, 1)
#     %4[%7] = %5
#   %8: f32[::1] = b
#   %9: i64 = %8.shape[0]
#   %10: i64 = i64(%9 != 1)
#   %12: f32 = a[guard 0]
#   %13: shared f32[::1] = view s[:]
#   %14: i64 = %13.shape[0]
#   %15: shared f32[::1] = recast shared f32[::1] %13 shape (%14) guard (%9 == 1 or %9 == %14)
#   %16: i64 = %15.shape[0]
#   for %11: i64 in range(0, %16, 1)
#     %15[%11] = fma(%8[%11 * %10], %12, f32(1.0))
#   %17: shared f32[::1] = s
#   %18: shared f32[::1] = %17
#   %19: i64 = %18.shape[0]
#   %20: i64 = i64(%19 != 1)
#   %22: shared f32[::1] = s
#   %23: i64 = %22.shape[0]
#   %24: i64 = i64(%23 != 1)
#   %25: shared f32[::1] = %17
#   %26: i64 = %25.shape[0]
#   %27: shared f32[::1] = recast shared f32[::1] %25 shape (%26) guard ((%19 == 1 or %19 == %26) and (%23 == 1 or %23 == %26))
#   %28: i64 = %27.shape[0]
#   for %21: i64 in range(0, %28, 1)
#     %27[%21] = %18[%21 * %20] * %22[%21 * %24]
#   %29: shared f32[::1] = s
#   %30: i64 = %29.shape[0]
#   %31: i64 = i64(%30 != 1)
#   %33: shared f32[::1] = s
#   %34: i64 = %33.shape[0]
#   %35: shared f32[::1] = recast shared f32[::1] %33 shape (%34) guard (%30 == 1 or %30 == %34)
#   %36: i64 = %35.shape[0]
#   for %32: i64 in range(0, %36, 1)
#     %35[%32] = math.sqrt(%29[%32 * %31])
#   %37: i64[::1] = view m[guard 0, :]
#   %38: i64 = %37.shape[0]
#   %39: i64 = i64(%38 != 1)
#   %41: i64[::1] = view m[guard 0, :]
#   %42: i64 = %41.shape[0]
#   %43: i64 = 0 if array.distinct(%41, %37) else np__order__device(%41, %37)
#   %44: i64[::1] = recast i64[::1] %41 shape (%42) guard ((%38 == 1 or %38 == %42) and %43 != 3)
#   %45: i64 = %44.shape[0]
#   for %46: i64 in range(0, %45, 1)
#     %40: i64 = %45 - 1 - %46 if %43 == 2 else %46
#     %44[%40] = -%37[%40 * %39]
