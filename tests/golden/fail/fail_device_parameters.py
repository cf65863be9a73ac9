# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def helper(a, /, b=2, *, c):
    return a + b + c

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = helper(1, 2, 3)
    x[1] = helper(a=1, c=2)
    x[2] = helper(1, 2, b=3, c=4)

# === --emit=ir
# fail_device_parameters.py:11:12: error: `helper` takes 1 to 2 arguments, 3 given [ArgumentCount]
#       x[0] = helper(1, 2, 3)
#              ^~~~~~~~~~~~~~~
# fail_device_parameters.py:12:19: error: `helper` has no parameter `a` [UnknownKeyword]
#       x[1] = helper(a=1, c=2)
#                     ^~~
# fail_device_parameters.py:13:25: error: `helper` gets two arguments for `b` [ArgumentGivenTwice]
#       x[2] = helper(1, 2, b=3, c=4)
#                           ^~~
