# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64)")
def k(a, n):
    x, y, z = a.shape
    x, y = cuda.grid(3)
    x, y = n
    x, *y = 1, 2, 3


@cuda.jit("void(float32[:, :])")
def arrays(a):
    local = cuda.local.array(3, "float32")
    x, y = local
    x, y, z = a[0, :2]
    local[:] = 1, 2
    a[0, :1] = 1, 2
    a[:2, :2] = (1, 2), 3
    a[0, :2] = (1, 2), (3, 4)
    a[:2] = a[0], a[1]
    x, *y = a
    s, t = [p + q for p, q in ((1, 2), local)]

# === --emit=ir
# fail_unpack.py:7:5: error: 2 values to unpack into 3 names [UnpackCount]
#       x, y, z = a.shape
#       ^~~~~~~
# fail_unpack.py:8:5: error: 3 values to unpack into 2 names [UnpackCount]
#       x, y = cuda.grid(3)
#       ^~~~
# fail_unpack.py:8:12: note: write `cuda.grid(2)`
#       x, y = cuda.grid(3)
#              ^~~~~~~~~~~~
# fail_unpack.py:9:12: error: cannot unpack `int64`; tuples and arrays have parts [CannotUnpack]
#       x, y = n
#              ^
# fail_unpack.py:16:5: error: 3 values to unpack into 2 names [UnpackCount]
#       x, y = local
#       ^~~~
# fail_unpack.py:17:5: error: 2 values to unpack into 3 names [UnpackCount]
#       x, y, z = a[0, :2]
#       ^~~~~~~
# fail_unpack.py:18:5: error: a tuple of 2 does not fit a part of an array with 3 elements along that axis; give as many values as there are elements, or one [TupleLength]
#       local[:] = 1, 2
#       ^~~~~~~~
# fail_unpack.py:19:5: error: a tuple of 2 does not fit a part of an array with 1 element along that axis; give as many values as there are elements, or one [TupleLength]
#       a[0, :1] = 1, 2
#       ^~~~~~~~
# fail_unpack.py:20:17: error: expected a number or an array of at most 2 axes, whose rows have one length, found a tuple of other shape [TypeMismatch]
#       a[:2, :2] = (1, 2), 3
#                   ^~~~~~~~~
# fail_unpack.py:21:16: error: expected a number or an array of at most 1 axes, whose rows have one length, found a tuple of other shape [TypeMismatch]
#       a[0, :2] = (1, 2), (3, 4)
#                  ^~~~~~~~~~~~~~
# fail_unpack.py:22:13: error: a tuple of arrays here needs memory for a new array; assign each of them to its own part [NeedsMemory]
#       a[:2] = a[0], a[1]
#               ^~~~~~~~~~
# fail_unpack.py:23:13: error: cannot unpack `float32[:, :]`; tuples and arrays have parts [CannotUnpack]
#       x, *y = a
#               ^
# fail_unpack.py:24:23: error: 3 values to unpack into 2 names [UnpackCount]
#       s, t = [p + q for p, q in ((1, 2), local)]
#                         ^~~~
