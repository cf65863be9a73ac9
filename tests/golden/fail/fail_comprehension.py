# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(a):
    b = [i for i in range(a.size)]
    c = [i for i in range(3) if a[i] > 0]
    d = {i for i in range(3)}
    e = [i for i in range(2000)]
    f = [x for x, y in (1, 2)]
    g = [x for x, y in ((1, 2, 3), (1, 2))]
    tuple(a)

# === --emit=ir
# fail_comprehension.py:7:21: error: a comprehension's length must be known at compile time; write a loop, or give it to sum, min, max, any or all without brackets [BadComprehension]
#       b = [i for i in range(a.size)]
#                       ^~~~~~~~~~~~~
# fail_comprehension.py:8:33: error: a comprehension's condition must be known at compile time; write a loop, or give it to sum, min, max, any or all without brackets [BadComprehension]
#       c = [i for i in range(3) if a[i] > 0]
#                                   ^~~~~~~~
# fail_comprehension.py:9:9: error: a set or dictionary comprehension is not supported in kernels [UnsupportedExpression]
#       d = {i for i in range(3)}
#           ^~~~~~~~~~~~~~~~~~~~~
# fail_comprehension.py:10:10: error: a comprehension of more than 1024 elements is not supported in kernels [UnsupportedExpression]
#       e = [i for i in range(2000)]
#            ^
# fail_comprehension.py:11:16: error: cannot unpack `int64`; tuples and arrays have parts [CannotUnpack]
#       f = [x for x, y in (1, 2)]
#                  ^~~~
# fail_comprehension.py:12:16: error: 3 values to unpack into 2 names [UnpackCount]
#       g = [x for x, y in ((1, 2, 3), (1, 2))]
#                  ^~~~
# fail_comprehension.py:13:11: error: argument 1 of `tuple` must be a tuple, a comprehension with a constant length or a part of an array, such as a[:3], not `float32[::1]` [ArgumentType]
#       tuple(a)
#             ^
