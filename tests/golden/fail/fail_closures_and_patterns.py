# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def apply(f, x):
    return f(x)


@cuda.jit(device=True)
def adder(n):
    return lambda v: v + n


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    x[0] = adder(n)(1)
    match n:
        case {"a": 1}:
            pass
        case (1 as p) | (2 as p):
            pass
    if x[0] > 1 and (n := 2.5) > x[1]:
        pass
    x[1] = apply(*n, 2)

# === --emit=ir
# fail_closures_and_patterns.py:12:12: error: the function `lambda` is not a value that a kernel can compute with [NotAValue]
#       return lambda v: v + n
#              ^~~~~~~~~~~~~~~
# fail_closures_and_patterns.py:17:12: note: `adder(int64)` is called here
#       x[0] = adder(n)(1)
#              ^~~~~~~~
# fail_closures_and_patterns.py:19:14: error: a mapping pattern is not supported in kernels [UnsupportedStatement]
#           case {"a": 1}:
#                ^~~~~~~~
# fail_closures_and_patterns.py:23:8: error: `:=` that changes the type of a variable where it is not always evaluated is not supported in kernels [UnsupportedExpression]
#       if x[0] > 1 and (n := 2.5) > x[1]:
#          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_closures_and_patterns.py:25:18: error: cannot unpack `float`; tuples and arrays have parts [CannotUnpack]
#       x[1] = apply(*n, 2)
#                    ^~
