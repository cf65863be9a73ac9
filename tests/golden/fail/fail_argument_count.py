# golden: --emit=ir
from numba import cuda
import math

@cuda.jit(device=True)
def helper(a, b=1):
    return a + b

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = helper(1, 2, 3)
    x[1] = math.sin()
    x[2] = math.atan2(1)
    x[3] = min(1)
    x[4] = round(1.5, 2, 3)
    cuda.syncthreads(1)
    x[5] = cuda.grid()

# === --emit=ir
# fail_argument_count.py:11:12: error: `helper` takes 1 to 2 arguments, 3 given [ArgumentCount]
#       x[0] = helper(1, 2, 3)
#              ^~~~~~~~~~~~~~~
# fail_argument_count.py:12:12: error: `math.sin` takes 1 argument, 0 given [ArgumentCount]
#       x[1] = math.sin()
#              ^~~~~~~~~~
# fail_argument_count.py:13:12: error: `math.atan2` takes 2 arguments, 1 given [ArgumentCount]
#       x[2] = math.atan2(1)
#              ^~~~~~~~~~~~~
# fail_argument_count.py:14:12: error: `min` takes at least 2 arguments, 1 given [ArgumentCount]
#       x[3] = min(1)
#              ^~~~~~
# fail_argument_count.py:15:12: error: `round` takes 1 to 2 arguments, 3 given [ArgumentCount]
#       x[4] = round(1.5, 2, 3)
#              ^~~~~~~~~~~~~~~~
# fail_argument_count.py:16:5: error: `cuda.syncthreads` takes 0 arguments, 1 given [ArgumentCount]
#       cuda.syncthreads(1)
#       ^~~~~~~~~~~~~~~~~~~
# fail_argument_count.py:17:12: error: `cuda.grid` takes 1 argument, 0 given [ArgumentCount]
#       x[5] = cuda.grid()
#              ^~~~~~~~~~~
