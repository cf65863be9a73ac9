# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], float32[:, ::1])")
def k(x, a):
    x[0] = a
    x[1] = (1, 2)
    if x:
        x[2] = 1
    tile = cuda.shared.array(4, 7)

# === --emit=ir
# fail_type_mismatch.py:7:12: error: expected `float32`, found `float32[:, ::1]` [TypeMismatch]
#       x[0] = a
#              ^
# fail_type_mismatch.py:8:12: error: expected `float32`, found a tuple of 2 [TypeMismatch]
#       x[1] = (1, 2)
#              ^~~~~~
# fail_type_mismatch.py:9:8: error: the truth of an array is not one value; test an element, such as `x[i]` [ArrayTruth]
#       if x:
#          ^
# fail_type_mismatch.py:11:33: error: expected an element type such as `float32`, found `int64` [TypeMismatch]
#       tile = cuda.shared.array(4, 7)
#                                   ^
