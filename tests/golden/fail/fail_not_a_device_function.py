# golden: --emit=ir
from numba import cuda


def helper(x):
    return x + 1

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = helper(x[0])

# === --emit=ir
# fail_not_a_device_function.py:10:12: error: `helper` is not a device function; decorate it with `@cuda.jit(device=True)` [NotADeviceFunction]
#       x[0] = helper(x[0])
#              ^~~~~~~~~~~~
# fail_not_a_device_function.py:5:5: note: it is defined here
#   def helper(x):
#       ^~~~~~
