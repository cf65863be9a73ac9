# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, :], float64[:], int64)")
def k(a, b, n):
    a[n] = 0
    a[1:3, :2] = b[:2]
    b[:] = n

# === --emit=ir
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
# function np__low__device(a: f64[:, :]) -> i64
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
# function np__low__device_1(a: f32[:, :]) -> i64
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
# function np__order__device(t: f32[:, :], l: f64[:, :]) -> i64
#   if t.size == 0 or l.size == 0
#     return 0
#   if np__high__device(t) <= np__low__device(l) or np__high__device_1(l) <= np__low__device_1(t)
#     return 0
#   distance: i64 = i64(u64(t.address)) - i64(u64(l.address))
#   same: bool = distance == 0 and False
#   repeated: bool = False
#   upward: bool = True
#   inner: i64 = 8
#   for i: i64 in range(0, 2, 1)
#     axis: i64 = 1 - i
#     extent: i64 = let %35: i64 = t.shape[0] in let %36: i64 = t.shape[1] in %35 if axis == 0 or axis == -2 else %36 if axis == 1 or axis == -1 else 0
#     if extent != (let %37: i64 = l.shape[0] in let %38: i64 = l.shape[1] in %37 if axis == 0 or axis == -2 else %38 if axis == 1 or axis == -1 else 0)
#       if (let %39: i64 = l.shape[0] in let %40: i64 = l.shape[1] in %39 if axis == 0 or axis == -2 else %40 if axis == 1 or axis == -1 else 0) != 1
#         return 3
#       repeated = True
#     if extent > 1
#       step: i64 = let %41: i64 = t.strides[0] in let %42: i64 = t.strides[1] in %41 if axis == 0 or axis == -2 else %42 if axis == 1 or axis == -1 else 0
#       if (let %43: i64 = l.shape[0] in let %44: i64 = l.shape[1] in %43 if axis == 0 or axis == -2 else %44 if axis == 1 or axis == -1 else 0) > 1 and step != (let %45: i64 = l.strides[0] in let %46: i64 = l.strides[1] in %45 if axis == 0 or axis == -2 else %46 if axis == 1 or axis == -1 else 0)
#         return 3
#       if step < inner and not (same and not repeated)
#         return 3
#       inner = inner + step * (extent - 1)
#   if same and not repeated
#     return 0
#   for combination: i64 in range(0, 4, 1)
#     rest: i64 = distance
#     moved: bool = repeated
#     for axis in range(0, 2, 1)
#       extent = let %69: i64 = t.shape[0] in let %70: i64 = t.shape[1] in %69 if axis == 0 or axis == -2 else %70 if axis == 1 or axis == -1 else 0
#       if extent > 1
#         step = let %71: i64 = t.strides[0] in let %72: i64 = t.strides[1] in %71 if axis == 0 or axis == -2 else %72 if axis == 1 or axis == -1 else 0
#         k: i64 = rest // step + (combination >> axis & 1)
#         if k <= -extent or k >= (let %73: i64 = l.shape[0] in let %74: i64 = l.shape[1] in %73 if axis == 0 or axis == -2 else %74 if axis == 1 or axis == -1 else 0)
#           break
#         rest = rest - k * step
#         moved = moved or k != 0
#     else
#       if moved and -4 < rest and rest < 8
#         if repeated
#           return 3
#         return 2 if (distance > 0) == upward else 1
#   return 0
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
#   %15: f32[:, :] = recast f32[:, :] %7 shape (%12, %13) strides (%7.strides[0], %7.strides[1]) guard ((%9 == 1 or %9 == %13) and %14 != 3)
#   %16: i64 = %15.shape[0]
#   %17: i64 = %15.shape[1]
#   for %20: i64 in range(0, %16, 1)
#     %18: i64 = %16 - 1 - %20 if %14 == 2 else %20
#     for %19: i64 in range(0, %17, 1)
#       %11: i64 = %17 - 1 - %19 if %14 == 2 else %19
#       %15[%18, %11] = f32(%8[%11 * %10])
#   %21: f64[:] = view b[:]
#   %22: f64 = f64(n)
#   %23: i64 = %21.shape[0]
#   for %24: i64 in range(0, %23, 1)
#     %21[%24] = %22
