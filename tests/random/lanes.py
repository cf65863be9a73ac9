"""Arithmetic on lanes: one number for each thread of a launch, all of one kind.

Written from the contract (README.md), in NumPy and knowing nothing of the compiler. Every
operation rounds once. What a result depends on beyond that, and the contract
leaves open, is Invalid where an active lane runs into it.
"""

import numpy as np
from kinds import (
    ELEMENTS,
    FLOATS,
    HELD,
    PART,
    Invalid,
    is_complex,
    is_integer,
    join,
)

MASK = (1 << 64) - 1
LOW, HIGH = -(1 << 63), (1 << 63) - 1


# Of a number that a compiler may know, or not.
MAYBE = "maybe"


class Lanes:
    """`data` is an array of HELD[kind], or a pair of them of a complex number.
    `const` is the Python number of what is known when compiling, or MAYBE.
    `whole` is the float that math.floor and its like have made an int of: where
    it is used as a float at once, it is that float."""

    __slots__ = ("kind", "data", "const", "whole")

    def __init__(self, kind, data, const=None, whole=None):
        self.kind, self.data, self.const, self.whole = kind, data, const, whole
        seen.used.add(kind)


class Seen:
    """What a run came across, in lanes that were active."""

    def __init__(self, count):
        self.mask = np.ones(count, bool)
        # Some product was rounded, so that contracting it would show.
        self.rounded_product = False
        # Kinds, elements and functions that came up, in any lane or none.
        self.used = set()

    def any(self, where):
        return bool((where & self.mask).any())


seen = Seen(1)


def literal(value):
    count = len(seen.mask)
    if isinstance(value, bool):
        return Lanes("bool", np.full(count, value), value)
    if isinstance(value, int):
        if not LOW <= value <= MASK:
            raise Invalid("constant beyond 64 bits")
        kind = "i64" if value <= HIGH else "u64"
        return Lanes(kind, np.full(count, value, HELD[kind]), value)
    if isinstance(value, float):
        return Lanes("weak", np.full(count, value), value)
    parts = tuple(np.full(count, p) for p in (value.real, value.imag))
    return Lanes("weakc", parts, value)


def zeros(kind):
    count = len(seen.mask)
    if is_complex(kind):
        held = HELD[PART[kind]]
        return Lanes(kind, (np.zeros(count, held), np.zeros(count, held)))
    return Lanes(kind, np.zeros(count, HELD[kind]))


# Conversions --------------------------------------------------------------------


def odd_f32(wide):
    """float64 to float32, what is lost showing in the last bit: what is rounded
    to fewer digits after this is rounded once."""
    near = wide.astype(np.float32)
    back = near.astype(np.float64)
    bits = near.view(np.uint32)
    bits = bits - (np.abs(back) > np.abs(wide)).astype(np.uint32)
    return (bits | (back != wide).astype(np.uint32)).view(np.float32)


def round_bf16(narrow):
    """float32 to bfloat16, ties to even."""
    bits = narrow.view(np.uint32).astype(np.uint64)
    bits = (bits + 0x7FFF + ((bits >> np.uint64(16)) & np.uint64(1))) & np.uint64(0xFFFF0000)
    return np.where(np.isnan(narrow), narrow, bits.astype(np.uint32).view(np.float32))


def odd_f64(integers):
    """64-bit integers to float64 as odd_f32 does it."""
    wide = integers.astype(np.float64)
    for at in np.flatnonzero(np.abs(wide) > 2.0**53):
        value = int(integers[at])
        drop = abs(value).bit_length() - 53
        if drop > 0:
            kept = abs(value) >> drop
            kept |= (kept << drop) != abs(value)
            wide[at] = np.copysign(float(kept << drop), value)
    return wide


def to_bf16(data, kind):
    if is_integer(kind):
        data = odd_f64(data)
    if data.dtype == np.float64:
        data = np.where(np.isnan(data), np.float32(np.nan), odd_f32(data))
    return round_bf16(data.astype(np.float32))


def to_int(data, kind, unsigned=False):
    """int(x): truncated, saturated, nan is 0; integers wrap."""
    held = np.uint64 if unsigned else np.int64
    if is_integer(kind):
        return data.astype(held)
    whole = np.trunc(data.astype(np.float64))
    whole = np.where(np.isnan(whole), 0.0, whole)
    inside = (whole >= -(2.0**63)) & (whole < 2.0**63)
    value = np.where(inside, whole, 0.0).astype(np.int64)
    value = np.where(whole >= 2.0**63, HIGH, np.where(whole < -(2.0**63), LOW, value))
    if not unsigned:
        return value
    large = (whole >= 2.0**63) & (whole < 2.0**64)
    wide = np.where(large, whole, 0.0).astype(np.uint64)
    top = np.where(whole >= 2.0**64, np.uint64(MASK), wide)
    return np.where(whole >= 2.0**63, top, value.view(np.uint64))


def convert(x, kind):
    """The same number as `kind`; what is no constant any more is rounded."""
    if x.kind == kind:
        return x
    if x.whole is not None:
        x = x.whole if kind in FLOATS else Lanes(x.kind, x.data, x.const)
    if x.const is MAYBE:
        return Lanes(kind, convert(Lanes(x.kind, x.data), kind).data, MAYBE)
    if is_complex(kind):
        held = HELD[PART[kind]]
        if is_complex(x.kind):
            return Lanes(kind, tuple(p.astype(held) for p in x.data), x.const)
        real = convert(x, PART[kind]).data
        return Lanes(kind, (real, np.zeros(len(real), held)), x.const)
    if is_complex(x.kind):
        raise Invalid("complex number as a real one")
    const = x.const if kind in ("i64", "weak") else None
    if kind == "bool":
        return Lanes(kind, x.data != 0)
    if kind in ("i64", "u64"):
        return Lanes(kind, to_int(x.data, x.kind, kind == "u64"), const)
    if kind == "bf16":
        return Lanes(kind, to_bf16(x.data, x.kind))
    data = x.data
    # float16 overflows long before an integer's float64 is inexact.
    if kind == "f16" and is_integer(x.kind):
        data = data.astype(np.float64)
    return Lanes(kind, data.astype(HELD[kind]), float(const) if const is not None else None)


def truth(x):
    if is_complex(x.kind):
        return (x.data[0] != 0) | (x.data[1] != 0)
    return x.data != 0


def load(element, raw):
    """Elements as numbers."""
    seen.used.add(element)
    kind = ELEMENTS[element][0]
    if is_complex(kind):
        return Lanes(kind, (raw.real.copy(), raw.imag.copy()))
    return Lanes(kind, raw.astype(HELD[kind]))


def store(element, x):
    """Numbers as elements: truncated, rounded, or != 0."""
    kind, held = ELEMENTS[element]
    if is_complex(kind):
        re, im = convert(x, kind).data
        raw = np.empty(len(re), held)
        raw.real, raw.imag = re, im
        return raw
    if element == "bool":
        return truth(x)
    if is_complex(x.kind):
        raise Invalid("complex number stored to a real element")
    if kind in ("i64", "u64"):
        return to_int(x.data, x.kind, kind == "u64").astype(held)
    return convert(x, kind).data


def cast(element, x):
    """float32(x) and its like; bool(x)."""
    return load(element, store(element, x))


# Arithmetic ---------------------------------------------------------------------


def two_product_error(a, b):
    """What a * b loses in float64; 0 means nothing."""
    product = a * b

    def split(x):
        scaled = x * 134217729.0
        high = scaled - (scaled - x)
        return high, x - high

    (ah, al), (bh, bl) = split(a), split(b)
    return ((ah * bh - product) + ah * bl + al * bh) + al * bl


def multiply(a, b, kind):
    """a * b, which notes whether it was rounded."""
    if kind in ("f16", "bf16"):
        wide = a.astype(np.float32) * b.astype(np.float32)
        product = wide.astype(np.float16) if kind == "f16" else round_bf16(wide)
        lost = product.astype(np.float32) != wide
    elif kind == "f32":
        product = a * b
        lost = product.astype(np.float64) != a.astype(np.float64) * b.astype(np.float64)
    else:
        product = a * b
        error = two_product_error(a, b)
        small = (np.abs(product) < 1e-280) & (product != 0)
        lost = (error != 0) | small | ((product == 0) & (a != 0) & (b != 0))
    lost = lost & np.isfinite(product)
    if not seen.rounded_product and seen.any(lost | np.isinf(product)):
        seen.rounded_product = True
    return product


def divmod_float(a, b):
    """CPython's float_divmod, in the type of its operands."""
    one = a.dtype.type(1)
    mod = np.fmod(a, b)
    div = (a - mod) / b
    turn = (mod != 0) & ((b < 0) != (mod < 0))
    div = np.where(turn, div - one, div)
    mod = np.where(mod != 0, np.where(turn, mod + b, mod), np.copysign(np.zeros_like(a), b))
    floor = np.floor(div)
    floor = np.where(div - floor > a.dtype.type(0.5), floor + one, floor)
    floor = np.where(div != 0, floor, np.copysign(np.zeros_like(a), a / b))
    none = b == 0
    return np.where(none, a / b, floor), np.where(none, a.dtype.type(np.nan), mod)


def float_binary(name, a, b, kind):
    if name == "*":
        return multiply(a, b, kind)
    if kind in ("f16", "bf16"):
        value = float_binary(name, a.astype(np.float32), b.astype(np.float32), "f32")
        return value.astype(np.float16) if kind == "f16" else round_bf16(value)
    if name in ("//", "%"):
        return divmod_float(a, b)[name == "%"].astype(a.dtype)
    return a + b if name == "+" else a - b if name == "-" else a / b


def integer_binary(name, a, b):
    if name in ("//", "%"):
        safe = np.where(b == 0, b.dtype.type(1), b)
        if a.dtype == np.int64:  # the one quotient that does not fit wraps
            wraps = (a == LOW) & (safe == -1)
            safe = np.where(wraps, 1, safe)
            quotient = np.where(wraps, LOW, a // safe)
            rest = np.where(wraps, 0, a % safe)
        else:
            quotient, rest = a // safe, a % safe
        return np.where(b == 0, b.dtype.type(0), quotient if name == "//" else rest)
    return {
        "+": np.add, "-": np.subtract, "*": np.multiply, "&": np.bitwise_and,
        "|": np.bitwise_or, "^": np.bitwise_xor,
    }[name](a, b)


def complex_divide(a, b):
    """CPython's quotient of pairs."""
    (ar, ai), (br, bi) = a, b
    by_real = np.abs(br) >= np.abs(bi)
    ratio = np.where(by_real, bi / br, br / bi).astype(br.dtype)
    part = PART_OF[br.dtype.type]
    times = lambda x, y: multiply(x, y, part)
    scale = np.where(by_real, br + times(bi, ratio), times(br, ratio) + bi)
    real = np.where(by_real, ar + times(ai, ratio), times(ar, ratio) + ai) / scale
    imag = np.where(by_real, ai - times(ar, ratio), times(ai, ratio) - ar) / scale
    none = by_real & (br == 0) & (bi == 0)
    return np.where(none, ar / np.abs(br), real), np.where(none, ai / np.abs(br), imag)


PART_OF = {np.float32: "f32", np.float64: "f64"}


def complex_binary(name, left, right, kind):
    """A real operand has no imaginary part."""
    part = PART[kind]
    pairs = [
        convert(x, kind).data if is_complex(x.kind) else (convert(x, part).data, None)
        for x in (left, right)
    ]
    (ar, ai), (br, bi) = pairs
    times = lambda x, y: multiply(x, y, "f32" if part == "f32" else "f64")
    if name in ("+", "-"):
        real = ar + br if name == "+" else ar - br
        if ai is None:
            imag = bi if name == "+" else -bi
        elif bi is None:
            imag = ai
        else:
            imag = ai + bi if name == "+" else ai - bi
        return real, imag
    if name == "*":
        if ai is None:
            return times(ar, br), times(ar, bi)
        if bi is None:
            return times(ar, br), times(ai, br)
        return times(ar, br) - times(ai, bi), times(ar, bi) + times(ai, br)
    if name != "/":
        raise Invalid("no such operation of complex numbers")
    if bi is None:
        return ar / br, ai / br
    return complex_divide((ar, np.zeros_like(ar) if ai is None else ai), (br, bi))


def folded(name, a, b):
    """The exact value of what is known when compiling, or None."""
    if a is None or b is None or isinstance(a, complex) or isinstance(b, complex):
        return None
    if a is MAYBE or b is MAYBE:
        return MAYBE
    whole = isinstance(a, int) and isinstance(b, int)
    if whole and b > 64 and (name == "<<" and a or name == "**" and abs(a) > 1):
        raise Invalid("constant beyond 64 bits")  # which Python would write out, all of it
    try:
        value = {
            "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b,
            "/": lambda: a / b, "//": lambda: a // b, "%": lambda: a % b,
            "&": lambda: a & b, "|": lambda: a | b, "^": lambda: a ^ b,
            "<<": lambda: a << b, ">>": lambda: a >> b, "**": lambda: a**b,
        }[name]()
    except (ZeroDivisionError, OverflowError, ValueError, TypeError):
        raise Invalid("constants that Python refuses") from None
    if isinstance(value, complex):
        raise Invalid("constants that are complex")
    if isinstance(value, int) and not LOW <= value <= HIGH:
        raise Invalid("constant beyond 64 bits")
    return value


def power(left, right):
    """Of integers; floats are left to the functions that are not exact."""
    kind = join(join(left.kind, right.kind), "i64")
    if not is_integer(kind):
        raise Invalid("** of floats")
    if right.const is MAYBE and seen.any(right.data < 0):
        raise Invalid("whether the exponent is a constant")
    if right.const not in (None, MAYBE) and right.const < 0:
        base, exponent = convert(left, "weak").data, float(right.const)
        if exponent != -1:
            raise Invalid("** of a constant below -1 is a float that is not exact")
        return Lanes("weak", 1.0 / base)
    a, b = convert(left, kind).data, convert(right, kind).data
    result, square, rest = np.ones_like(a), a.copy(), np.where(b < 0, 0, b)
    while (rest != 0).any():
        result = np.where(rest & rest.dtype.type(1) != 0, result * square, result)
        square = square * square
        rest = rest >> rest.dtype.type(1)
    odd = (b & b.dtype.type(1)) != 0
    negative = np.where(a == 1, 1, np.where(a == b.dtype.type(MASK if kind == "u64" else -1),
                                            np.where(odd, a, 1), 0))
    return Lanes(kind, np.where(b < 0, negative.astype(a.dtype), result))


def shift(name, left, right):
    if not is_integer(left.kind) or not is_integer(right.kind):
        raise Invalid("shift of floats")
    kind = "u64" if left.kind == "u64" else "i64"
    value, count = convert(left, kind).data, right.data
    inside = count < 64 if right.kind == "u64" else (count >= 0) & (count < 64)
    count = np.where(inside, count, 0).astype(value.dtype)
    if name == "<<":
        return Lanes(kind, np.where(inside, value << count, value.dtype.type(0)))
    fill = np.where(value < 0, -1, 0).astype(value.dtype) if kind == "i64" else value * 0
    return Lanes(kind, np.where(inside, value >> count, fill))


def binary(name, left, right):
    """left name right, as Python spells it."""
    const = folded(name, left.const, right.const)
    if const is MAYBE:
        made = binary(name, Lanes(left.kind, left.data), Lanes(right.kind, right.data))
        return Lanes(made.kind, made.data, MAYBE)
    if const is not None:
        return literal(const)
    if name == "**":
        seen.used.add(name)
        return power(left, right)
    if name in ("<<", ">>"):
        return shift(name, left, right)
    kind = join(left.kind, right.kind)
    if is_complex(kind):
        return Lanes(kind, complex_binary(name, left, right, kind))
    if is_integer(kind):
        if name == "/":
            kind = "weak"
        elif kind == "bool" and name not in "&|^":
            kind = "i64"
    elif name in "&|^":
        raise Invalid("bits of floats")
    a, b = convert(left, kind).data, convert(right, kind).data
    if is_integer(kind):
        return Lanes(kind, integer_binary(name, a, b))
    return Lanes(kind, float_binary(name, a, b, kind))


def unary(name, x):
    if x.const is MAYBE:
        made = unary(name, Lanes(x.kind, x.data))
        return Lanes(made.kind, made.data, MAYBE)
    if name == "not":
        const = None if x.const is None else not x.const
        return Lanes("bool", ~truth(x), const)
    if x.kind == "bool":
        seen.used.add(name + "bool")
    if x.const is not None and not is_complex(x.kind):
        if name == "~" and not isinstance(x.const, int):
            raise Invalid("bits of floats")
        value = {"-": lambda v: -v, "+": lambda v: +v, "~": lambda v: ~int(v)}[name](x.const)
        if isinstance(value, int) and not LOW <= value <= HIGH:
            raise Invalid("constant beyond 64 bits")
        return literal(value)
    if x.kind == "bool":
        x = convert(x, "i64")
    if name == "+":
        return Lanes(x.kind, x.data)
    if name == "~":
        if not is_integer(x.kind):
            raise Invalid("bits of floats")
        return Lanes(x.kind, ~x.data)
    if is_complex(x.kind):
        return Lanes(x.kind, (-x.data[0], -x.data[1]))
    return Lanes(x.kind, -x.data)


def absolute(x):
    if is_complex(x.kind):
        raise Invalid("magnitude of a complex number is not exact")
    if x.kind == "bool":
        x = convert(x, "i64")
    # numba's int8, int16 and int32 have no absolute value of their least number.
    if is_integer(x.kind) and any(seen.any(x.data == -(1 << bits)) for bits in (7, 15, 31)):
        seen.used.add("abs of the least")
    return Lanes(x.kind, np.abs(x.data))


def compare(name, left, right):
    """Of integers exact, whatever their signs; else in the kind of both."""
    kind = join(left.kind, right.kind)
    const = None
    if MAYBE in (left.const, right.const):
        const = MAYBE
    elif left.const is not None and right.const is not None:
        const = PYTHON_COMPARE[name](left.const, right.const)
    if is_complex(kind):
        if name not in ("==", "!="):
            raise Invalid("complex numbers have no order")
        a, b = convert(left, kind).data, convert(right, kind).data
        same = (a[0] == b[0]) & (a[1] == b[1])
        return Lanes("bool", same if name == "==" else ~same, const)
    if is_integer(kind) and "u64" in (left.kind, right.kind) and left.kind != right.kind:
        return Lanes("bool", compare_signs(name, left, right), const)
    a, b = convert(left, kind).data, convert(right, kind).data
    return Lanes("bool", COMPARE[name](a, b), const)


def compare_signs(name, left, right):
    if left.kind == "u64":
        mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(name, name)
        return compare_signs(mirrored, right, left)
    signed = convert(left, "i64").data
    same = COMPARE[name](signed.astype(np.uint64), right.data)
    return np.where(signed < 0, name in ("<", "<=", "!="), same)


COMPARE = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
    "==": np.equal, "!=": np.not_equal,
}
PYTHON_COMPARE = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
}


def extreme(name, values):
    """min and max: of the join's kind; nan is ignored."""
    kind = values[0].kind
    for x in values[1:]:
        kind = join(kind, x.kind)
    kind = "i64" if kind == "bool" else kind
    if is_complex(kind):
        raise Invalid("complex numbers have no order")
    if kind == "u64" and any(x.kind != kind for x in values):
        return Lanes(kind, mixed_extreme(name, values))
    best = convert(values[0], kind).data
    for x in values[1:]:
        other = convert(x, kind).data
        if not is_integer(kind):
            open_ = (best == 0) & (other == 0) & (np.signbit(best) != np.signbit(other))
            if seen.any(open_):
                raise Invalid("which of two zeros is open")
            best = (np.fmin if name == "min" else np.fmax)(best, other)
        else:
            best = (np.minimum if name == "min" else np.maximum)(best, other)
    return Lanes(kind, best)


def mixed_extreme(name, values):
    """The least of an int64 and a uint64 is one of int64, the greatest one of uint64."""
    if name == "max":
        naturals = [x.data if x.kind == "u64" else np.maximum(convert(x, "i64").data, 0) for x in values]
        return np.maximum.reduce([x.astype(np.uint64) for x in naturals])
    limit = np.uint64(np.iinfo(np.int64).max)
    wholes = [np.minimum(x.data, limit).astype(np.int64) if x.kind == "u64" else convert(x, "i64").data
              for x in values]
    return np.minimum.reduce(wholes).astype(np.uint64)


def select(condition, x, y):
    """x where the condition holds, else y; both of one kind."""
    if is_complex(x.kind):
        parts = tuple(np.where(condition, a, b) for a, b in zip(x.data, y.data))
        return Lanes(x.kind, parts)
    return Lanes(x.kind, np.where(condition, x.data, y.data))



