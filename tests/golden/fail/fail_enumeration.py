# golden: --emit=ir
import enum
from numba import cuda


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Mark(enum.Flag):
    A = 1


class Name(enum.Enum):
    A = "a"
    B = "b"


class Odd(enum.Enum):
    RED = 1

    def __bool__(self):
        return False


@cuda.jit
def k(c: Color, m: Mark, n: "int64", out: "int64[::1]"):
    out[0] = c
    out[1] = c + 1
    out[2] = c < Color.GREEN
    out[c] = 1
    out[3] = Color.RED * 2
    out[4] = -Color.GREEN
    out[5] = int(c)
    out[6] = m | 1
    out[7] = m + m
    out[8] = c.nam
    d = c if n else 1
    e = Name.A if n else Name.B
    out[9] = Odd.RED.value
    for i in range(c):
        out[i] = 0
    out[10] = Color.BLUE.value
    out[11] = c == out
    out[12] = out + c

# === --emit=ir
# fail_enumeration.py:29:14: error: expected `int64`, found `Color` [TypeMismatch]
#       out[0] = c
#                ^
# fail_enumeration.py:30:14: error: `+` does not take `Color` and `int64` [OperandTypes]
#       out[1] = c + 1
#                ^~~~~
# fail_enumeration.py:31:14: error: `<` does not take `Color` and `Color` [OperandTypes]
#       out[2] = c < Color.GREEN
#                ^~~~~~~~~~~~~~~
# fail_enumeration.py:32:9: error: an index must be an integer, not `Color` [IndexType]
#       out[c] = 1
#           ^
# fail_enumeration.py:33:14: error: `*` does not take `Color` and `int64` [OperandTypes]
#       out[3] = Color.RED * 2
#                ^~~~~~~~~~~~~
# fail_enumeration.py:34:14: error: `-` does not take `Color` [OperandType]
#       out[4] = -Color.GREEN
#                ^~~~~~~~~~~~
# fail_enumeration.py:35:18: error: argument 1 of `int` must be a number, not `Color` [ArgumentType]
#       out[5] = int(c)
#                    ^
# fail_enumeration.py:36:14: error: `|` does not take `Mark` and `int64` [OperandTypes]
#       out[6] = m | 1
#                ^~~~~
# fail_enumeration.py:37:14: error: `+` does not take `Mark` and `Mark` [OperandTypes]
#       out[7] = m + m
#                ^~~~~
# fail_enumeration.py:38:16: error: `Color` has no attribute `nam` [UnknownAttribute]
#       out[8] = c.nam
#                  ^~~
# fail_enumeration.py:39:9: error: `if else` does not take `Color` and `int64` [OperandTypes]
#       d = c if n else 1
#           ^~~~~~~~~~~~~
# fail_enumeration.py:40:9: error: `Name` is not a value that a kernel can compute with [NotAValue]
#       e = Name.A if n else Name.B
#           ^~~~~~
# fail_enumeration.py:40:26: error: `Name` is not a value that a kernel can compute with [NotAValue]
#       e = Name.A if n else Name.B
#                            ^~~~~~
# fail_enumeration.py:41:14: error: `Odd.RED` is not known at compile time: its class has a method `__bool__` [NotConstant]
#       out[9] = Odd.RED.value
#                ^~~~~~~
# fail_enumeration.py:21:5: note: its value comes from here
#       RED = 1
#       ^~~
# fail_enumeration.py:42:20: error: argument 1 of `range` must be an integer, not `Color` [ArgumentType]
#       for i in range(c):
#                      ^
# fail_enumeration.py:44:15: error: `Color.BLUE` is not known at compile time: the class has no constant `BLUE` [NotConstant]
#       out[10] = Color.BLUE.value
#                 ^~~~~~~~~~
# fail_enumeration.py:45:15: warning: `Color` and `int64` are never the same; this is False [NeverEqual]
#       out[11] = c == out
#                 ^~~~~~~~
# fail_enumeration.py:45:15: note: compare with its `.value`, or give what is compared the type `Color`
#       out[11] = c == out
#                 ^~~~~~~~
# fail_enumeration.py:46:15: error: `+` does not take `int64` and `Color` [OperandTypes]
#       out[12] = out + c
#                 ^~~~~~~
