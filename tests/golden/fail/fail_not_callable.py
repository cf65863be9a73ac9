# golden: --emit=ir
from numba import cuda
import math

@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    x[0] = n(1)
    x[1] = cuda.threadIdx.x()
    x[2] = math.pi()
    x[3] = x[0](1)
    x[4] = "text"()

# === --emit=ir
# fail_not_callable.py:7:12: error: `int64` cannot be called [NotCallable]
#       x[0] = n(1)
#              ^
# fail_not_callable.py:8:12: error: `cuda.threadIdx.x` cannot be called [NotCallable]
#       x[1] = cuda.threadIdx.x()
#              ^~~~~~~~~~~~~~~~
# fail_not_callable.py:8:12: note: it is a number: leave out `()`
#       x[1] = cuda.threadIdx.x()
#              ^~~~~~~~~~~~~~~~
# fail_not_callable.py:9:12: error: `float` cannot be called [NotCallable]
#       x[2] = math.pi()
#              ^~~~~~~
# fail_not_callable.py:9:12: note: it is a number: leave out `()`
#       x[2] = math.pi()
#              ^~~~~~~
# fail_not_callable.py:10:12: error: `float32` cannot be called [NotCallable]
#       x[3] = x[0](1)
#              ^~~~
# fail_not_callable.py:11:12: error: a string cannot be called [NotCallable]
#       x[4] = "text"()
#              ^~~~~~
