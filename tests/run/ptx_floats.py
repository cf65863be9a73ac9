"""PTX of kernels with floats, run by the interpreter of ptx_interpreter.py.

float32 and float64 as the PTX manual has them: what rounds does so to nearest, subnormals
stay, conversions to integers saturate, and nan becomes 0 where neither side has 64 bits,
else the least integer. There is no .ftz, .approx or .full, no call and no float16.
"""

import math
import re
from fractions import Fraction

import numpy as np
from ptx_interpreter import OPERATIONS, TYPES, Program, Type

BITS = {"f32": Type(32), "f64": Type(64)}
FLOATS = {"f32": np.float32, "f64": np.float64}
ROUNDINGS = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}


def number_of(bits, of):
    return np.frombuffer(int(bits).to_bytes(BITS[of].bits // 8, "little"), FLOATS[of])[0]


def bits_of(number, of):
    return int.from_bytes(FLOATS[of](number).tobytes(), "little")


def nearest(exact, of):
    """A fraction, rounded once."""
    if exact == 0:
        return FLOATS[of](0)
    digits, least = (24, -149) if of == "f32" else (53, -1074)
    size = abs(exact)
    power = size.numerator.bit_length() - size.denominator.bit_length() - digits
    power += size >= Fraction(2) ** (power + digits)
    power = max(power, least)
    whole = round(size / Fraction(2) ** power)  # ties to even
    try:
        return FLOATS[of](math.copysign(math.ldexp(whole, power), exact))
    except OverflowError:
        return FLOATS[of](math.copysign(math.inf, exact))


def fused(of, a, b, c):
    if all(map(np.isfinite, (a, b, c))):
        exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
        if exact:
            return nearest(exact, of)
    return FLOATS[of](np.float64(a) * np.float64(b) + np.float64(c))  # exact zeros, inf and nan


def least(of, a, b):
    """The number where the other is none; -0.0 is less than 0.0."""
    if np.isnan(a) or np.isnan(b):
        return b if np.isnan(a) else a
    return min(a, b, key=lambda x: (x, not np.signbit(x)))


ARITHMETIC = {
    "add": lambda of, a, b: a + b,
    "sub": lambda of, a, b: a - b,
    "mul": lambda of, a, b: a * b,
    "div": lambda of, a, b: a / b,
    "fma": fused,
    "sqrt": lambda of, a: np.sqrt(a),
    "rcp": lambda of, a: FLOATS[of](1) / a,
}
EXACT = {
    "neg": lambda of, a: -a,
    "abs": lambda of, a: abs(a),
    "min": least,
    "max": lambda of, a, b: -least(of, -a, -b),
    "copysign": lambda of, sign, a: np.copysign(a, sign),
}
ORDERED = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "num": lambda a, b: True,
}


def compares(name, a, b):
    unordered = np.isnan(a) or np.isnan(b)
    if name == "nan":
        return unordered
    if name in ORDERED:
        return not unordered and bool(ORDERED[name](a, b))
    return unordered or bool(ORDERED[name.removesuffix("u")](a, b))


def whole(number, rounding, to, of):
    if np.isnan(number):
        return 1 << (to.bits - 1) if 64 in (to.bits, BITS[of].bits) else 0
    if np.isinf(number):
        return to.clamp(1 << 99 if number > 0 else -1 << 99)
    return to.clamp(int(ROUNDINGS[rounding](np.float64(number))))


class FloatProgram(Program):
    def reader(self, operand, of):
        if written := re.fullmatch(r"0[fF]([0-9a-fA-F]{8})|0[dD]([0-9a-fA-F]{16})", operand):
            value = of.of(int(written[1] or written[2], 16))
            return lambda thread: value
        return super().reader(operand, of)

    def launch(self, *launched):
        with np.errstate(all="ignore"):
            super().launch(*launched)

    def step(self, opcode, operands):
        words = opcode.split(".")
        floats = [word for word in words if word in FLOATS]
        if not floats:
            return super().step(opcode, operands)
        name, *how = words
        if name in ("mov", "ld", "st", "selp"):  # bits, whatever they mean
            return super().step(opcode.replace("f32", "b32").replace("f64", "b64"), operands)
        if name == "cvt":
            return self.conversion(how, operands)
        (of,) = floats
        how = [word for word in how if word != of]
        if name == "setp":
            return self.comparison(of, how, operands)
        compute = (ARITHMETIC if how == ["rn"] else EXACT)[name]
        if how not in ([], ["rn"]):
            raise ValueError("not rounded to nearest")
        write, readers = self.writer(operands[0]), [self.reader(source, BITS[of]) for source in operands[1:]]
        return lambda thread: write(thread, bits_of(compute(of, *[number_of(read(thread), of) for read in readers]), of))

    def comparison(self, of, how, operands):
        name, *combining = how
        write, left, right = self.writer(operands[0]), *(self.reader(source, BITS[of]) for source in operands[1:3])
        compares(name, 0.0, 0.0)  # known, or an error

        def holds(thread):
            return int(compares(name, number_of(left(thread), of), number_of(right(thread), of)))

        if not combining:
            return lambda thread: write(thread, holds(thread))
        combine, predicate = OPERATIONS["".join(combining)][1], self.reader(operands[3], TYPES["pred"])
        return lambda thread: write(thread, combine(TYPES["pred"], holds(thread), predicate(thread)))

    def conversion(self, how, operands):
        *rounding, to, of = how
        write = self.writer(operands[0])
        if len(rounding) > 1:
            raise ValueError("saturating, or ftz")
        mode = "".join(rounding)
        if of not in FLOATS:
            read = self.reader(operands[1], TYPES[of])
            if mode != "rn":
                raise ValueError("not rounded to nearest")
            return lambda thread: write(thread, bits_of(nearest(Fraction(read(thread)), to), to))
        read = self.reader(operands[1], BITS[of])
        if to not in FLOATS:
            ROUNDINGS[mode]  # known, or an error
            return lambda thread: write(thread, whole(number_of(read(thread), of), mode, TYPES[to], of))
        if mode in ROUNDINGS:
            return lambda thread: write(thread, bits_of(ROUNDINGS[mode](number_of(read(thread), of)), to))
        if mode not in ("", "rn"):
            raise ValueError("not rounded to nearest")
        return lambda thread: write(thread, bits_of(FLOATS[to](number_of(read(thread), of)), to))
