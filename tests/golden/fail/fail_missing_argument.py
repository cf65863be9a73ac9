# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def helper(first, second):
    return first + second

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = helper(1)
    x[1] = helper(second=2)
    tile = cuda.shared.array(4)

# === --emit=ir
# fail_missing_argument.py:11:12: error: `helper` needs an argument for `second` [MissingArgument]
#       x[0] = helper(1)
#              ^~~~~~~~~
# fail_missing_argument.py:12:12: error: `helper` needs an argument for `first` [MissingArgument]
#       x[1] = helper(second=2)
#              ^~~~~~~~~~~~~~~~
# fail_missing_argument.py:13:12: error: `cuda.shared.array` needs an argument for `dtype` [MissingArgument]
#       tile = cuda.shared.array(4)
#              ^~~~~~~~~~~~~~~~~~~~
