# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def apply(f, x):
    return f(x)


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    x[0] = apply(lambda v: v + n, 1)
    match n:
        case {"a": 1}:
            pass
        case (1 as p) | (2 as p):
            pass
    if x[0] > 1 and (n := 2.5) > x[1]:
        pass
    x[1] = apply(*n, 2)

# === --emit=ir
# fail_closures_and_patterns.py:12:18: error: a function that captures the variable `n` cannot be passed on; give it as an argument [CapturedVariable]
#       x[0] = apply(lambda v: v + n, 1)
#                    ^~~~~~~~~~~~~~~
# fail_closures_and_patterns.py:14:14: error: a mapping pattern is not supported in kernels [UnsupportedStatement]
#           case {"a": 1}:
#                ^~~~~~~~
# fail_closures_and_patterns.py:18:8: error: `:=` that changes the type of a variable where it is not always evaluated is not supported in kernels [UnsupportedExpression]
#       if x[0] > 1 and (n := 2.5) > x[1]:
#          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_closures_and_patterns.py:20:18: error: cannot unpack `float`; tuples and arrays have parts [CannotUnpack]
#       x[1] = apply(*n, 2)
#                    ^~
