# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    a = [1, 2]
    b = {1: 2}
    c = {1, 2}
    d = [i for i in range(3)]
    e = lambda v: v
    f = f"{n}"
    g = 2j
    if (h := n) > 1:
        pass
    i = n in (1, 2)
    j = n is 3
    x[0] = print("x")
    y = range(3)
    z = await_(*x)

# === --emit=ir
# fail_unsupported_expressions.py:8:9: error: a dictionary is not supported in kernels [UnsupportedExpression]
#       b = {1: 2}
#           ^~~~~~
# fail_unsupported_expressions.py:8:9: note: use `match`, or an array for the values
#       b = {1: 2}
#           ^~~~~~
# fail_unsupported_expressions.py:9:9: error: a set is not supported in kernels [UnsupportedExpression]
#       c = {1, 2}
#           ^~~~~~
# fail_unsupported_expressions.py:9:9: note: use a tuple, or an array of flags
#       c = {1, 2}
#           ^~~~~~
# fail_unsupported_expressions.py:12:9: error: an f-string is not supported in kernels [UnsupportedExpression]
#       f = f"{n}"
#           ^~~~~~
# fail_unsupported_expressions.py:12:9: note: f-strings can be printed: print(f"...")
#       f = f"{n}"
#           ^~~~~~
# fail_unsupported_expressions.py:17:9: error: `is` with `int64` is not supported in kernels [UnsupportedExpression]
#       j = n is 3
#           ^~~~~~
# fail_unsupported_expressions.py:17:9: note: values are compared by == and !=
#       j = n is 3
#           ^~~~~~
# fail_unsupported_expressions.py:18:12: error: `print` as a value is not supported in kernels [UnsupportedExpression]
#       x[0] = print("x")
#              ^~~~~~~~~~
# fail_unsupported_expressions.py:19:9: error: `range` outside a for loop is not supported in kernels [UnsupportedExpression]
#       y = range(3)
#           ^~~~~~~~
# fail_unsupported_expressions.py:20:9: error: name `await_` is not defined [UnknownName]
#       z = await_(*x)
#           ^~~~~~
