# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int32)")
def k(a, n):
    a[0, 0] = a.shpe[0] + a.T[0, 0]
    a[0, 1] = n.real

# === --emit=ir
# fail_unknown_attribute.py:7:17: error: an array of `float32` has no attribute `shpe`; did you mean `shape`? [UnknownAttribute]
#       a[0, 0] = a.shpe[0] + a.T[0, 0]
#                   ^~~~
