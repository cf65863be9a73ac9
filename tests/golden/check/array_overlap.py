# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])")
def copy(a, b):
    a[:] = b

# === --emit=ir --passes=-inline-functions
# function np__low__device(a: f32[::1]) -> i64
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
# function np__high__device(a: f32[::1]) -> i64
#   high: i64 = i64(u64(a.address)) + 4
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
# function np__order__device(t: f32[::1], v: f32[::1]) -> i64
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
#   return 3 & np__clash__device((t.shape[0],), (t.strides[0],), steps, distance - 4 + 1, distance + 4 - 1, from_t - to_v + 4 + distance, to_t - 4 - from_v + distance)
#
# kernel copy(a: f32[::1], b: f32[::1])
#   %2: f32[::1] = view a[:]
#   %3: f32[::1] = b
#   %4: i64 = %3.shape[0]
#   %5: i64 = i64(%4 != 1)
#   %7: i64 = %2.shape[0]
#   %8: i64 = 0 if array.distinct(%2, %3) else np__order__device(%2, %3)
#   if %8 == 3
#     raise ValueError("the assignment reads elements after it changed them, whichever way it goes; copy them to a local array first") reported
#   %9: f32[::1] = recast f32[::1] %2 shape (%7) guard (%4 == 1 or %4 == %7)
#   %10: i64 = %9.shape[0]
#   for %11: i64 in range(0, %10, 1)
#     %6: i64 = %10 - 1 - %11 if %8 == 2 else %11
#     %9[%6] = %3[%6 * %5]
