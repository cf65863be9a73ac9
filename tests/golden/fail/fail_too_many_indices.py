# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1])")
def k(a):
    a[0, 0] = a[0, 1, 2]
    a[0, 1] = a[0][1][2]
    a[0, 0, 0] = 1
    a[0, 1] = a[..., 0, ...]
    cuda.atomic.add(a, (0, 1, 2), 1)

# === --emit=ir
# fail_too_many_indices.py:7:15: error: 3 subscripts for an array of 2 axes [TooManyIndices]
#       a[0, 0] = a[0, 1, 2]
#                 ^~~~~~~~~~
# fail_too_many_indices.py:8:15: error: `float32` cannot be indexed [NotSubscriptable]
#       a[0, 1] = a[0][1][2]
#                 ^~~~~~~
# fail_too_many_indices.py:9:5: error: 3 subscripts for an array of 2 axes [TooManyIndices]
#       a[0, 0, 0] = 1
#       ^~~~~~~~~~
# fail_too_many_indices.py:10:15: error: 3 subscripts for an array of 2 axes [TooManyIndices]
#       a[0, 1] = a[..., 0, ...]
#                 ^~~~~~~~~~~~~~
# fail_too_many_indices.py:11:5: error: 3 subscripts for an array of 2 axes [TooManyIndices]
#       cuda.atomic.add(a, (0, 1, 2), 1)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
