"""What the language's own functions of numbers mean, on lanes."""

import numpy as np
from kinds import HELD, PART, Invalid, is_complex, is_integer, join
from lanes import (
    MASK,
    MAYBE,
    Lanes,
    absolute,
    binary,
    compare,
    convert,
    extreme,
    literal,
    seen,
    select,
    to_int,
    truth,
    zeros,
)


def real_kind(*values):
    """The kind of a function of floats: weak where it has integers alone."""
    kind = "weak"
    for x in values:
        kind = join(kind, x.kind)
    if is_complex(kind):
        raise Invalid("a function of real numbers")
    return kind


def of_floats(function):
    """A function that rounds its exact result once."""

    def apply(*values):
        kind = real_kind(*values)
        data = [convert(x, kind).data for x in values]
        if kind in ("f16", "bf16"):
            wide = function(*(d.astype(np.float32) for d in data))
            return convert(Lanes("f32", wide), kind)
        return Lanes(kind, function(*data).astype(HELD[kind]))

    return apply


def copysign(x, y):
    if not is_complex(y.kind) and seen.any(np.isnan(y.data)):
        raise Invalid("the sign of a nan")
    return of_floats(np.copysign)(x, y)


def whole_number(x, rounded):
    """An int; where it is used as a float, it is what was rounded, which is
    neither cut to 64 bits nor ever -0."""
    return Lanes("i64", to_int(rounded, x.kind), None, Lanes(x.kind, rounded + rounded.dtype.type(0)))


def whole(function):
    """math.floor and its like: an int; of an int itself."""

    def apply(x):
        if is_complex(x.kind):
            raise Invalid("a complex number has no whole part")
        if is_integer(x.kind):
            return convert(x, "i64")
        return whole_number(x, function(x.data))

    return apply


def test(function):
    def apply(x):
        kind = real_kind(x)
        return Lanes("bool", function(convert(x, kind).data.astype(np.float64)))

    return apply


def to_integer(x):
    if is_complex(x.kind):
        raise Invalid("int of a complex number")
    const = None
    if isinstance(x.const, (int, float)) and abs(x.const) < 2**62:  # no nan either
        const = int(x.const)
    if is_integer(x.kind) or const is not None:
        return Lanes("i64", to_int(x.data, x.kind), const)
    # Which is cut to 64 bits, other than what math.trunc gives.
    return Lanes("i64", to_int(np.trunc(x.data), x.kind))


def to_float(x):
    if is_complex(x.kind):
        raise Invalid("float of a complex number")
    made = convert(convert(x, "f64"), "f64")
    return Lanes("weak", made.data, float(x.const) if x.const not in (None, MAYBE) else x.const)


def to_complex(re, im=None):
    im = literal(0) if im is None else im
    if is_complex(re.kind) or is_complex(im.kind):
        raise Invalid("complex of complex numbers")
    kind = join(join(re.kind, im.kind), "weakc")
    parts = tuple(convert(x, PART[kind]).data for x in (re, im))
    return Lanes(kind, parts)


def part(which):
    def apply(z):
        if not is_complex(z.kind):
            z = z if z.kind != "bool" else convert(z, "i64")
            return zeros(z.kind) if which else z
        return Lanes(PART[z.kind], z.data[which].copy())

    return apply


def conjugate(z):
    if not is_complex(z.kind):
        return z if z.kind != "bool" else convert(z, "i64")
    return Lanes(z.kind, (z.data[0].copy(), -z.data[1]))


def bits(function):
    """Of an integer's lowest bits, held in 64."""

    def apply(x):
        if x.kind not in ("i64", "u64"):
            raise Invalid("bits of what is no integer")
        if x.kind == "i64" and seen.any(x.data < 0):
            raise Invalid("how many bits a negative number has")
        data = [int(v) & MASK for v in x.data]
        return Lanes("i64", np.array([function(v) for v in data], np.int64))

    return apply


def lowest_bit(v):
    return (v & -v).bit_length()


def choose(condition, x, y):
    kind = join(x.kind, y.kind)
    return select(truth(condition), convert(x, kind), convert(y, kind))


def divide_both(a, b):
    return (binary("//", a, b), binary("%", a, b))


def reshape_warps(array):
    return array.reshape(-1, 32)


def full_warps():
    """Warps that are here, of which all lanes must be."""
    here = reshape_warps(seen.mask)
    if (here.any(1) != here.all(1)).any():
        raise Invalid("part of a warp is here")


def shuffle(source):
    """A shuffle whose lane `source(lane, amount)` gives the value."""

    def apply(mask, value, amount):
        full_warps()
        if is_complex(value.kind) or value.kind == "bool":
            raise Invalid("shuffles are of real numbers")
        value = convert(value, "f64") if value.kind == "weak" else value
        if seen.any((amount.data < 0) | (amount.data > 31)):
            raise Invalid("a lane beyond the warp")
        lanes = np.arange(len(value.data))
        base, lane = lanes // 32 * 32, lanes % 32
        by = convert(amount, "i64").data % 32
        return Lanes(value.kind, value.data[base + source(lane, by)])

    return apply


def inside_warp(move):
    def source(lane, amount):
        to = move(lane, amount)
        return np.where((to >= 0) & (to < 32), to, lane)

    return source


def vote(function, kind):
    def apply(mask, predicate):
        full_warps()
        result = function(reshape_warps(truth(predicate)))
        return Lanes(kind, np.repeat(result, 32))

    return apply


def ballot(rows):
    return (rows.astype(np.int64) << np.arange(32)).sum(1)


def redux(function):
    """Of int32; what a wider integer is cut to."""

    def apply(mask, value):
        full_warps()
        if value.kind != "i64" or seen.any(value.data != value.data.astype(np.int32)):
            raise Invalid("redux is of int32")
        rows = reshape_warps(value.data.astype(np.int32))
        result = function(rows, 1).astype(np.int32).astype(np.int64)
        return Lanes("i64", np.repeat(result, 32))

    return apply


FUNCTIONS = {
    "abs": absolute, "int": to_integer, "float": to_float, "complex": to_complex,
    "bool": lambda x: Lanes("bool", truth(x)),
    "min": lambda *v: extreme("min", v), "max": lambda *v: extreme("max", v),
    "pow": lambda a, b: binary("**", a, b), "divmod": divide_both,
    "round": whole(np.rint), "math.floor": whole(np.floor), "math.ceil": whole(np.ceil),
    "math.trunc": whole(np.trunc),
    "math.sqrt": of_floats(np.sqrt), "math.fabs": of_floats(np.abs),
    "math.copysign": copysign, "math.fmod": of_floats(np.fmod),
    "math.isnan": test(np.isnan), "math.isinf": test(np.isinf),
    "math.isfinite": test(np.isfinite),
    "np.where": choose, "cuda.selp": choose, "np.real": part(0), "np.imag": part(1),
    "np.conj": conjugate,
    "np.sign": lambda x: compare_sign(x), "np.square": lambda x: binary("*", x, x),
    "cuda.popc": bits(int.bit_count), "cuda.ffs": bits(lowest_bit),
    "cuda.shfl_sync": shuffle(lambda lane, amount: amount),
    "cuda.shfl_xor_sync": shuffle(lambda lane, amount: lane ^ amount),
    "cuda.shfl_up_sync": shuffle(inside_warp(np.subtract)),
    "cuda.shfl_down_sync": shuffle(inside_warp(np.add)),
    "cuda.all_sync": vote(lambda r: r.all(1), "bool"),
    "cuda.any_sync": vote(lambda r: r.any(1), "bool"),
    "cuda.eq_sync": vote(lambda r: r.all(1) | ~r.any(1), "bool"),
    "cuda.ballot_sync": vote(ballot, "i64"),
    "cuda.redux_sync_add": redux(np.add.reduce), "cuda.redux_sync_min": redux(np.min),
    "cuda.redux_sync_max": redux(np.max), "cuda.redux_sync_and": redux(np.bitwise_and.reduce),
    "cuda.redux_sync_or": redux(np.bitwise_or.reduce),
    "cuda.redux_sync_xor": redux(np.bitwise_xor.reduce),
}


def compare_sign(x):
    if not is_integer(x.kind) or x.kind == "bool":
        raise Invalid("np.sign of floats")
    above, below = compare(">", x, literal(0)), compare("<", x, literal(0))
    return binary("-", convert(above, x.kind), convert(below, x.kind))



