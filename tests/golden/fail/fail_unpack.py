# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64)")
def k(a, n):
    x, y, z = a.shape
    x, y = cuda.grid(3)
    x, y = n
    x, *y = 1, 2, 3

# === --emit=ir
# fail_unpack.py:7:5: error: 2 values to unpack into 3 names [UnpackCount]
#       x, y, z = a.shape
#       ^~~~~~~
# fail_unpack.py:8:5: error: 3 values to unpack into 2 names [UnpackCount]
#       x, y = cuda.grid(3)
#       ^~~~
# fail_unpack.py:9:12: error: cannot unpack `int64`; a tuple has parts, elements are read by index: `x = a[0]` [CannotUnpack]
#       x, y = n
#              ^
