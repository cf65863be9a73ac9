# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64, UniTuple(int64, 2))")
def k(x, n, t):
    tile = cuda.shared.array(n, "float32")
    own = cuda.local.array((2, n), "float32")
    i = cuda.grid(n)
    j = cuda.grid(4)
    x[0] = t[n]
    x[1] = round(n, n)
    print(1, sep=n)

# === --emit=ir
# fail_constant_needed.py:7:30: error: the shape of a shared array must be a constant (0 makes it dynamic); use a literal or a global [ConstantNeeded]
#       tile = cuda.shared.array(n, "float32")
#                                ^
# fail_constant_needed.py:8:28: error: the shape of a local array must be a constant; use a literal or a global [ConstantNeeded]
#       own = cuda.local.array((2, n), "float32")
#                              ^~~~~~
# fail_constant_needed.py:9:19: error: the argument of `cuda.grid` must be a constant: 1, 2 or 3; use a literal or a global [ConstantNeeded]
#       i = cuda.grid(n)
#                     ^
# fail_constant_needed.py:10:19: error: the argument of `cuda.grid` must be a constant: 1, 2 or 3; use a literal or a global [ConstantNeeded]
#       j = cuda.grid(4)
#                     ^
# fail_constant_needed.py:12:21: error: the number of digits of an int must be a constant; use a literal or a global [ConstantNeeded]
#       x[1] = round(n, n)
#                       ^
# fail_constant_needed.py:13:14: error: `sep` must be a constant string; use a literal or a global [ConstantNeeded]
#       print(1, sep=n)
#                ^~~~~
