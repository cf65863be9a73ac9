# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    a = cuda.shared.array(-1, "float32")
    b = cuda.local.array(0, "float32")
    c = cuda.shared.array((4, 0), "float32")
    d = cuda.local.array(2.5, "float32")

# === --emit=ir
# fail_bad_shape.py:7:27: error: an array's shape must be positive integers, not -1 [BadShape]
#       a = cuda.shared.array(-1, "float32")
#                             ^~
# fail_bad_shape.py:8:26: error: an array's shape must be positive integers, not 0 [BadShape]
#       b = cuda.local.array(0, "float32")
#                            ^
# fail_bad_shape.py:9:27: error: an array's shape must be positive integers, not 0 [BadShape]
#       c = cuda.shared.array((4, 0), "float32")
#                             ^~~~~~
# fail_bad_shape.py:10:26: error: an array's shape must be positive integers, not `float` [BadShape]
#       d = cuda.local.array(2.5, "float32")
#                            ^~~
