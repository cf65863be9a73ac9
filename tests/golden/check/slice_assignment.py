# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit("void(float32[:, :], float64[:], int64)")
def k(a, b, n):
    a[n] = 0
    a[1:3, :2] = b[:2]
    b[:] = n

# === --emit=ir --passes=-inline-functions
# function np__low__device(a: f32[:, :]) -> i64
#   low: i64 = i64(u64(a.address))
#   %2: i64 = a.shape[0]
#   %3: i64 = a.shape[1]
#   %4: i64 = a.strides[0]
#   %5: i64 = a.strides[1]
#   for %6: i64 in range(0, 2, 1)
#     %13: i64 = %2 if %6 == 0 else %3
#     %14: i64 = %4 if %6 == 0 else %5
#     extent: i64 = %13
#     stride: i64 = %14
#     low = low + min(stride * (extent - 1), 0)
#   return low
#
# function np__high__device(a: f32[:, :]) -> i64
#   high: i64 = i64(u64(a.address)) + 4
#   %2: i64 = a.shape[0]
#   %3: i64 = a.shape[1]
#   %4: i64 = a.strides[0]
#   %5: i64 = a.strides[1]
#   for %6: i64 in range(0, 2, 1)
#     %13: i64 = %2 if %6 == 0 else %3
#     %14: i64 = %4 if %6 == 0 else %5
#     extent: i64 = %13
#     stride: i64 = %14
#     high = high + max(stride * (extent - 1), 0)
#   return high
#
# function np__low__device_1(a: f64[:, :]) -> i64
#   low: i64 = i64(u64(a.address))
#   %2: i64 = a.shape[0]
#   %3: i64 = a.shape[1]
#   %4: i64 = a.strides[0]
#   %5: i64 = a.strides[1]
#   for %6: i64 in range(0, 2, 1)
#     %13: i64 = %2 if %6 == 0 else %3
#     %14: i64 = %4 if %6 == 0 else %5
#     extent: i64 = %13
#     stride: i64 = %14
#     low = low + min(stride * (extent - 1), 0)
#   return low
#
# function np__high__device_1(a: f64[:, :]) -> i64
#   high: i64 = i64(u64(a.address)) + 8
#   %2: i64 = a.shape[0]
#   %3: i64 = a.shape[1]
#   %4: i64 = a.strides[0]
#   %5: i64 = a.strides[1]
#   for %6: i64 in range(0, 2, 1)
#     %13: i64 = %2 if %6 == 0 else %3
#     %14: i64 = %4 if %6 == 0 else %5
#     extent: i64 = %13
#     stride: i64 = %14
#     high = high + max(stride * (extent - 1), 0)
#   return high
#
# function np__clash__device_2(extents: none, t: none, v: none, low: i64, high: i64, least: i64, most: i64) -> i64
#   return 4 if low <= 0 and 0 <= high else 0
#
# function np__clash__device_1(extents: (i64), t: (i64), v: (i64), low: i64, high: i64, least: i64, most: i64) -> i64
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
#       inner: i64 = np__clash__device_2(False, False, False, low - moved, high - moved, least, most)
#       if inner != 0
#         found = found | (inner if i == j else 1 if j < i else 2)
#         if u == 0 and not alike
#           found = found | ((1 if i > 0 else 0) | (2 if i < n - 1 else 0))
#       if found & 3 == 3
#         return 3
#   return found
#
# function np__clash__device(extents: (i64, i64), t: (i64, i64), v: (i64, i64), low: i64, high: i64, least: i64, most: i64) -> i64
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
#       inner: i64 = np__clash__device_1((extents.1,), (t.1,), (v.1,), low - moved, high - moved, least, most)
#       if inner != 0
#         found = found | (inner if i == j else 1 if j < i else 2)
#         if u == 0 and not alike
#           found = found | ((1 if i > 0 else 0) | (2 if i < n - 1 else 0))
#       if found & 3 == 3
#         return 3
#   return found
#
# function np__order__device(t: f32[:, :], v: f64[:, :]) -> i64
#   %2: i64 = np__low__device(t)
#   %3: i64 = np__high__device(t)
#   from_t: i64 = %2
#   to_t: i64 = %3
#   %6: i64 = np__low__device_1(v)
#   %7: i64 = np__high__device_1(v)
#   from_v: i64 = %6
#   to_v: i64 = %7
#   if t.size == 0 or v.size == 0 or to_t <= from_v or to_v <= from_t
#     return 0
#   %10: i64 = t.shape[0]
#   %11: i64 = t.shape[1]
#   %12: i64 = v.shape[0]
#   %13: i64 = v.shape[1]
#   for %14: i64 in range(0, 2, 1)
#     %21: i64 = %10 if %14 == 0 else %11
#     %22: i64 = %12 if %14 == 0 else %13
#     here: i64 = %21
#     there: i64 = %22
#     if there != 1 and there != here
#       return 0
#   steps: (i64, i64) = let %23: i64 = v.shape[0] in let %24: i64 = v.shape[1] in let %25: i64 = v.strides[0] in let %26: i64 = v.strides[1] in let %27: i64 = %23 in let %28: i64 = %25 in let %29: i64 = 0 if %27 == 1 else %28 in let %30: i64 = %24 in let %31: i64 = %26 in let %32: i64 = 0 if %30 == 1 else %31 in (%29, %32)
#   distance: i64 = i64(u64(v.address)) - i64(u64(t.address))
#   return 3 & np__clash__device((t.shape[0], t.shape[1]), (t.strides[0], t.strides[1]), steps, distance - 4 + 1, distance + 8 - 1, from_t - to_v + 8 + distance, to_t - 4 - from_v + distance)
#
# kernel k(a: f32[:, :], b: f64[:], n: i64)
#   %3: f32[:] = view a[guard wrap(n), :]
#   %4: f32 = f32(0.0)
#   %5: i64 = %3.shape[0]
#   for %6: i64 in range(0, %5, 1)
#     %3[%6] = %4
#   %7: f32[:, :] = view a[1:3, :2]
#   %8: f64[:] = view b[:2]
#   %9: i64 = %8.shape[0]
#   %10: i64 = i64(%9 != 1)
#   %12: i64 = %7.shape[0]
#   %13: i64 = %7.shape[1]
#   %14: i64 = 0 if array.distinct(%7, %8) else np__order__device(%7, view %8[None, :])
#   if %14 == 3
#     raise ValueError("the assignment reads elements after it changed them, whichever way it goes; copy them to a local array first") reported
#   %15: f32[:, :] = recast f32[:, :] %7 shape (%12, %13) strides (%7.strides[0], %7.strides[1]) guard (%9 == 1 or %9 == %13)
#   %16: i64 = %15.shape[0]
#   %17: i64 = %15.shape[1]
#   for %20: i64 in range(0, %16, 1)
#     %18: i64 = %16 - 1 - %20 if %14 == 2 else %20
#     for %19: i64 in range(0, %17, 1)
#       %11: i64 = %17 - 1 - %19 if %14 == 2 else %19
#       %15[%18, %11] = f32(%8[%11 * %10])
#   %21: i64 = n
#   %22: f64[:] = view b[:]
#   %23: f64 = f64(%21)
#   %24: i64 = %22.shape[0]
#   for %25: i64 in range(0, %24, 1)
#     %22[%25] = %23
