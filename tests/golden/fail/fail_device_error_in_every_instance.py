# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def helper(x):
    return x.size + oops

@cuda.jit("void(float32[::1], float64[::1])")
def k(x, y):
    x[0] = helper(x)
    y[0] = helper(y)

# === --emit=ir
# fail_device_error_in_every_instance.py:7:21: error: name `oops` is not defined [UnknownName]
#       return x.size + oops
#                       ^~~~
# fail_device_error_in_every_instance.py:11:12: note: `helper(float32[::1])` is called here
#       x[0] = helper(x)
#              ^~~~~~~~~
