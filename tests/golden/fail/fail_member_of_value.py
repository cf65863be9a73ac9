# golden: --emit=ir
from enum import Enum
from numba import cuda


class Color(Enum):
    RED = 1
    GREEN = 2


@cuda.jit("void(int64[::1])")
def k(out):
    out[0] = Color(2) == Color.GREEN
    out[1] = Color(3).value
    out[2] = Color(out[0]).value
    out[3] = Color().value

# === --emit=ir
# fail_member_of_value.py:14:20: error: argument 1 of `Color` must be the value of a member, not `3` [ArgumentType]
#       out[1] = Color(3).value
#                      ^
# fail_member_of_value.py:15:20: error: the value of a member of `Color` must be a constant; use a literal or a global [ConstantNeeded]
#       out[2] = Color(out[0]).value
#                      ^~~~~~
# fail_member_of_value.py:16:14: error: `Color` takes 1 argument, 0 given [ArgumentCount]
#       out[3] = Color().value
#                ^~~~~~~
