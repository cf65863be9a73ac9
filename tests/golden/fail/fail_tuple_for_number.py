# golden: --emit=ir --error-limit=0
# cuda.grid of another number of axes, and a shape for its extent.
from numba import cuda


@cuda.jit("void(float32[::1], float32[:,::1])")
def k(x, y):
    i = cuda.grid(2)
    x[i] = 0
    x[0] = x[cuda.grid(3)]
    x[0, 1] = 1
    x[0] = y[0, 1, 2]
    a, b = cuda.grid(1)
    a, b = cuda.gridsize(1)
    a, b, c = cuda.grid(2)
    a, b = cuda.grid(3)
    if i[0] < x.shape:
        x[0] = 1
    if y.shape > 3:
        x[0] = 1
    n = x.shape + 1
    n = 2 * x.shape
    for j in range(x.shape):
        x[j] = 0

# === --emit=ir --error-limit=0
# fail_tuple_for_number.py:9:5: error: 2 subscripts for an array of 1 axis [TooManyIndices]
#       x[i] = 0
#       ^~~~
# fail_tuple_for_number.py:9:5: note: the index is a tuple; its parts have names of their own by `i, j = cuda.grid(2)`
#       x[i] = 0
#       ^~~~
# fail_tuple_for_number.py:10:12: error: 3 subscripts for an array of 1 axis [TooManyIndices]
#       x[0] = x[cuda.grid(3)]
#              ^~~~~~~~~~~~~~~
# fail_tuple_for_number.py:10:12: note: the index is a tuple; its parts have names of their own by `i, j, k = cuda.grid(3)`
#       x[0] = x[cuda.grid(3)]
#              ^~~~~~~~~~~~~~~
# fail_tuple_for_number.py:11:5: error: 2 subscripts for an array of 1 axis [TooManyIndices]
#       x[0, 1] = 1
#       ^~~~~~~
# fail_tuple_for_number.py:12:12: error: 3 subscripts for an array of 2 axes [TooManyIndices]
#       x[0] = y[0, 1, 2]
#              ^~~~~~~~~~
# fail_tuple_for_number.py:13:12: error: cannot unpack `int64`; tuples and arrays have parts [CannotUnpack]
#       a, b = cuda.grid(1)
#              ^~~~~~~~~~~~
# fail_tuple_for_number.py:13:12: note: write `cuda.grid(2)`
#       a, b = cuda.grid(1)
#              ^~~~~~~~~~~~
# fail_tuple_for_number.py:14:12: error: cannot unpack `int64`; tuples and arrays have parts [CannotUnpack]
#       a, b = cuda.gridsize(1)
#              ^~~~~~~~~~~~~~~~
# fail_tuple_for_number.py:14:12: note: write `cuda.gridsize(2)`
#       a, b = cuda.gridsize(1)
#              ^~~~~~~~~~~~~~~~
# fail_tuple_for_number.py:15:5: error: 2 values to unpack into 3 names [UnpackCount]
#       a, b, c = cuda.grid(2)
#       ^~~~~~~
# fail_tuple_for_number.py:15:15: note: write `cuda.grid(3)`
#       a, b, c = cuda.grid(2)
#                 ^~~~~~~~~~~~
# fail_tuple_for_number.py:16:5: error: 3 values to unpack into 2 names [UnpackCount]
#       a, b = cuda.grid(3)
#       ^~~~
# fail_tuple_for_number.py:16:12: note: write `cuda.grid(2)`
#       a, b = cuda.grid(3)
#              ^~~~~~~~~~~~
# fail_tuple_for_number.py:17:8: error: `<` does not take `int64` and a tuple of 1 [OperandTypes]
#       if i[0] < x.shape:
#          ^~~~~~~~~~~~~~
# fail_tuple_for_number.py:17:15: note: write `x.shape[0]`
#       if i[0] < x.shape:
#                 ^~~~~~~
# fail_tuple_for_number.py:19:8: error: `>` does not take a tuple of 2 and `int64` [OperandTypes]
#       if y.shape > 3:
#          ^~~~~~~~~~~
# fail_tuple_for_number.py:19:8: note: write `y.shape[0]`
#       if y.shape > 3:
#          ^~~~~~~
# fail_tuple_for_number.py:21:9: error: `+` does not take a tuple of 1 and `int64` [OperandTypes]
#       n = x.shape + 1
#           ^~~~~~~~~~~
# fail_tuple_for_number.py:21:9: note: write `x.shape[0]`
#       n = x.shape + 1
#           ^~~~~~~
# fail_tuple_for_number.py:22:9: error: `*` does not take `int64` and a tuple of 1 [OperandTypes]
#       n = 2 * x.shape
#           ^~~~~~~~~~~
# fail_tuple_for_number.py:22:13: note: write `x.shape[0]`
#       n = 2 * x.shape
#               ^~~~~~~
# fail_tuple_for_number.py:23:20: error: argument 1 of `range` must be an integer, not a tuple of 1 [ArgumentType]
#       for j in range(x.shape):
#                      ^~~~~~~
# fail_tuple_for_number.py:23:20: note: write `x.shape[0]`
#       for j in range(x.shape):
#                      ^~~~~~~
