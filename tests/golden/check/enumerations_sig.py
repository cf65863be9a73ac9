# golden: --emit=ir --sig 'k(Color, Level, int64[::1])'
from enum import Enum, IntEnum
from numba import cuda


class Color(Enum):
    RED = 1
    GREEN = 2


class Level(IntEnum):
    LOW = 3


@cuda.jit
def k(c, n, out):
    out[0] = c is Color.RED
    out[1] = n == Level.LOW

# === --emit=ir --sig 'k(Color, Level, int64[::1])'
# kernel k(c: i64, n: i64, out: i64[::1])
#   c.1: Color{value: i64 @0; 8} = (c,)
#   out[guard 0] = i64(c.1.0 == 1)
#   out[guard 1] = i64(n == 3)
