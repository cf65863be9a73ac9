# golden: --emit=ir --error-limit=0
import numpy as np
from numba import cuda, types

PAIR = np.dtype([("x", np.float32), ("n", np.int32)])


@cuda.jit("void(record(x: float32, n: int32)[:, ::1], CharSeq(3)[:, ::1])")
def k(a, b):
    a[0, :] = a[1]
    b[0] = b[1]
    a[0, 0] = a[1, 0]
    for i in range(b.shape[1]):
        b[0, i] = b[1, i]

# === --emit=ir --error-limit=0
# fail_rows_of_records.py:10:15: error: expected an array of numbers, found `record(x: float32, n: int32)[::1]` [TypeMismatch]
#       a[0, :] = a[1]
#                 ^~~~
# fail_rows_of_records.py:10:15: note: records and text are copied one at a time: `for i in range(n): out[i] = a[i]`
#       a[0, :] = a[1]
#                 ^~~~
# fail_rows_of_records.py:11:12: error: expected an array of numbers, found `CharSeq(3)[::1]` [TypeMismatch]
#       b[0] = b[1]
#              ^~~~
# fail_rows_of_records.py:11:12: note: records and text are copied one at a time: `for i in range(n): out[i] = a[i]`
#       b[0] = b[1]
#              ^~~~
