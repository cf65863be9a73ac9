# golden: --emit=ir
# Options of numba that choose speed or convenience, and its older spellings.
import enum

from numba import cuda, float32, int32


class Color(enum.Enum):
    RED = 1
    GREEN = 2


@cuda.jit(argtypes=[int32[::1], "float32"], restype=None, target="gpu", bind=True, nopython=True, cache=False, opt=True, extensions=[])
def k(a, x):
    a[0] = x


@cuda.jit
def colored(a: int32[::1], c: Color):
    a[0] = c == Color.GREEN

# === --emit=ir
# kernel k(a: i32[::1], x: f32)
#   a[guard 0] = i32(x)
#
# kernel colored(a: i32[::1], c: i64)
#   c.1: Color{value: i64 @0; 8} = (c,)
#   a[guard 0] = i32(c.1.0 == 2)
