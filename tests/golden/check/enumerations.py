# golden: --emit=ir --passes=-inline-functions
import enum
from numba import cuda, types


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    ALSO_RED = 1


class Half(enum.Enum):
    NONE = 0
    HALF = 0.5


class Name(enum.Enum):
    A = "a"
    B = "b"


class Mark(enum.Flag):
    A = enum.auto()
    B = enum.auto()
    C = enum.auto()


class Level(enum.IntEnum):
    LOW = 1
    HIGH = enum.auto()


DEFAULT = Color.GREEN
WEIGHTS = {Color.RED: 3, Color.GREEN: 5}


@cuda.jit(device=True)
def other(c):
    return Color.GREEN if c is Color.RED else Color.RED


@cuda.jit
def states(c: Color, h: Half, out: "int64[::1]", real: "float32[::1]"):
    out[0] = c == Color.RED
    out[1] = c is not DEFAULT
    out[2] = c.value
    out[3] = other(c) == c
    out[4] = c in (Color.RED, Color.ALSO_RED)
    real[0] = real[1] * h.value
    match c:
        case Color.RED:
            out[5] = WEIGHTS[Color.RED]
        case Color.GREEN:
            out[5] = WEIGHTS[DEFAULT]
    if c:
        out[6] = 1


@cuda.jit("void(int64[::1])")
def known(out):
    out[0] = Color.RED is Color.ALSO_RED
    out[1] = Name.A == Name.A
    out[2] = Name.B != Name.A
    out[3] = Color(2) is Color.GREEN
    out[4] = Mark.C.value
    out[5] = Level.HIGH + 1
    out[6] = Color.RED is None
    out[7] = DEFAULT.value
    print(Color.RED, Color.ALSO_RED.name)


@cuda.jit(types.void(types.EnumMember(Color, types.int64), types.int64[::1]))
def spelled(c, out):
    out[0] = c is Color.GREEN


@cuda.jit
def flags(m: Mark, out: "int64[::1]"):
    m = m | Mark.C
    out[0] = (m & ~Mark.A).value
    out[1] = bool(m ^ m)
    out[2] = Mark.B in m
    if m & Mark.A:
        out[3] = 1

# === --emit=ir --passes=-inline-functions
# function other__device(c: Color{value: i64 @0; 8}) -> Color{value: i64 @0; 8}
#   return (2,) if c.0 == 1 else (1,)
#
# kernel states(c: i64, h: f64, out: i64[::1], real: f32[::1])
#   c.1: Color{value: i64 @0; 8} = (c,)
#   h.1: Half{value: f64 @0; 8} = (h,)
#   out[guard 0] = i64(c.1.0 == 1)
#   out[guard 1] = i64(c.1.0 != 2)
#   out[guard 2] = c.1.0
#   out[guard 3] = i64(other__device(c.1).0 == c.1.0)
#   out[guard 4] = i64(c.1.0 == 1 or c.1.0 == 1)
#   real[guard 0] = real[guard 1] * f32(h.1.0)
#   %6: Color{value: i64 @0; 8} = c.1
#   if %6.0 == 1
#     out[guard 5] = 3
#   else
#     if %6.0 == 2
#       out[guard 5] = 5
#   out[guard 6] = 1
#
# kernel known(out: i64[::1])
#   out[guard 0] = 1
#   out[guard 1] = 1
#   out[guard 2] = 1
#   out[guard 3] = 1
#   out[guard 4] = 4
#   out[guard 5] = 3
#   out[guard 6] = 0
#   out[guard 7] = 2
#   print "Color.RED RED\n"
#
# kernel spelled(c: i64, out: i64[::1])
#   c.1: Color{value: i64 @0; 8} = (c,)
#   out[guard 0] = i64(c.1.0 == 2)
#
# kernel flags(m: i64, out: i64[::1])
#   m.1: Mark{value: i64 @0; 8} = (m,)
#   m.1 = (m.1.0 | 4,)
#   out[guard 0] = (m.1.0 & 6,).0
#   out[guard 1] = i64((m.1.0 ^ m.1.0,).0 != 0)
#   out[guard 2] = i64((2 & m.1.0,).0 == 2)
#   if (m.1.0 & 1,).0 != 0
#     out[guard 3] = 1
