# golden: --emit=ir
from numba import cuda
import math

@cuda.jit(device=True)
def helper(x):
    x[0] = 1

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = "text"
    x[1] = None
    x[2] = math + 1
    x[3] = helper
    x[4] = math.sin
    x[5] = helper(x)
    x[6] = cuda.threadIdx

# === --emit=ir
# fail_not_a_value.py:11:12: error: a string is not a value that a kernel can compute with [NotAValue]
#       x[0] = "text"
#              ^~~~~~
# fail_not_a_value.py:11:12: note: text is known while compiling, or printed: print("x =", x), print(f"{x:.3f}")
#       x[0] = "text"
#              ^~~~~~
# fail_not_a_value.py:12:12: error: `None` is not a value that a kernel can compute with [NotAValue]
#       x[1] = None
#              ^~~~
# fail_not_a_value.py:13:12: error: `math` is not a value that a kernel can compute with [NotAValue]
#       x[2] = math + 1
#              ^~~~
# fail_not_a_value.py:14:12: error: the function `helper` is not a value that a kernel can compute with [NotAValue]
#       x[3] = helper
#              ^~~~~~
# fail_not_a_value.py:15:12: error: `math.sin` is not a value that a kernel can compute with [NotAValue]
#       x[4] = math.sin
#              ^~~~~~~~
# fail_not_a_value.py:15:12: note: it is a function: write `math.sin(...)`
#       x[4] = math.sin
#              ^~~~~~~~
# fail_not_a_value.py:16:12: error: `None` is not a value that a kernel can compute with [NotAValue]
#       x[5] = helper(x)
#              ^~~~~~~~~
# fail_not_a_value.py:17:12: error: `cuda.threadIdx` is not a value that a kernel can compute with [NotAValue]
#       x[6] = cuda.threadIdx
#              ^~~~~~~~~~~~~~
# fail_not_a_value.py:17:12: note: write `cuda.threadIdx.x`
#       x[6] = cuda.threadIdx
#              ^~~~~~~~~~~~~~
