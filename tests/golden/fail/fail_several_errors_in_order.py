# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def helper(x):
    return x + missing

@cuda.jit("void(float32[::1])")
def b(x):
    y = x.shpe
    x[0] = helper(x[0])
    x[1] = y
    x[2] = helper(1)

@cuda.jit("void(float32[::1])")
def a(x):
    x[0] = unknown

# === --emit=ir
# fail_several_errors_in_order.py:7:16: error: name `missing` is not defined [UnknownName]
#       return x + missing
#                  ^~~~~~~
# fail_several_errors_in_order.py:12:12: note: `helper(float32)` is called here
#       x[0] = helper(x[0])
#              ^~~~~~~~~~~~
# fail_several_errors_in_order.py:11:11: error: an array of `float32` has no attribute `shpe`; did you mean `shape`? [UnknownAttribute]
#       y = x.shpe
#             ^~~~
# fail_several_errors_in_order.py:18:12: error: name `unknown` is not defined [UnknownName]
#       x[0] = unknown
#              ^~~~~~~
