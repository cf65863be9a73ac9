# golden: --emit=ir --error-limit=0
# What newcomers write, and what the messages tell them to write instead.
import numpy as np
from numba import cuda

TABLE = np.zeros(3)
COUNT = 1


class Plain:
    def __init__(self, x):
        self.x = x


@cuda.jit("void(float32[::1])")
def other(a):
    a[0] = 1


@cuda.jit("void(float32[::1], float32[:, ::1], int64)")
def k(a, b, n):
    print("n = %d" % n)
    x = "n = {}".format(n)
    t = [1, 2]
    t[0] = 3
    TABLE[n] = 1
    p = Plain(1)
    other[1, 1](a)
    a.append(1)
    a[n / 2] = 1
    x = a[0] & 1
    if a == None:
        a[0] = 1
    b[[0, 1]] = 2
    x = b[[n, 1]]
    x = np.sum(a * 2)
    x = np.dot(a * 2, a)
    x = (a * a).sum()
    x = np.sort(a)
    x = any([y > 0 for y in a])
    b.T[0].sort(1)
    COUNT += 1
    s = cuda.shared.array(3, "float33")
    x = n is 3
    x = 3 in n

# === --emit=ir --error-limit=0
# fail_ways_out.py:22:11: error: a string is not a value that a kernel can compute with [NotAValue]
#       print("n = %d" % n)
#             ^~~~~~~~
# fail_ways_out.py:22:11: note: text is known while compiling, or printed: print("x =", x), print(f"{x:.3f}")
#       print("n = %d" % n)
#             ^~~~~~~~
# fail_ways_out.py:23:18: error: a string has no attribute `format`; strings exist at compile time only, to be printed: print(f"{x}") [UnknownAttribute]
#       x = "n = {}".format(n)
#                    ^~~~~~
# fail_ways_out.py:25:5: error: cannot assign to an element of a tuple of 2 [CannotAssign]
#       t[0] = 3
#       ^
# fail_ways_out.py:25:5: note: tuples and lists never change here: use `cuda.local.array`
#       t[0] = 3
#       ^
# fail_ways_out.py:26:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       TABLE[n] = 1
#       ^~~~~
# fail_ways_out.py:26:5: note: the host's arrays are constants in a kernel: give it what changes as an argument
#       TABLE[n] = 1
#       ^~~~~
# fail_ways_out.py:27:9: error: the class `Plain` cannot be called [NotCallable]
#       p = Plain(1)
#           ^~~~~
# fail_ways_out.py:27:9: note: of classes, kernels make named tuples and dataclasses
#       p = Plain(1)
#           ^~~~~
# fail_ways_out.py:28:5: error: the function `other` cannot be indexed [NotSubscriptable]
#       other[1, 1](a)
#       ^~~~~
# fail_ways_out.py:28:5: note: a kernel launches none: it calls device functions
#       other[1, 1](a)
#       ^~~~~
# fail_ways_out.py:29:7: error: an array of `float32` has no attribute `append`; arrays keep their length: count the elements, and store at the count [UnknownAttribute]
#       a.append(1)
#         ^~~~~~
# fail_ways_out.py:30:7: error: an index must be an integer, not `float` [IndexType]
#       a[n / 2] = 1
#         ^~~~~
# fail_ways_out.py:30:7: note: `//` gives integers, and int(...) the whole part
#       a[n / 2] = 1
#         ^~~~~
# fail_ways_out.py:31:9: error: `&` does not take `float32` and `int64` [OperandTypes]
#       x = a[0] & 1
#           ^~~~~~~~
# fail_ways_out.py:31:9: note: it is for integers: int(x) gives one
#       x = a[0] & 1
#           ^~~~~~~~
# fail_ways_out.py:32:8: error: `==` does not take `float32[::1]` and `None` [OperandTypes]
#       if a == None:
#          ^~~~~~~~~
# fail_ways_out.py:32:8: note: write `is None` or `is not None`
#       if a == None:
#          ^~~~~~~~~
# fail_ways_out.py:34:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       b[[0, 1]] = 2
#         ^~~~~~
# fail_ways_out.py:35:11: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       x = b[[n, 1]]
#             ^~~~~~
# fail_ways_out.py:36:16: error: an array expression as an argument needs memory for a new array; assign it to a name first, where its length is constant, or loop over the elements, as in sum(x * y for x, y in zip(a, b)) [NeedsMemory]
#       x = np.sum(a * 2)
#                  ^~~~~
# fail_ways_out.py:37:16: error: an array expression as an argument needs memory for a new array; assign it to a name first, where its length is constant, or loop over the elements, as in sum(x * y for x, y in zip(a, b)) [NeedsMemory]
#       x = np.dot(a * 2, a)
#                  ^~~~~
# fail_ways_out.py:38:17: error: an array expression has no attribute `sum`; assign it to a name first, where its length is constant, or loop over the elements [UnknownAttribute]
#       x = (a * a).sum()
#                   ^~~
# fail_ways_out.py:39:9: error: `np.sort` is not supported in kernels; copy it, b = a[:n].copy() of a constant n, and b.sort() [UnsupportedName]
#       x = np.sort(a)
#           ^~~~~~~
# fail_ways_out.py:40:29: error: a comprehension's length must be known at compile time; write a loop, or give it to sum, min, max, any or all without brackets [BadComprehension]
#       x = any([y > 0 for y in a])
#                               ^
# fail_ways_out.py:41:5: error: `sort` takes 0 arguments, 1 given [ArgumentCount]
#       b.T[0].sort(1)
#       ^~~~~~~~~~~~~~
# fail_ways_out.py:42:5: error: `COUNT` is read before it is assigned [UseBeforeAssignment]
#       COUNT += 1
#       ^~~~~
# fail_ways_out.py:42:5: note: the function assigns to it, so it is not the global `COUNT`
#       COUNT += 1
#       ^~~~~
# fail_ways_out.py:43:30: error: expected an element type such as `float32`, found a string [TypeMismatch]
#       s = cuda.shared.array(3, "float33")
#                                ^~~~~~~~~
# fail_ways_out.py:43:30: note: "float33" names no type
#       s = cuda.shared.array(3, "float33")
#                                ^~~~~~~~~
# fail_ways_out.py:44:9: error: `is` with `int64` is not supported in kernels [UnsupportedExpression]
#       x = n is 3
#           ^~~~~~
# fail_ways_out.py:44:9: note: values are compared by == and !=
#       x = n is 3
#           ^~~~~~
# fail_ways_out.py:45:9: error: `in` with `int64` is not supported in kernels [UnsupportedExpression]
#       x = 3 in n
#           ^~~~~~
# fail_ways_out.py:45:9: note: it looks in tuples, arrays and ranges
#       x = 3 in n
#           ^~~~~~
