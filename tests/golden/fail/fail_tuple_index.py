# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1])")
def k(a):
    a[0, 0] = a.shape[2]
    a[0, 1] = (1, 2)[-3]
    a[0, 2] = a.shape[0:1]
    for i in range(a.shape[0]):
        a[i, 3] = ()[i]

# === --emit=ir
# fail_tuple_index.py:7:23: error: index 2 is outside a tuple of 2 elements [TupleIndex]
#       a[0, 0] = a.shape[2]
#                         ^
# fail_tuple_index.py:8:22: error: index -3 is outside a tuple of 2 elements [TupleIndex]
#       a[0, 1] = (1, 2)[-3]
#                        ^~
# fail_tuple_index.py:9:15: error: expected `float32`, found a tuple of 1 [TypeMismatch]
#       a[0, 2] = a.shape[0:1]
#                 ^~~~~~~~~~~~
# fail_tuple_index.py:11:22: error: index 0 is outside a tuple of 0 elements [TupleIndex]
#           a[i, 3] = ()[i]
#                        ^
