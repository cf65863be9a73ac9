# cmath, and NumPy's functions of complex numbers.
#
# Thresholds are chosen to be right for complex64 and complex128: beyond 1e18 or
# 1e30 the leading term of an asymptotic series is exact to the last bit of a
# float64, and 1e30 is far from float32's largest number. Branch cuts, signed
# zeros, infinities and nan are CPython's; where CPython raises (cmath.log(0),
# 1 / 0j) the value is that of NumPy. A comment names what the plain formula
# would get wrong.

import math

import numpy as np
from numba import cuda

from .arithmetic import phase

device = cuda.jit(device=True)


@device
def polar(z: complex):
    return abs(z), phase(z)


@device
def rect(r: float, phi: float):
    if phi == 0:
        return complex(r, math.copysign(0.0, phi) * math.copysign(1.0, r))
    if not math.isfinite(phi):
        if r == 0:
            return complex(0.0, 0.0)
        if math.isinf(r):
            return complex(math.inf, math.nan)
    return complex(r * math.cos(phi), r * math.sin(phi))


@device
def isfinite(z: complex):
    return math.isfinite(z.real) and math.isfinite(z.imag)


@device
def isinf(z: complex):
    return math.isinf(z.real) or math.isinf(z.imag)


@device
def isnan(z: complex):
    return math.isnan(z.real) or math.isnan(z.imag)


@device
def isclose(a: complex, b: complex, *, rel_tol: float = 1e-09, abs_tol: float = 0.0):
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    distance = abs(a - b)
    near = distance <= rel_tol * abs(a) or distance <= rel_tol * abs(b)
    return near or distance <= abs_tol


@device
def exp(z: complex):
    x, y = z.real, z.imag
    if y == 0:
        return complex(math.exp(x), y)
    if math.isinf(x) and not math.isfinite(y):
        if x < 0:
            return complex(0.0, 0.0)
        return complex(math.inf, math.nan)
    size = math.exp(x)
    if math.isinf(size) and math.isfinite(x):
        # Only the product with a small cosine may be finite.
        size = math.exp(x * 0.5)
        return complex(size * math.cos(y) * size, size * math.sin(y) * size)
    return complex(size * math.cos(y), size * math.sin(y))


@device
def cosh(z: complex):
    x, y = z.real, z.imag
    if y == 0:
        imag = abs(y) if math.isnan(x) else y * math.copysign(1.0, x)
        return complex(math.cosh(x), imag)
    if not math.isfinite(y):
        if x == 0:
            return complex(math.nan, 0.0)
        if math.isinf(x):
            return complex(math.inf, math.nan)
    size = math.cosh(x)
    if math.isinf(size) and math.isfinite(x):
        size = math.exp(abs(x) * 0.5)
        sign = math.copysign(0.5, x)
        return complex(
            size * 0.5 * math.cos(y) * size, size * sign * math.sin(y) * size
        )
    return complex(math.cos(y) * size, math.sin(y) * math.sinh(x))


@device
def sinh(z: complex):
    x, y = z.real, z.imag
    if y == 0:
        return complex(math.sinh(x), y)
    if not math.isfinite(y):
        if x == 0:
            return complex(0.0, math.nan)
        if math.isinf(x):
            return complex(math.inf, math.nan)
    size = math.cosh(x)
    if math.isinf(size) and math.isfinite(x):
        size = math.exp(abs(x) * 0.5)
        sign = math.copysign(0.5, x)
        return complex(
            size * sign * math.cos(y) * size, size * 0.5 * math.sin(y) * size
        )
    return complex(math.cos(y) * math.sinh(x), math.sin(y) * size)


@device
def tanh(z: complex):
    x, y = z.real, z.imag
    if math.isinf(x):
        imag = y
        if not math.isfinite(y):
            imag = 0.0
        elif y != 0:
            imag = math.copysign(0.0, math.sin(y) * math.cos(y))
        return complex(math.copysign(1.0, x), imag)
    if y == 0:
        return complex(math.tanh(x), y)
    if x == 0:
        return complex(x, math.tan(y))
    slope = math.tan(y)
    rise = math.tanh(x)
    inverse = 1 / math.cosh(x)
    both = rise * slope
    scale = 1 + both * both
    return complex(
        rise * (1 + slope * slope) / scale, slope / scale * inverse * inverse
    )


@device
def cos(z: complex):
    return cosh(complex(-z.imag, z.real))


@device
def sin(z: complex):
    w = sinh(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)


@device
def tan(z: complex):
    w = tanh(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)


@device
def log_size(z: complex):
    # Near 1 the logarithm of the magnitude would lose its digits; far from it
    # the magnitude may overflow or be subnormal.
    ax, ay = abs(z.real), abs(z.imag)
    size = math.hypot(ax, ay)
    if 0.71 <= size and size <= 1.73:
        most, least = max(ax, ay), min(ax, ay)
        return math.log1p((most - 1) * (most + 1) + least * least) / 2
    if math.isinf(size) and isfinite(z):
        return math.log(math.hypot(ax * 0.5, ay * 0.5)) + 0.6931471805599453
    if size < 1e-30 and size > 0:
        return (
            math.log(math.hypot(ax * 1152921504606846976.0, ay * 1152921504606846976.0))
            - 41.58883083359672
        )
    return math.log(size)


@device
def log(z: complex, base: complex = None):
    value = complex(log_size(z), phase(z))
    if base is None:
        return value
    return value / complex(log_size(base), phase(base))


@device
def log10(z: complex):
    return complex(log_size(z) / 2.302585092994046, phase(z) / 2.302585092994046)


@device
def log2(z: complex):
    return complex(log_size(z) / 0.6931471805599453, phase(z) / 0.6931471805599453)


@device
def log1p(z: complex):
    # Near 0, 1 + z would lose z's digits.
    x, y = z.real, z.imag
    angle = math.atan2(y, x + 1)
    if abs(x) < 0.5 and abs(y) < 0.5:
        return complex(math.log1p(x * (x + 2) + y * y) / 2, angle)
    return complex(log_size(complex(x + 1, y)), angle)


@device
def exp2(z: complex):
    return exp(complex(z.real * 0.6931471805599453, z.imag * 0.6931471805599453))


@device
def expm1(z: complex):
    half = math.sin(z.imag * 0.5)
    return complex(
        math.expm1(z.real) * math.cos(z.imag) - 2 * half * half,
        math.exp(z.real) * math.sin(z.imag),
    )


@device
def rint(z: complex):
    return complex(np.rint(z.real), np.rint(z.imag))


@device
def sign(z: complex):
    # The number of length 1 in its direction, 0 at 0.
    x, y = z.real, z.imag
    size = abs(z)
    if size == 0:
        return complex(0.0, 0.0)
    if math.isinf(size):
        if math.isinf(x) and math.isinf(y):
            return complex(math.nan, math.nan)
        if math.isinf(x):
            return complex(math.copysign(1.0, x), 0.0)
        return complex(0.0, math.copysign(1.0, y))
    return complex(x / size, y / size)


@device
def sqrt(z: complex):
    x, y = z.real, z.imag
    if math.isinf(y):
        return complex(math.inf, y)
    if math.isinf(x):
        if math.isnan(y):
            return complex(math.inf, y) if x > 0 else complex(y, math.inf)
        if x > 0:
            return complex(x, math.copysign(0.0, y))
        return complex(0.0, math.copysign(math.inf, y))
    if x == 0 and y == 0:
        return complex(0.0, y)
    ax, ay = abs(x), abs(y)
    if max(ax, ay) < 1e-30:
        # Scaled by 2**60, the root by 2**30.
        ax = ax * 1152921504606846976.0
        ay = ay * 1152921504606846976.0
        s = math.sqrt((ax + math.hypot(ax, ay)) * 0.5)
        d = ay / (2 * s) / 1073741824.0
        s = s / 1073741824.0
    else:
        ax = ax / 8
        s = 2 * math.sqrt(ax + math.hypot(ax, ay / 8))
        d = ay / (2 * s)
    if x >= 0:
        return complex(s, math.copysign(d, y))
    return complex(d, math.copysign(s, y))


@device
def log_large(z: complex):
    # log(2 * |z|) without overflow.
    return math.log(math.hypot(z.real / 2, z.imag / 2)) + 1.3862943611198906


@device
def acos(z: complex):
    x, y = z.real, z.imag
    if math.isinf(x) or math.isinf(y):
        angle = math.atan2(abs(y), x)
        return complex(
            angle, math.inf if math.isnan(y) else math.copysign(math.inf, -y)
        )
    if x == 0 and math.isnan(y):
        return complex(1.5707963267948966, y)
    if abs(x) > 1e18 or abs(y) > 1e18:
        return complex(math.atan2(abs(y), x), math.copysign(log_large(z), -y))
    s = sqrt(complex(1 - x, -y))
    t = sqrt(complex(1 + x, y))
    return complex(
        2 * math.atan2(s.real, t.real),
        math.asinh(t.real * s.imag - t.imag * s.real),
    )


@device
def acosh(z: complex):
    x, y = z.real, z.imag
    if math.isinf(x) or math.isinf(y):
        return complex(math.inf, math.atan2(y, x))
    if x == 0 and math.isnan(y):
        return complex(y, 1.5707963267948966)
    if abs(x) > 1e18 or abs(y) > 1e18:
        return complex(log_large(z), math.atan2(y, x))
    s = sqrt(complex(x - 1, y))
    t = sqrt(complex(x + 1, y))
    return complex(
        math.asinh(s.real * t.real + s.imag * t.imag),
        2 * math.atan2(s.imag, t.real),
    )


@device
def asinh(z: complex):
    x, y = z.real, z.imag
    if math.isinf(x) or math.isinf(y):
        real = math.inf if math.isnan(x) else math.copysign(math.inf, x)
        return complex(real, math.atan2(y, abs(x)))
    if math.isnan(x) and y == 0:
        return complex(x, y)
    if abs(x) > 1e18 or abs(y) > 1e18:
        return complex(math.copysign(log_large(z), x), math.atan2(y, abs(x)))
    s = sqrt(complex(1 + y, -x))
    t = sqrt(complex(1 - y, x))
    return complex(
        math.asinh(s.real * t.imag - t.real * s.imag),
        math.atan2(y, s.real * t.real - s.imag * t.imag),
    )


@device
def asin(z: complex):
    w = asinh(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)


@device
def atanh(z: complex):
    # The right half plane's, mirrored.
    sign = math.copysign(1.0, z.real)
    x, y = abs(z.real), z.imag * sign
    if math.isinf(y) or math.isinf(x):
        quarter = 1.5707963267948966
        imag = y if math.isnan(y) else math.copysign(quarter, y)
        return complex(0.0 if math.isnan(x) else 0.0 * sign, imag * sign)
    if math.isnan(x) or math.isnan(y):
        return complex(z.real if x == 0 else math.nan, math.nan)
    ay = abs(y)
    if x > 1e18 or ay > 1e18:
        half = math.hypot(x / 2, ay / 2)
        real = x / 4 / half / half
        imag = math.copysign(1.5707963267948966, y)
    elif x == 1 and ay < 1e-18:
        if ay == 0:
            real = x / ay
            imag = y
        else:
            real = -math.log(math.sqrt(ay) / math.sqrt(math.hypot(ay, 2.0)))
            imag = math.copysign(math.atan2(2.0, -ay) / 2, y)
    else:
        real = math.log1p(4 * x / ((1 - x) * (1 - x) + ay * ay)) / 4
        imag = -math.atan2(-2 * y, (1 - x) * (1 + x) - ay * ay) / 2
    return complex(real * sign, imag * sign)


@device
def atan(z: complex):
    w = atanh(complex(-z.imag, z.real))
    return complex(w.imag, -w.real)
