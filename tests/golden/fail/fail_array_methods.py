# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64[::1], int64)")
def k(a, v, n):
    x = a.reshape(-1, -1)
    x = a.reshape(2.5)
    x = a.transpose(0, 0)
    x = a.transpose(n, 0)
    x = a.view(n)
    x = a.item(1, 2, 3)
    x = a.reshape(2, order="F")
    a.fill(v)
    x = a.flags.aligned
    x = a.sun()
    x = np.sum(n)
    x = np.sum(a, out=v)
    x = np.dot(a, v)
    x = np.dot(v)
    x = np.interp(v, v, v)
    x = np.searchsorted(v, 1, side="up")
    x = np.searchsorted(a, 1)
    x = np.gcd(1.5, n)
    x = np.isclose(a, v)
    x = np.isclose(1, 2, 3, 4, 5, 6)
    x = np.isclose(1, a=2)
    x = sum(a)
    x = np.ravel(n)
    x = np.full(3, a)
    x = np.var(v, ddof="a")
    x = v in range(3)
    v[:] = a
    np.add(v, 1, n)

# === --emit=ir
# fail_array_methods.py:8:23: error: an array's shape must be positive integers, not -1 for two of them [BadShape]
#       x = a.reshape(-1, -1)
#                         ^~
# fail_array_methods.py:9:19: error: an index must be an integer, not `float` [IndexType]
#       x = a.reshape(2.5)
#                     ^~~
# fail_array_methods.py:10:24: error: the order of the axes must be a constant, each of the 2 once; use a literal or a global [ConstantNeeded]
#       x = a.transpose(0, 0)
#                          ^
# fail_array_methods.py:11:21: error: the order of the axes must be a constant, each of the 2 once; use a literal or a global [ConstantNeeded]
#       x = a.transpose(n, 0)
#                       ^
# fail_array_methods.py:12:16: error: expected an element type such as `float32`, found `int64` [TypeMismatch]
#       x = a.view(n)
#                  ^
# fail_array_methods.py:13:9: error: 3 subscripts for an array of 2 axes [TooManyIndices]
#       x = a.item(1, 2, 3)
#           ^~~~~~~~~~~~~~~
# fail_array_methods.py:14:22: error: `reshape` has no parameter `order` [UnknownKeyword]
#       x = a.reshape(2, order="F")
#                        ^~~~~~~~~
# fail_array_methods.py:15:12: error: argument 1 of `fill` must be a number, not `int64[::1]` [ArgumentType]
#       a.fill(v)
#              ^
# fail_array_methods.py:16:17: error: `.flags` of an array has no attribute `aligned` [UnknownAttribute]
#       x = a.flags.aligned
#                   ^~~~~~~
# fail_array_methods.py:17:11: error: an array of `float32` has no attribute `sun`; did you mean `sum`? [UnknownAttribute]
#       x = a.sun()
#             ^~~
# fail_array_methods.py:18:16: error: argument 1 of `np.sum` must be an array of numbers, not `int64` [ArgumentType]
#       x = np.sum(n)
#                  ^
# fail_array_methods.py:19:9: error: `axis` must be a constant: 0 to 1; use a literal or a global [ConstantNeeded]
#       x = np.sum(a, out=v)
#           ^~~~~~~~~~~~~~~~
# fail_array_methods.py:20:16: error: argument 1 of `np.dot` must be an array of one axis, not `float32[:, ::1]` [ArgumentType]
#       x = np.dot(a, v)
#                  ^
# fail_array_methods.py:21:9: error: `np.dot` needs an argument for `b` [MissingArgument]
#       x = np.dot(v)
#           ^~~~~~
# fail_array_methods.py:22:19: error: argument 1 of `np.interp` must be a number, not `int64[::1]` [ArgumentType]
#       x = np.interp(v, v, v)
#                     ^
# fail_array_methods.py:23:36: error: `side` must be a constant: 'left' or 'right'; use a literal or a global [ConstantNeeded]
#       x = np.searchsorted(v, 1, side="up")
#                                      ^~~~
# fail_array_methods.py:24:25: error: argument 1 of `np.searchsorted` must be an array of one axis, not `float32[:, ::1]` [ArgumentType]
#       x = np.searchsorted(a, 1)
#                           ^
# fail_array_methods.py:25:16: error: argument 1 of `np.gcd` must be an integer, not `float` [ArgumentType]
#       x = np.gcd(1.5, n)
#                  ^~~
# fail_array_methods.py:26:20: error: argument 1 of `np.isclose` must be a number, not `float32[:, ::1]` [ArgumentType]
#       x = np.isclose(a, v)
#                      ^
# fail_array_methods.py:27:9: error: `np.isclose` takes 2 to 5 arguments, 6 given [ArgumentCount]
#       x = np.isclose(1, 2, 3, 4, 5, 6)
#           ^~~~~~~~~~
# 8 more errors were not shown; --error-limit=0 shows all
