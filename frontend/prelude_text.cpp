// The prelude's Python (prelude.cpp says what it may assume). A comment names
// what the plain formula would get wrong.

namespace pyk2ptx {

extern const char *const arithmeticText, *const cmathText;

const char *const arithmeticText = R"py(
import math
from numba import cuda

device = cuda.jit(device=True)


@device
def divide(a: complex, b: complex):
    # The smaller part of the divisor is divided by the larger one, so that no
    # square is formed. By zero it is the quotient of each part.
    if abs(b.real) >= abs(b.imag):
        if b.real == 0 and b.imag == 0:
            return complex(a.real / abs(b.real), a.imag / abs(b.real))
        ratio = b.imag / b.real
        scale = b.real + b.imag * ratio
        return complex(
            (a.real + a.imag * ratio) / scale, (a.imag - a.real * ratio) / scale
        )
    ratio = b.real / b.imag
    scale = b.real * ratio + b.imag
    return complex(
        (a.real * ratio + a.imag) / scale, (a.imag * ratio - a.real) / scale
    )


@device
def power(a: complex, b: complex):
    if b.imag == 0 and abs(b.real) <= 100 and b.real == math.floor(b.real):
        n = abs(int(b.real))
        if n == 0:
            return complex(1.0, 0.0)
        square = a
        while (n & 1) == 0:
            square = square * square
            n >>= 1
        product = square
        n >>= 1
        while n > 0:
            square = square * square
            if n & 1:
                product = product * square
            n >>= 1
        return divide(complex(1.0, 0.0), product) if b.real < 0 else product
    if a.real == 0 and a.imag == 0:
        if b.imag != 0 or b.real < 0:
            return complex(math.nan, math.nan)
        return complex(0.0, 0.0)
    size = abs(a)
    angle = phase(a)
    length = math.pow(size, b.real)
    turn = angle * b.real
    if b.imag != 0:
        length = length * math.exp(-angle * b.imag)
        turn = turn + b.imag * math.log(size)
    return complex(length * math.cos(turn), length * math.sin(turn))


@device
def round_half(x, direction):
    # The nearest float16, or its neighbour: 1 towards zero, 2 down, 3 up.
    bits = int(cuda.libdevice.float2half_rn(x)) & 65535
    near = cuda.libdevice.half2float(bits)
    if direction == 1 and abs(near) > abs(x):
        bits -= 1
    elif direction == 2 and near > x:
        bits += 1 if bits & 32768 else -1
    elif direction == 3 and near < x:
        bits += -1 if bits & 32768 else 1
    return cuda.libdevice.half2float(bits)


@device
def round_bits(bits, direction):
    # A float32's bits cut to their upper half: 1 towards zero, 2 down, 3 up.
    if (direction == 2 and bits < 0) or (direction == 3 and bits >= 0):
        bits += 65535
    return bits & -65536


@device
def phase(z: complex):
    return math.atan2(z.imag, z.real)


)py";

const char *const cmathText = R"py(
import math
from numba import cuda

device = cuda.jit(device=True)


@device
def phase(z: complex):
    return math.atan2(z.imag, z.real)


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
def isclose(
    a: complex, b: complex, *, rel_tol: float = 1e-09, abs_tol: float = 0.0
):
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
        return complex(angle, math.inf if math.isnan(y) else math.copysign(math.inf, -y))
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
    if x == 0 and math.isnan(y):
        return complex(z.real, y)
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
)py";

} // namespace pyk2ptx
