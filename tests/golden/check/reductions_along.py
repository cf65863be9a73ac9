# golden: --emit=ir --passes=-inline-functions
# Reductions along an axis into `out`, and those that leave nan out.
import numpy as np
from numba import cuda


@cuda.jit("void(float32[:, ::1], int32[:, :], float32[::1])")
def along(a, n, out):
    np.sum(a, axis=0, out=out)
    out.fill(0)
    n.max(axis=-1, out=out)


@cuda.jit("void(float32[::1], int32[::1], float32[::1])")
def without_nan(a, n, out):
    out[0] = np.nansum(a)
    out[1] = np.nanprod(a)
    out[2] = np.nanmin(a)
    out[3] = np.nanmax(a)
    out[4] = np.nanmean(a)
    out[5] = np.nanvar(a)
    out[6] = np.nanstd(a)
    out[7] = np.nansum(n)

# === --emit=ir --passes=-inline-functions
# function np__sum__device(a: f32[:], total: f32) -> f32
#   %2: f32[:] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     total = total + x
#   return total
#
# function np__along__device(a: f32[::1, :], out: f32[::1], reduction: none, rest: (f32)) -> f32[::1]
#   %4: i64 = out.shape[0]
#   %5: i64 = 1 * %4
#   for %6: i64 in range(0, %5, 1)
#     place: (i64) = (%6,)
#     out[guard wrap(place.0)] = let %10: f32[:] = view a[guard wrap(place.0), :] in np__sum__device(%10, rest.0)
#   return out
#
# function np__fill__device(a: f32[::1], value: i64)
#   %2: i64 = value
#   %3: f32[::1] = view a[:]
#   %4: f32 = f32(%2)
#   %5: i64 = %3.shape[0]
#   for %6: i64 in range(0, %5, 1)
#     %3[%6] = %4
#
# function np__max__device(a: i32[:]) -> i32
#   best: i32 = a[guard 0]
#   %2: i32[:] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: i32 = %2[%5]
#     best = i32(max(i64(best), i64(x)))
#   return best
#
# function np__along__device_1(a: i32[:, :], out: f32[::1], reduction: none, rest: none) -> f32[::1]
#   %4: i64 = out.shape[0]
#   %5: i64 = 1 * %4
#   for %6: i64 in range(0, %5, 1)
#     place: (i64) = (%6,)
#     out[guard wrap(place.0)] = f32(np__max__device(view a[guard wrap(place.0), :]))
#   return out
#
# kernel along(a: f32[:, ::1], n: i32[:, :], out: f32[::1])
#   np__along__device(recast f32[::1, :] a shape (a.shape[1], a.shape[0]) strides (a.strides[1], a.strides[0]), out, False, (f32(0.0),))
#   np__fill__device(out, 0)
#   np__along__device_1(n, out, False, False)
#
# function np__nansum__device(a: f32[::1], total: f32) -> f32
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     if x == x
#       total = total + x
#   return total
#
# function np__nanprod__device(a: f32[::1], total: f32) -> f32
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     if x == x
#       total = total * x
#   return total
#
# function np__nanmin__device(a: f32[::1]) -> f32
#   best: f32 = a[guard 0]
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     if x < best or best != best
#       best = x
#   return best
#
# function np__nanmax__device(a: f32[::1]) -> f32
#   best: f32 = a[guard 0]
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     if x > best or best != best
#       best = x
#   return best
#
# function np__nancount__device(a: f32[::1]) -> i64
#   count: i64 = 0
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     if x == x
#       count = count + 1
#   return count
#
# function np__nanmean__device(a: f32[::1], total: f32) -> f32
#   return np__nansum__device(a, total) / f32(np__nancount__device(a))
#
# function np__nanvar__device(a: f32[::1], total: f32, ddof: i64) -> f32
#   count: i64 = np__nancount__device(a)
#   mean: f32 = np__nansum__device(a, total) / f32(count)
#   %5: f32[::1] = a
#   %6: i64 = %5.shape[0]
#   %7: i64 = 1 * %6
#   for %8: i64 in range(0, %7, 1)
#     x: f32 = %5[%8]
#     if x == x
#       distance: f32 = x - mean
#       total = fma(distance, distance, total)
#   return total / f32(count - ddof) if count > ddof else f32(nan) * total
#
# function np__sum__device_1(a: i32[::1], total: i64) -> i64
#   %2: i32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: i32 = %2[%5]
#     total = total + i64(x)
#   return total
#
# kernel without_nan(a: f32[::1], n: i32[::1], out: f32[::1])
#   out[guard 0] = np__nansum__device(a, f32(0.0))
#   out[guard 1] = np__nanprod__device(a, f32(1.0))
#   out[guard 2] = np__nanmin__device(a)
#   out[guard 3] = np__nanmax__device(a)
#   out[guard 4] = np__nanmean__device(a, f32(0.0))
#   out[guard 5] = np__nanvar__device(a, f32(0.0), 0)
#   out[guard 6] = math.sqrt(np__nanvar__device(a, f32(0.0), 0))
#   out[guard 7] = f32(np__sum__device_1(n, 0))
