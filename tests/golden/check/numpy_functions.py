# golden: --emit=ir --passes=-inline-functions
from numba import cuda
import numpy as np
import operator


@cuda.jit("void(float32[::1], int32[::1], bool_[::1])")
def k(x, i, b):
    a = x[0]
    c = x[1]
    x[2] = np.sqrt(a) + np.sin(c) + np.arctan2(a, c) + np.deg2rad(a)
    x[3] = np.maximum(a, c)
    x[4] = np.minimum(a, 0)
    x[5] = np.fmax(a, c) + np.fmin(a, c)
    x[6] = np.clip(a, 0, 1)
    x[7] = np.sign(a)
    x[8] = np.square(a) + np.reciprocal(c)
    x[9] = np.where(a > c, a, 0)
    x[10] = np.logaddexp(a, c)
    x[11] = np.logaddexp2(a, c)
    x[12] = np.floor(a) + np.rint(a) + np.round(a) + np.around(a, 2)
    x[13] = np.power(a, 2) + np.abs(c)
    x[14] = np.add(a, np.multiply(a, operator.truediv(a, c)))
    i[0] = np.sign(i[1])
    i[2] = np.fmod(i[0], i[1])
    i[3] = np.mod(i[0], i[1]) + np.floor_divide(i[0], i[1])
    i[4] = np.left_shift(i[0], 2) | np.invert(i[1])
    b[0] = np.signbit(a)
    b[1] = np.logical_and(a, i[0])
    b[2] = np.logical_xor(a, c) or np.logical_not(a)
    b[3] = np.less(a, c) and operator.ge(a, c)
    b[4] = np.isnan(a) or np.invert(b[5])

# === --emit=ir --passes=-inline-functions
# function np__sign__device(x: f32) -> f32
#   return math.copysign(f32(1.0), x) if abs(x) > f32(0.0) else x + f32(0.0)
#
# function np__logaddexp__device(x: f32, y: f32) -> f32
#   rest: f32 = math.log1p(math.exp(-abs(x - y)))
#   return x + f32(0.6931472) if x == y else max(x, y) + rest
#
# function np__logaddexp2__device(x: f32, y: f32) -> f32
#   rest: f32 = math.log1p(math.exp2(-abs(x - y))) * f32(1.442695)
#   return x + f32(1.0) if x == y else max(x, y) + rest
#
# function np__round_digits__device(x: f64, digits: i64, power: f64) -> f64
#   if digits > 308
#     return x
#   if digits < -308
#     return x * 0.0 if math.isfinite(x) else x
#   scaled: f64 = x / power if digits < 0 else x * power
#   whole: f64 = rint(scaled)
#   back: f64 = whole * power if digits < 0 else whole / power
#   return back if math.isfinite(scaled) else x
#
# function np__int_sign__device(x: i64) -> i64
#   return i64(x > 0) - i64(x < 0)
#
# function np__int_fmod__device(x: i32, y: i32) -> i64
#   rest: i64 = abs(i64(x)) % abs(i64(y))
#   return -rest if i64(x) < 0 else rest
#
# kernel k(x: f32[::1], i: i32[::1], b: bool[::1])
#   a: f32 = x[guard 0]
#   c: f32 = x[guard 1]
#   x[guard 2] = math.sqrt(a) + math.sin(c) + math.atan2(a, c) + math.radians(a)
#   x[guard 3] = a + c if a != a or c != c else max(a, c)
#   x[guard 4] = let %5: f32 = f32(0.0) in a + %5 if a != a or %5 != %5 else min(a, %5)
#   x[guard 5] = max(a, c) + min(a, c)
#   x[guard 6] = let %7: f32 = (let %6: f32 = f32(0.0) in a + %6 if a != a or %6 != %6 else max(a, %6)) in let %8: f32 = f32(1.0) in %7 + %8 if %7 != %7 or %8 != %8 else min(%7, %8)
#   x[guard 7] = np__sign__device(a)
#   x[guard 8] = fma(a, a, f32(1.0) / c)
#   x[guard 9] = a if a > c else f32(0.0)
#   x[guard 10] = np__logaddexp__device(a, c)
#   x[guard 11] = np__logaddexp2__device(a, c)
#   x[guard 12] = floor(a) + rint(a) + rint(a) + f32(np__round_digits__device(f64(a), 2, 100.0))
#   x[guard 13] = a ** f32(2.0) + abs(c)
#   x[guard 14] = fma(a, a / c, a)
#   i[guard 0] = i32(np__int_sign__device(i64(i[guard 1])))
#   i[guard 2] = i32(np__int_fmod__device(i[guard 0], i[guard 1]))
#   i[guard 3] = i32(i64(i[guard 0]) % i64(i[guard 1]) + i64(i[guard 0]) // i64(i[guard 1]))
#   i[guard 4] = i32(i64(i[guard 0]) << 2 | ~i64(i[guard 1]))
#   b[guard 0] = math.copysign(f32(1.0), a) < f32(0.0)
#   b[guard 1] = bool(a) & bool(i[guard 0])
#   b[guard 2] = bool(a) ^ bool(c) or not bool(a)
#   b[guard 3] = a < c and a >= c
#   b[guard 4] = math.isnan(a) or not b[guard 5]
