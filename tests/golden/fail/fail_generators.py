# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], complex64[::1], int64)")
def k(x, z, n):
    x[0] = sum((m := v) for v in x)
    x[1] = max(v for v in z)
    x[2] = sum(y[i] for i in range(n))
    x[3] = sum((v for v in x), 1, 2)
    for a, b in reversed(zip(x, (n, 2.5))):
        x[0] = a

# === --emit=ir
# fail_generators.py:7:15: error: `:=` in a generator whose length is not known at compile time is not supported in kernels [UnsupportedExpression]
#       x[0] = sum((m := v) for v in x)
#                 ^~~~~~~~~~~~~~~~~~~~~
# fail_generators.py:8:12: error: expected `float32`, found `complex64` [TypeMismatch]
#       x[1] = max(v for v in z)
#              ^~~~~~~~~~~~~~~~~
# fail_generators.py:9:16: error: name `y` is not defined [UnknownName]
#       x[2] = sum(y[i] for i in range(n))
#                  ^
# fail_generators.py:10:28: error: a comprehension's length must be known at compile time; write a loop, or give it to sum, min, max, any or all without brackets [BadComprehension]
#       x[3] = sum((v for v in x), 1, 2)
#                              ^
# fail_generators.py:11:26: error: cannot iterate over the reverse of `zip`; use `range` [NotIterable]
#       for a, b in reversed(zip(x, (n, 2.5))):
#                            ^~~~~~~~~~~~~~~~
