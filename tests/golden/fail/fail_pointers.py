# golden: --emit=ir
from numba import carray, cuda


@cuda.jit("void(CPointer(float32), float32[:], int64)")
def k(p, x, n):
    x[0] = p
    x[0] = len(p)
    p[0, 1] = 1
    p["x"] = 1
    a = carray(x, n)
    b = carray(p, n, 3)
    c = carray(p, x)
    d = carray(p, n, order="C")
    e = carray(p)
    p.x = 1
    x[0] = p + 1
    x[0] = carray(p, n)[1.5]

# === --emit=ir
# fail_pointers.py:7:12: error: expected `float32`, found `CPointer(float32)` [TypeMismatch]
#       x[0] = p
#              ^
# fail_pointers.py:8:16: error: argument 1 of `len` must be an array or a tuple, not `CPointer(float32)` [ArgumentType]
#       x[0] = len(p)
#                  ^
# fail_pointers.py:9:5: error: 2 subscripts for an array of 1 axis [TooManyIndices]
#       p[0, 1] = 1
#       ^~~~~~~
# fail_pointers.py:10:7: error: a string is not a value that a kernel can compute with [NotAValue]
#       p["x"] = 1
#         ^~~
# fail_pointers.py:10:7: note: text is known while compiling, or printed: print("x =", x), print(f"{x:.3f}")
#       p["x"] = 1
#         ^~~
# fail_pointers.py:11:16: error: argument 1 of `numba.carray` must be a `CPointer`, not `float32[:]` [ArgumentType]
#       a = carray(x, n)
#                  ^
# fail_pointers.py:12:22: error: expected an element type such as `float32`, found `int64` [TypeMismatch]
#       b = carray(p, n, 3)
#                        ^
# fail_pointers.py:13:19: error: an index must be an integer, not `float32[:]` [IndexType]
#       c = carray(p, x)
#                     ^
# fail_pointers.py:14:22: error: `numba.carray` has no parameter `order` [UnknownKeyword]
#       d = carray(p, n, order="C")
#                        ^~~~~~~~~
# fail_pointers.py:15:9: error: `numba.carray` takes 2 to 3 arguments, 1 given [ArgumentCount]
#       e = carray(p)
#           ^~~~~~~~~
# fail_pointers.py:16:5: error: cannot assign to an attribute [CannotAssign]
#       p.x = 1
#       ^~~
# fail_pointers.py:17:12: error: `+` does not take `CPointer(float32)` and `int64` [OperandTypes]
#       x[0] = p + 1
#              ^~~~~
# fail_pointers.py:18:25: error: an index must be an integer, not `float` [IndexType]
#       x[0] = carray(p, n)[1.5]
#                           ^~~
# fail_pointers.py:18:25: note: `//` gives integers, and int(...) the whole part
#       x[0] = carray(p, n)[1.5]
#                           ^~~
