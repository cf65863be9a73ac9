# golden: --emit=ir
from numba import cuda
from numba import float32

@cuda.jit
def scale(x: float32[::1], a: float, n: int, flag: bool):
    x[0] = a * x[0] if flag else n

# === --emit=ir
# weak_annotation.py:6:22: error: invalid syntax [SyntaxError]
#   def scale(x: float32[::1], a: float, n: int, flag: bool):
#                        ^~
