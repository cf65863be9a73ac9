# golden: --emit=ir
# An error in a device function says which call it is of, once for one message.
from numba import cuda


@cuda.jit(device=True)
def inner(a, b):
    return a.foo + b


@cuda.jit(device=True)
def outer(a, f):
    return f(a, 1) + oops


@cuda.jit("void(float32[::1], float64[::1])")
def k(x, y):
    x[0] = inner(x[0], 1) + inner(1, None)
    x[1] = outer(x, inner)
    x[2] = outer(y, inner)

# === --emit=ir
# fail_in_device_function.py:8:14: error: `float32` has no attribute `foo` [UnknownAttribute]
#       return a.foo + b
#                ^~~
# fail_in_device_function.py:18:12: note: `inner(float32, int64)` is called here
#       x[0] = inner(x[0], 1) + inner(1, None)
#              ^~~~~~~~~~~~~~
# fail_in_device_function.py:8:14: error: `int64` has no attribute `foo` [UnknownAttribute]
#       return a.foo + b
#                ^~~
# fail_in_device_function.py:18:29: note: `inner(int64, a constant)` is called here
#       x[0] = inner(x[0], 1) + inner(1, None)
#                               ^~~~~~~~~~~~~~
# fail_in_device_function.py:8:14: error: an array of `float32` has no attribute `foo` [UnknownAttribute]
#       return a.foo + b
#                ^~~
# fail_in_device_function.py:13:12: note: `inner(float32[::1], int64)` is called here
#       return f(a, 1) + oops
#              ^~~~~~~
# fail_in_device_function.py:19:12: note: `outer(float32[::1], inner)` is called here
#       x[1] = outer(x, inner)
#              ^~~~~~~~~~~~~~~
# fail_in_device_function.py:8:14: error: an array of `float64` has no attribute `foo` [UnknownAttribute]
#       return a.foo + b
#                ^~~
# fail_in_device_function.py:13:12: note: `inner(float64[::1], int64)` is called here
#       return f(a, 1) + oops
#              ^~~~~~~
# fail_in_device_function.py:20:12: note: `outer(float64[::1], inner)` is called here
#       x[2] = outer(y, inner)
#              ^~~~~~~~~~~~~~~
# fail_in_device_function.py:13:22: error: name `oops` is not defined [UnknownName]
#       return f(a, 1) + oops
#                        ^~~~
# fail_in_device_function.py:19:12: note: `outer(float32[::1], inner)` is called here
#       x[1] = outer(x, inner)
#              ^~~~~~~~~~~~~~~
