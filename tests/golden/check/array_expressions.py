# golden: --emit=ir --passes=-inline-functions
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

# === --emit=ir --passes=-inline-functions
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
# function np__clash__device_1(extents: none, t: none, v: none, low: i64, high: i64, least: i64, most: i64) -> i64
#   return 4 if low <= 0 and 0 <= high else 0
#
# function np__clash__device(extents: (i64), t: (i64), v: (i64), low: i64, high: i64, least: i64, most: i64) -> i64
#   %7: i64 = extents.0
#   %8: i64 = t.0
#   %9: i64 = v.0
#   n: i64 = %7
#   s: i64 = %8
#   u: i64 = %9
#   least = least - (min(s * (n - 1), 0) - max(u * (n - 1), 0))
#   most = most - (max(s * (n - 1), 0) - min(u * (n - 1), 0))
#   alike: bool = s == u
#   found: i64 = 0
#   for i: i64 in range(0, 1 if alike else n, 1)
#     first: i64 = 1 - n if alike else 0
#     last: i64 = n - 1
#     if u != 0
#       here: i64 = i * s - (high - least)
#       there: i64 = i * s - (low - most)
#       if u < 0
#         %29: i64 = -there
#         %30: i64 = -here
#         here = %29
#         there = %30
#       first = max(first, -(-here // abs(u)))
#       last = min(last, there // abs(u))
#     else
#       if not alike
#         %31: i64 = i
#         first = %31
#         last = %31
#     for j: i64 in range(first, last + 1, 1)
#       moved: i64 = i * s - j * u
#       inner: i64 = np__clash__device_1(False, False, False, low - moved, high - moved, least, most)
#       if inner != 0
#         found = found | (inner if i == j else 1 if j < i else 2)
#         if u == 0 and not alike
#           found = found | ((1 if i > 0 else 0) | (2 if i < n - 1 else 0))
#       if found & 3 == 3
#         return 3
#   return found
#
# function np__order__device(t: i64[::1], v: i64[::1]) -> i64
#   %2: i64 = np__low__device(t)
#   %3: i64 = np__high__device(t)
#   from_t: i64 = %2
#   to_t: i64 = %3
#   %6: i64 = np__low__device(v)
#   %7: i64 = np__high__device(v)
#   from_v: i64 = %6
#   to_v: i64 = %7
#   if t.size == 0 or v.size == 0 or to_t <= from_v or to_v <= from_t
#     return 0
#   %10: i64 = t.shape[0]
#   %11: i64 = v.shape[0]
#   for %12: i64 in range(0, 1, 1)
#     %19: i64 = %10
#     %20: i64 = %11
#     here: i64 = %19
#     there: i64 = %20
#     if there != 1 and there != here
#       return 0
#   steps: (i64) = let %21: i64 = v.shape[0] in let %22: i64 = v.strides[0] in let %23: i64 = %21 in let %24: i64 = %22 in let %25: i64 = 0 if %23 == 1 else %24 in (%25,)
#   distance: i64 = i64(u64(v.address)) - i64(u64(t.address))
#   return 3 & np__clash__device((t.shape[0],), (t.strides[0],), steps, distance - 8 + 1, distance + 8 - 1, from_t - to_v + 8 + distance, to_t - 8 - from_v + distance)
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
#   %25: bool = %23 != 0
#   %26: shared f32[::1] = %17
#   %27: i64 = %26.shape[0]
#   %28: shared f32[::1] = recast shared f32[::1] %26 shape (%27) guard ((%19 == 1 or %19 == %27) and (%23 == 1 or %23 == %27 or %23 == 0))
#   %29: i64 = %28.shape[0]
#   for %21: i64 in range(0, %29, 1)
#     %28[%21] = %18[%21 * %20] * (%22[%21 * %24] if %25 else f32(0.0))
#   %30: shared f32[::1] = s
#   %31: i64 = %30.shape[0]
#   %32: i64 = i64(%31 != 1)
#   %34: bool = %31 != 0
#   %35: shared f32[::1] = s
#   %36: i64 = %35.shape[0]
#   %37: shared f32[::1] = recast shared f32[::1] %35 shape (%36) guard (%31 == 1 or %31 == %36 or %31 == 0)
#   %38: i64 = %37.shape[0]
#   for %33: i64 in range(0, %38, 1)
#     %37[%33] = math.sqrt(%30[%33 * %32] if %34 else f32(0.0))
#   %39: i64[::1] = view m[guard 0, :]
#   %40: i64 = %39.shape[0]
#   %41: i64 = i64(%40 != 1)
#   %43: bool = %40 != 0
#   %44: i64[::1] = view m[guard 0, :]
#   %45: i64 = %44.shape[0]
#   %46: i64 = 0 if array.distinct(%44, %39) else np__order__device(%44, %39)
#   if %46 == 3
#     raise ValueError("the assignment reads elements after it changed them, whichever way it goes; copy them to a local array first") reported
#   %47: i64[::1] = recast i64[::1] %44 shape (%45) guard (%40 == 1 or %40 == %45 or %40 == 0)
#   %48: i64 = %47.shape[0]
#   for %49: i64 in range(0, %48, 1)
#     %42: i64 = %48 - 1 - %49 if %46 == 2 else %49
#     %47[%42] = -(%39[%42 * %41] if %43 else 0)
