# golden: --emit=ir
# The argument's number is that of the call.
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    print(x)
    print("x =", x[0], x, sep="")
    print(1, (2, x.T))
    print(1, f"{x[0]} {x}")

# === --emit=ir
# fail_print_argument.py:8:11: error: argument 1 of `print` must be numbers, strings or tuples of them, not `float32[::1]` [ArgumentType]
#       print(x)
#             ^
# fail_print_argument.py:9:24: error: argument 3 of `print` must be numbers, strings or tuples of them, not `float32[::1]` [ArgumentType]
#       print("x =", x[0], x, sep="")
#                          ^
# fail_print_argument.py:10:18: error: argument 2 of `print` must be numbers, strings or tuples of them, not `float32[::1]` [ArgumentType]
#       print(1, (2, x.T))
#                    ^
# fail_print_argument.py:11:24: error: argument 2 of `print` must be numbers, strings or tuples of them, not `float32[::1]` [ArgumentType]
#       print(1, f"{x[0]} {x}")
#                          ^
