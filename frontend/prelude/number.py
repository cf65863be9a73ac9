# Functions of numbers: number theory, nearness, what lies in a range.

import math

import numpy as np
from numba import cuda


@cuda.jit
def np__gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return abs(a)


@cuda.jit
def np__lcm(a, b):
    divisor = np__gcd(a, b)
    if divisor == 0:
        return divisor
    return abs(a // divisor * b)


@cuda.jit
def np__isclose(a, b, rtol, atol, equal_nan):
    if a == b:
        return True
    if a != a or b != b:
        return equal_nan and a != a and b != b
    if math.isinf(a) or math.isinf(b):
        return False
    return abs(a - b) <= atol + rtol * abs(b)


@cuda.jit
def np__math_isclose(a, b, rel_tol, abs_tol):
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    distance = abs(b - a)
    return (
        distance <= abs(rel_tol * b)
        or distance <= abs(rel_tol * a)
        or distance <= abs_tol
    )


@cuda.jit
def np__spacing(x):
    return math.nextafter(x, math.inf if x >= 0 else -math.inf) - x


@cuda.jit
def np__heaviside(x, middle):
    if x < 0:
        return 0
    if x > 0:
        return 1
    if x != x:
        return x
    return middle


@cuda.jit
def np__nan_to_num(x, nan, posinf, neginf):
    if x != x:
        return nan
    if math.isinf(x):
        return posinf if x > 0 else neginf
    return x


@cuda.jit
def np__in_range(x, start, stop, step):
    if step > 0:
        return start <= x and x < stop and (x - start) % step == 0
    if step < 0:
        return stop < x and x <= start and (start - x) % -step == 0
    return False


@cuda.jit
def np__sign(x):
    # No zero has a sign, and nan stays.
    return np.copysign(1, x) if abs(x) > 0 else x + 0


@cuda.jit
def np__int_sign(x):
    return (x > 0) - (x < 0)


@cuda.jit
def np__int_fmod(x, y):
    # x - y * int(x / y): the sign of x.
    rest = abs(x) % abs(y)
    return -rest if x < 0 else rest


@cuda.jit
def np__logaddexp(x, y):
    # Equal ones may be infinite, and have no distance.
    rest = math.log1p(math.exp(-abs(x - y)))
    return x + 0.6931471805599453 if x == y else max(x, y) + rest


@cuda.jit
def np__logaddexp2(x, y):
    rest = math.log1p(np.exp2(-abs(x - y))) * 1.4426950408889634
    return x + 1 if x == y else max(x, y) + rest


@cuda.jit
def np__round_int(x, step):
    # The nearest multiple of step, the even one of two.
    low = x // step
    rest = x % step
    up = rest > step // 2 or (rest == step // 2 and low % 2 != 0)
    return (low + up) * step


@cuda.jit
def np__round_digits(x, digits, power):
    # `power` is 10**abs(digits). What overflows on the way has no digits behind
    # the point: it stays as it is.
    if digits > 308:
        return x
    if digits < -308:
        return x * 0.0 if math.isfinite(x) else x
    scaled = x / power if digits < 0 else x * power
    whole = np.rint(scaled)
    back = whole * power if digits < 0 else whole / power
    return back if math.isfinite(scaled) else x
