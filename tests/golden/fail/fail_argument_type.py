# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("float32(float32[::1])", device=True)
def first(a):
    return a[0]

@cuda.jit("void(float32[::1], float32[:])")
def k(x, y):
    x[0] = math.sin(x)
    x[1] = math.ldexp(x[0], 1.5)
    x[2] = len(3)
    x[3] = first(y)
    x[4] = min(x, 1)
    x[5] = int(x)
    x[6] = abs((1, 2))
    cuda.atomic.add(1, 0, 1)
    print(x)

# === --emit=ir
# fail_argument_type.py:11:12: error: an array expression here needs memory for a new array; assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [ArrayExpression]
#       x[0] = math.sin(x)
#              ^~~~~~~~~~~
# fail_argument_type.py:11:12: note: of one element it is `math.sin(x[i])`
#       x[0] = math.sin(x)
#              ^~~~~~~~~~~
# fail_argument_type.py:12:29: error: argument 2 of `math.ldexp` must be an integer, not `float` [ArgumentType]
#       x[1] = math.ldexp(x[0], 1.5)
#                               ^~~
# fail_argument_type.py:13:16: error: argument 1 of `len` must be an array or a tuple, not `int64` [ArgumentType]
#       x[2] = len(3)
#                  ^
# fail_argument_type.py:14:18: error: argument 1 of `first` must be `float32[::1]`, not `float32[:]` [ArgumentType]
#       x[3] = first(y)
#                    ^
# fail_argument_type.py:15:16: error: argument 1 of `min` must be a number, not `float32[::1]` [ArgumentType]
#       x[4] = min(x, 1)
#                  ^
# fail_argument_type.py:16:16: error: argument 1 of `int` must be a number, not `float32[::1]` [ArgumentType]
#       x[5] = int(x)
#                  ^
# fail_argument_type.py:17:16: error: argument 1 of `abs` must be a number, not a tuple of 2 [ArgumentType]
#       x[6] = abs((1, 2))
#                  ^~~~~~
# fail_argument_type.py:18:21: error: argument 1 of `cuda.atomic.add` must be an array, not `int64` [ArgumentType]
#       cuda.atomic.add(1, 0, 1)
#                       ^
# fail_argument_type.py:19:11: error: argument 1 of `print` must be numbers, strings or tuples of them, not `float32[::1]` [ArgumentType]
#       print(x)
#             ^
