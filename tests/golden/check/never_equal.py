# golden: --emit=ir
from enum import Enum
from numba import cuda


class Color(Enum):
    RED = 1
    GREEN = 2


class Shade(Enum):
    RED = 1


@cuda.jit
def k(c: Color, n: "int64", out: "int64[::1]"):
    out[0] = c == 1
    out[1] = n != Color.RED
    out[2] = c is Shade.RED
    out[3] = Color.RED == Shade.RED
    out[4] = c == "RED"
    out[5] = c is None

# === --emit=ir
# kernel k(c: i64, n: i64, out: i64[::1])
#   c.1: Color{value: i64 @0; 8} = (c,)
#   out[guard 0] = 0
#   out[guard 1] = 1
#   out[guard 2] = 0
#   out[guard 3] = 0
#   out[guard 4] = 0
#   out[guard 5] = 0
# never_equal.py:17:14: warning: `Color` and `int64` are never the same; this is False [NeverEqual]
#       out[0] = c == 1
#                ^~~~~~
# never_equal.py:17:14: note: compare with its `.value`, or give what is compared the type `Color`
#       out[0] = c == 1
#                ^~~~~~
# never_equal.py:18:14: warning: `int64` and `Color` are never the same; this is True [NeverEqual]
#       out[1] = n != Color.RED
#                ^~~~~~~~~~~~~~
# never_equal.py:18:14: note: compare with its `.value`, or give what is compared the type `Color`
#       out[1] = n != Color.RED
#                ^~~~~~~~~~~~~~
# never_equal.py:19:14: warning: `Color` and `Shade` are never the same; this is False [NeverEqual]
#       out[2] = c is Shade.RED
#                ^~~~~~~~~~~~~~
# never_equal.py:20:14: warning: `Color` and `Shade` are never the same; this is False [NeverEqual]
#       out[3] = Color.RED == Shade.RED
#                ^~~~~~~~~~~~~~~~~~~~~~
# never_equal.py:21:14: warning: `Color` and a string are never the same; this is False [NeverEqual]
#       out[4] = c == "RED"
#                ^~~~~~~~~~
