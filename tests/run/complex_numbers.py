"""Complex numbers of a thread, for the simulator: pairs of NumPy floats.

Written from the rules in frontend/values/complex.cpp: products are the textbook
formula, quotients are scaled as CPython does it, and a real number that meets a
complex one has no imaginary part.
"""

import numpy as np

WIDTHS = {"weakc": np.float64, "c64": np.float32, "c128": np.float64}
PARTS = {"weakc": "weak", "c64": "f32", "c128": "f64"}


def divide(a, b):
    """Quotient of (re, im) pairs."""
    (ar, ai), (br, bi) = a, b
    if abs(br) >= abs(bi):
        if br == 0 and bi == 0:
            return ar / abs(br), ai / abs(br)
        ratio = bi / br
        scale = br + bi * ratio
        return (ar + ai * ratio) / scale, (ai - ar * ratio) / scale
    ratio = br / bi
    scale = br * ratio + bi
    return (ar * ratio + ai) / scale, (ai * ratio - ar) / scale


def multiply(a, b):
    (ar, ai), (br, bi) = a, b
    return ar * br - ai * bi, ar * bi + ai * br


def power(a, b, width):
    one = (width(1), width(0))
    if b[1] == 0 and abs(b[0]) <= 100 and b[0] == np.floor(b[0]):
        n, product, square = abs(int(b[0])), None, a
        while n > 0:
            if n & 1:
                product = multiply(product, square) if product else square
            n >>= 1
            if n:
                square = multiply(square, square)
        product = product or one
        return divide(one, product) if b[0] < 0 else product
    if a[0] == 0 and a[1] == 0:
        value = width(np.nan if b[1] != 0 or b[0] < 0 else 0)
        return value, value
    size, angle = np.hypot(*a), np.arctan2(a[1], a[0])
    length, turn = np.power(size, b[0]), angle * b[0]
    if b[1] != 0:
        length = length * np.exp(-angle * b[1])
        turn = turn + b[1] * np.log(size)
    return length * np.cos(turn), length * np.sin(turn)


class Complex:
    """kind: weakc, c64, c128. Operands that are real are (float,)."""

    __slots__ = ("parts", "kind")
    __hash__ = None
    make_real = None
    kind_of_real = None

    def __init__(self, real, imag, kind):
        width = WIDTHS[kind]
        with np.errstate(all="ignore"):
            self.parts = (width(real), width(imag))
        self.kind = kind

    @classmethod
    def of(cls, value, kind=None):
        if isinstance(value, Complex):
            return cls(*value.parts, kind or value.kind)
        return cls(value.real, value.imag, kind or "weakc")

    @property
    def real(self):
        return Complex.make_real(self.parts[0], PARTS[self.kind])

    @property
    def imag(self):
        return Complex.make_real(self.parts[1], PARTS[self.kind])

    def conjugate(self):
        return Complex(self.parts[0], -self.parts[1], self.kind)

    def __bool__(self):
        return bool(self.parts[0] != 0 or self.parts[1] != 0)

    def __neg__(self):
        return Complex(-self.parts[0], -self.parts[1], self.kind)

    def __pos__(self):
        return self

    def __abs__(self):
        with np.errstate(all="ignore"):
            return Complex.make_real(np.hypot(*self.parts), PARTS[self.kind])


def common(a, b):
    """The kind in which two kinds meet, one of which is complex."""
    typed = [k for k in (a, b) if k in ("c64", "c128", "f16", "bf16", "f32", "f64")]
    if not typed:
        return "weakc"
    return "c128" if "c128" in typed or "f64" in typed else "c64"


def sides(left, right, kind):
    width = WIDTHS[kind]
    out = []
    for side in (left, right):
        if isinstance(side, Complex):
            out.append(tuple(width(p) for p in side.parts))
        else:
            out.append((width(side),))
    return out


def arithmetic(name, a, b, width):
    if name == "pow":
        return power(*(x if len(x) == 2 else (x[0], width(0)) for x in (a, b)), width)
    if name in ("add", "sub"):
        sign = 1 if name == "add" else -1
        real = a[0] + b[0] if sign > 0 else a[0] - b[0]
        if len(a) == len(b):
            return real, a[1] + b[1] if sign > 0 else a[1] - b[1]
        return real, a[1] if len(a) == 2 else b[1] if sign > 0 else -b[1]
    if name == "mul":
        if len(a) == len(b):
            return multiply(a, b)
        return (a[0] * b[0], a[1] * b[0]) if len(a) == 2 else (a[0] * b[0], a[0] * b[1])
    if len(b) == 1:
        return a[0] / b[0], a[1] / b[0]
    return divide(a if len(a) == 2 else (a[0], width(0)), b)


def binary(name, left, right, kind):
    """+ - * / ** of two numbers, one Complex; the other may be a float."""
    with np.errstate(all="ignore"):
        a, b = sides(left, right, kind)
        return Complex(*arithmetic(name, a, b, WIDTHS[kind]), kind)


def equal(left, right, kind):
    a, b = (x if len(x) == 2 else (x[0], 0) for x in sides(left, right, kind))
    return bool(a[0] == b[0] and a[1] == b[1])
