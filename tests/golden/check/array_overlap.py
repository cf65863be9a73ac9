# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])")
def copy(a, b):
    a[:] = b

# === --emit=ir
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
# function np__order__device(t: f32[::1], l: f32[::1]) -> i64
#   if t.size == 0 or l.size == 0
#     return 0
#   if np__high__device(t) <= np__low__device(l) or np__high__device(l) <= np__low__device(t)
#     return 0
#   distance: i64 = i64(u64(t.address)) - i64(u64(l.address))
#   same: bool = distance == 0 and True
#   repeated: bool = False
#   upward: bool = True
#   inner: i64 = 4
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
#       if moved and -4 < rest and rest < 4
#         if repeated
#           return 3
#         return 2 if (distance > 0) == upward else 1
#   return 0
#
# kernel copy(a: f32[::1], b: f32[::1])
#   %2: f32[::1] = view a[:]
#   %3: f32[::1] = b
#   %4: i64 = %3.shape[0]
#   %5: i64 = i64(%4 != 1)
#   %7: i64 = %2.shape[0]
#   %8: i64 = 0 if array.distinct(%2, %3) else np__order__device(%2, %3)
#   %9: f32[::1] = recast f32[::1] %2 shape (%7) guard ((%4 == 1 or %4 == %7) and %8 != 3)
#   %10: i64 = %9.shape[0]
#   for %11: i64 in range(0, %10, 1)
#     %6: i64 = %10 - 1 - %11 if %8 == 2 else %11
#     %9[%6] = %3[%6 * %5]
