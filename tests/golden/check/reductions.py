# golden: --emit=ir --passes=-inline-functions
import math

import numpy as np
from numba import cuda


@cuda.jit("void(float32[::1], int32[:, ::1], float64[::1])")
def k(a, b, out):
    out[0] = a.sum() + np.prod(b) + np.mean(b)
    out[1] = np.min(a) + np.max(b) + min(a)
    out[2] = np.any(b) + np.argmin(a) + np.argmax(b)


@cuda.jit("void(float32[::1], float64[::1])")
def more(a, out):
    out[0] = np.var(a, ddof=1) + np.std(a) + np.ptp(a) + np.all(a)
    out[1] = np.count_nonzero(a) + np.dot(a, a) + np.vdot(a, a) + a @ out
    out[2] = np.array_equal(a, out) + np.interp(a[0], a, out)
    out[3] = np.searchsorted(a, 1) + (2 in a) + (out[0] in range(3))


@cuda.jit("void(float32, int64, float64[::1])")
def numbers(x, n, out):
    out[0] = np.gcd(n, 6) + np.lcm(n, 6) + np.isclose(x, 1) + np.spacing(x)
    out[1] = np.heaviside(x, 1) + np.nan_to_num(x)


@cuda.jit("void(float64, float64[::1])")
def close(x, out):
    out[0] = math.isclose(x, 1)


@cuda.jit("void(float64[::1])")
def local(out):
    z = np.zeros(2)
    o = np.ones((1, 2), np.int32)
    f = np.full(2, 3)
    e = np.empty(2)
    out[0] = z[0] + o[0, 0] + f[0] + e.size

# === --emit=ir --passes=-inline-functions
# function np__sum__device(a: f32[::1], total: f32) -> f32
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     total = total + x
#   return total
#
# function np__prod__device(a: i32[:, ::1], total: i64) -> i64
#   %2: i32[::1] = recast i32[::1] a shape (a.size)
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: i32 = %2[%5]
#     total = total * i64(x)
#   return total
#
# function np__sum__device_1(a: i32[:, ::1], total: f64) -> f64
#   %2: i32[::1] = recast i32[::1] a shape (a.size)
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: i32 = %2[%5]
#     total = total + f64(x)
#   return total
#
# function np__mean__device(a: i32[:, ::1], total: f64) -> f64
#   return np__sum__device_1(a, total) / f64(a.size)
#
# function np__min__device(a: f32[::1]) -> f32
#   best: f32 = a[guard 0]
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     best = best + x if best != best or x != x else min(best, x)
#   return best
#
# function np__max__device(a: i32[:, ::1]) -> i32
#   best: i32 = a[guard 0, guard 0]
#   %2: i32[::1] = recast i32[::1] a shape (a.size)
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: i32 = %2[%5]
#     best = i32(max(i64(best), i64(x)))
#   return best
#
# function np__least__device(a: f32[::1]) -> f32
#   best: f32 = a[guard 0]
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   for %4: i64 in range(0, %3, 1)
#     x: f32 = %2[%4]
#     best = min(best, x)
#   return best
#
# function np__any__device(a: i32[:, ::1]) -> bool
#   %1: i32[::1] = recast i32[::1] a shape (a.size)
#   %2: i64 = %1.shape[0]
#   %3: i64 = 1 * %2
#   for %4: i64 in range(0, %3, 1)
#     x: i32 = %1[%4]
#     if bool(x)
#       return True
#   return False
#
# function np__argmin__device(a: f32[::1]) -> i64
#   best: f32 = a[guard 0]
#   at: i64 = 0
#   i: i64 = 0
#   %4: f32[::1] = a
#   %5: i64 = %4.shape[0]
#   %6: i64 = 1 * %5
#   for %7: i64 in range(0, %6, 1)
#     x: f32 = %4[%7]
#     if x < best or x != x and best == best
#       best = x
#       at = i
#     i = i + 1
#   return at
#
# function np__argmax__device(a: i32[:, ::1]) -> i64
#   best: i32 = a[guard 0, guard 0]
#   at: i64 = 0
#   i: i64 = 0
#   %4: i32[::1] = recast i32[::1] a shape (a.size)
#   %5: i64 = %4.shape[0]
#   %6: i64 = 1 * %5
#   for %7: i64 in range(0, %6, 1)
#     x: i32 = %4[%7]
#     if i64(x) > i64(best) or i64(x) != i64(x) and i64(best) == i64(best)
#       best = x
#       at = i
#     i = i + 1
#   return at
#
# kernel k(a: f32[::1], b: i32[:, ::1], out: f64[::1])
#   out[guard 0] = f64(np__sum__device(a, f32(0.0)) + f32(np__prod__device(b, 1)) + f32(np__mean__device(b, 0.0)))
#   out[guard 1] = f64(np__min__device(a) + f32(np__max__device(b)) + np__least__device(a))
#   out[guard 2] = f64(i64(np__any__device(b)) + np__argmin__device(a) + np__argmax__device(b))
#
# function np__var__device(a: f32[::1], total: f32, ddof: i64) -> f32
#   mean: f32 = np__sum__device(a, total) / f32(a.size)
#   %4: f32[::1] = a
#   %5: i64 = %4.shape[0]
#   %6: i64 = 1 * %5
#   for %7: i64 in range(0, %6, 1)
#     x: f32 = %4[%7]
#     distance: f32 = x - mean
#     total = fma(distance, distance, total)
#   return total / f32(max(a.size - ddof, 0))
#
# function np__max__device_1(a: f32[::1]) -> f32
#   best: f32 = a[guard 0]
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     best = best + x if best != best or x != x else max(best, x)
#   return best
#
# function np__ptp__device(a: f32[::1]) -> f32
#   return np__max__device_1(a) - np__min__device(a)
#
# function np__all__device(a: f32[::1]) -> bool
#   %1: f32[::1] = a
#   %2: i64 = %1.shape[0]
#   %3: i64 = 1 * %2
#   for %4: i64 in range(0, %3, 1)
#     x: f32 = %1[%4]
#     if not bool(x)
#       return False
#   return True
#
# function np__count_nonzero__device(a: f32[::1]) -> i64
#   count: i64 = 0
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     if bool(x)
#       count = count + 1
#   return count
#
# function np__dot__device(a: f32[::1], b: f32[::1], total: f32) -> f32
#   %3: f32[::1] = a
#   %4: i64 = %3.shape[0]
#   %5: i64 = 1 * %4
#   %6: f32[::1] = b
#   %7: i64 = %6.shape[0]
#   %8: i64 = 1 * %7
#   %9: i64 = min(%5, %8)
#   for %10: i64 in range(0, %9, 1)
#     %17: f32 = %3[guard %10]
#     %18: f32 = %6[guard %10]
#     x: f32 = %17
#     y: f32 = %18
#     total = fma(x, y, total)
#   return total
#
# function np__vdot__device(a: f32[::1], b: f32[::1], total: f32) -> f32
#   %3: f32[::1] = a
#   %4: i64 = %3.shape[0]
#   %5: i64 = 1 * %4
#   %6: f32[::1] = b
#   %7: i64 = %6.shape[0]
#   %8: i64 = 1 * %7
#   %9: i64 = min(%5, %8)
#   for %10: i64 in range(0, %9, 1)
#     %17: f32 = %3[guard %10]
#     %18: f32 = %6[guard %10]
#     x: f32 = %17
#     y: f32 = %18
#     total = fma(x, y, total)
#   return total
#
# function np__dot__device_1(a: f32[::1], b: f64[::1], total: f64) -> f64
#   %3: f32[::1] = a
#   %4: i64 = %3.shape[0]
#   %5: i64 = 1 * %4
#   %6: f64[::1] = b
#   %7: i64 = %6.shape[0]
#   %8: i64 = 1 * %7
#   %9: i64 = min(%5, %8)
#   for %10: i64 in range(0, %9, 1)
#     %17: f32 = %3[guard %10]
#     %18: f64 = %6[guard %10]
#     x: f32 = %17
#     y: f64 = %18
#     total = fma(f64(x), y, total)
#   return total
#
# function np__array_equal__device(a: f32[::1], b: f64[::1]) -> bool
#   if let %2: i64 = a.shape[0] in let %3: i64 = b.shape[0] in %2 != %3
#     return False
#   %4: f32[::1] = a
#   %5: i64 = %4.shape[0]
#   %6: i64 = 1 * %5
#   %7: f64[::1] = b
#   %8: i64 = %7.shape[0]
#   %9: i64 = 1 * %8
#   %10: i64 = min(%6, %9)
#   for %11: i64 in range(0, %10, 1)
#     %18: f32 = %4[guard %11]
#     %19: f64 = %7[guard %11]
#     x: f32 = %18
#     y: f64 = %19
#     if f64(x) != y
#       return False
#   return True
#
# function np__interp__device(x: f32, xp: f32[::1], fp: f64[::1], left: none, right: none) -> f64
#   last: i64 = xp.size - 1
#   if x != x
#     return f64(x)
#   if x > xp[guard if any last]
#     return fp[guard wrap(last)]
#   if x < xp[guard 0]
#     return fp[guard 0]
#   low: i64 = 0
#   high: i64 = last + 1
#   while high - low > 1
#     middle: i64 = (low + high) // 2
#     if xp[guard wrap(middle)] <= x
#       low = middle
#     else
#       high = middle
#   if low == last or xp[guard wrap(low)] == x
#     return fp[guard wrap(low)]
#   slope: f64 = (fp[guard wrap(low + 1)] - fp[guard wrap(low)]) / f64(xp[guard wrap(low + 1)] - xp[guard wrap(low)])
#   result: f64 = fma(slope, f64(x - xp[guard wrap(low)]), fp[guard wrap(low)])
#   if result != result
#     result = fma(slope, f64(x - xp[guard wrap(low + 1)]), fp[guard wrap(low + 1)])
#     if result != result and fp[guard wrap(low)] == fp[guard wrap(low + 1)]
#       result = fp[guard wrap(low)]
#   return result
#
# function np__search_left__device(a: f32[::1], value: i64) -> i64
#   low: i64 = 0
#   high: i64 = a.size
#   while low < high
#     middle: i64 = (low + high) // 2
#     x: f32 = a[guard wrap(middle)]
#     if x < f32(value) or value != value and x == x
#       low = middle + 1
#     else
#       high = middle
#   return low
#
# function np__contains__device(a: f32[::1], value: i64) -> bool
#   %2: f32[::1] = a
#   %3: i64 = %2.shape[0]
#   %4: i64 = 1 * %3
#   for %5: i64 in range(0, %4, 1)
#     x: f32 = %2[%5]
#     if x == f32(value)
#       return True
#   return False
#
# function np__in_range__device(x: f64, start: i64, stop: i64, step: i64) -> bool
#   if step > 0
#     return f64(start) <= x and (x < f64(stop) and (x - f64(start)) % f64(step) == 0.0)
#   if step < 0
#     return f64(stop) < x and (x <= f64(start) and (f64(start) - x) % f64(-step) == 0.0)
#   return False
#
# kernel more(a: f32[::1], out: f64[::1])
#   out[guard 0] = f64(np__var__device(a, f32(0.0), 1) + math.sqrt(np__var__device(a, f32(0.0), 0)) + np__ptp__device(a) + f32(np__all__device(a)))
#   out[guard 1] = f64(f32(np__count_nonzero__device(a)) + np__dot__device(a, a, f32(0.0)) + np__vdot__device(a, a, f32(0.0))) + np__dot__device_1(a, out, 0.0)
#   out[guard 2] = f64(np__array_equal__device(a, out)) + np__interp__device(a[guard 0], a, out, False, False)
#   out[guard 3] = f64(np__search_left__device(a, 1) + i64(np__contains__device(a, 2)) + i64(np__in_range__device(out[guard 0], 0, 3, 1)))
#
# function np__gcd__device(a: i64, b: i64) -> i64
#   while b != 0
#     %2: i64 = b
#     %3: i64 = a % b
#     a = %2
#     b = %3
#   return abs(a)
#
# function np__lcm__device(a: i64, b: i64) -> i64
#   divisor: i64 = np__gcd__device(a, b)
#   if divisor == 0
#     return divisor
#   return abs(a // divisor * b)
#
# function np__isclose__device(a: f32, b: i64, rtol: f64, atol: f64, equal_nan: bool) -> bool
#   if a == f32(b)
#     return True
#   if a != a or b != b
#     return equal_nan and (a != a and b != b)
#   if math.isinf(a) or math.isinf(f64(b))
#     return False
#   return abs(a - f32(b)) <= f32(fma(rtol, f64(abs(b)), atol))
#
# function np__spacing__device(x: f32) -> f32
#   return math.nextafter(x, f32(inf if x >= f32(0.0) else -inf)) - x
#
# function np__heaviside__device(x: f32, middle: f32) -> f32
#   if x < f32(0.0)
#     return f32(0.0)
#   if x > f32(0.0)
#     return f32(1.0)
#   if x != x
#     return x
#   return middle
#
# function np__nan_to_num__device(x: f32, nan: f64, posinf: f64, neginf: f64) -> f32
#   if x != x
#     return f32(nan)
#   if math.isinf(x)
#     return f32(posinf if x > f32(0.0) else neginf)
#   return x
#
# kernel numbers(x: f32, n: i64, out: f64[::1])
#   out[guard 0] = f64(f32(np__gcd__device(n, 6) + np__lcm__device(n, 6) + i64(np__isclose__device(x, 1, 1e-05, 1e-08, False))) + np__spacing__device(x))
#   out[guard 1] = f64(np__heaviside__device(x, f32(1.0)) + np__nan_to_num__device(x, 0.0, 3.4028234663852886e+38, -3.4028234663852886e+38))
#
# function np__math_isclose__device(a: f64, b: f64, rel_tol: f64, abs_tol: f64) -> bool
#   if a == b
#     return True
#   if math.isinf(a) or math.isinf(b)
#     return False
#   distance: f64 = abs(b - a)
#   return distance <= abs(rel_tol * b) or (distance <= abs(rel_tol * a) or distance <= abs_tol)
#
# kernel close(x: f64, out: f64[::1])
#   out[guard 0] = f64(np__math_isclose__device(x, 1.0, 1e-09, 0.0))
#
# function np__filled__device(a: local f64[::1], value: f64) -> i64
#   %2: f64 = value
#   %3: local f64[::1] = view a[:]
#   %4: f64 = %2
#   %5: i64 = %3.shape[0]
#   for %6: i64 in range(0, %5, 1)
#     %3[%6] = %4
#   return 0
#
# function np__filled__device_1(a: local i32[:, ::1], value: f64) -> i64
#   %2: f64 = value
#   %3: local i32[:, ::1] = view a[:, :]
#   %4: i32 = i32(%2)
#   %5: i64 = %3.shape[0]
#   %6: i64 = %3.shape[1]
#   for %8: i64 in range(0, %5, 1)
#     for %7: i64 in range(0, %6, 1)
#       %3[%8, %7] = %4
#   return 0
#
# function np__filled__device_2(a: local i64[::1], value: i64) -> i64
#   %2: i64 = value
#   %3: local i64[::1] = view a[:]
#   %4: i64 = %2
#   %5: i64 = %3.shape[0]
#   for %6: i64 in range(0, %5, 1)
#     %3[%6] = %4
#   return 0
#
# kernel local(out: f64[::1])
#   local @z: f64[2]
#   local @o.1: i32[1, 2]
#   local @f.2: i64[2]
#   local @e.3: f64[2]
#   z: local f64[::1] = let %1: i64 = np__filled__device(@z, 0.0) in @z
#   o: local i32[:, ::1] = let %3: i64 = np__filled__device_1(@o.1, 1.0) in @o.1
#   f: local i64[::1] = let %5: i64 = np__filled__device_2(@f.2, 3) in @f.2
#   e: local f64[::1] = @e.3
#   out[guard 0] = z[0] + f64(o[0, 0]) + f64(f[0]) + f64(e.size)
