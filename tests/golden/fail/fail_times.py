# golden: --emit=ir
from numba import cuda
import numpy as np


@cuda.jit("void(datetime64[D][::1], timedelta64[s][::1], int64[::1], float64)")
def k(a, t, n, x):
    i = cuda.grid(1)
    t[i] = a[i] + a[i]
    t[i] = t[i] * t[i]
    n[i] = t[i]
    a[i] = t[i]
    t[i] = np.timedelta64(1, "Y") + t[i]
    n[i] = a[i] < t[i]
    n[t[i]] = 1
    t[i] = np.timedelta64(i)
    a[i] = np.datetime64("2020-13-01")
    a[i] = np.datetime64(i, "fortnight")
    a[i] = -a[i]
    t[i] = np.timedelta64(x, "s")
    n[i] = np.isnat(n[i])
    n[i] = a[i].astype(np.float32)
    t[i] = np.maximum(t[i], a[i])
    print(a[i])

# === --emit=ir
# fail_times.py:9:12: error: `+` does not take `datetime64[D]` and `datetime64[D]` [OperandTypes]
#       t[i] = a[i] + a[i]
#              ^~~~~~~~~~~
# fail_times.py:10:12: error: `*` does not take `timedelta64[s]` and `timedelta64[s]` [OperandTypes]
#       t[i] = t[i] * t[i]
#              ^~~~~~~~~~~
# fail_times.py:11:12: error: expected `int64`, found `timedelta64[s]` [TypeMismatch]
#       n[i] = t[i]
#              ^~~~
# fail_times.py:12:12: error: expected `datetime64[D]`, found `timedelta64[s]` [TypeMismatch]
#       a[i] = t[i]
#              ^~~~
# fail_times.py:13:12: error: `+` does not take `timedelta64[Y]` and `timedelta64[s]` [OperandTypes]
#       t[i] = np.timedelta64(1, "Y") + t[i]
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_times.py:14:12: error: `<` does not take `datetime64[D]` and `timedelta64[s]` [OperandTypes]
#       n[i] = a[i] < t[i]
#              ^~~~~~~~~~~
# fail_times.py:15:7: error: an index must be an integer, not `timedelta64[s]` [IndexType]
#       n[t[i]] = 1
#         ^~~~
# fail_times.py:17:12: error: `datetime64` is not known at compile time: `2020-13-01` is no date [NotConstant]
#       a[i] = np.datetime64("2020-13-01")
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_times.py:18:29: error: the unit of `datetime64` must be a constant such as 'ns'; use a literal or a global [ConstantNeeded]
#       a[i] = np.datetime64(i, "fortnight")
#                               ^~~~~~~~~~~
# fail_times.py:19:12: error: `-` does not take `datetime64[D]` [OperandType]
#       a[i] = -a[i]
#              ^~~~~
# fail_times.py:20:27: error: argument 1 of `timedelta64` must be an integer or a `timedelta64`, not `float64` [ArgumentType]
#       t[i] = np.timedelta64(x, "s")
#                             ^
# fail_times.py:21:21: error: argument 1 of `np.isnat` must be a `datetime64` or `timedelta64`, not `int64` [ArgumentType]
#       n[i] = np.isnat(n[i])
#                       ^~~~
# fail_times.py:22:12: error: expected `datetime64[D]` or `int64`, found the type `float32` [TypeMismatch]
#       n[i] = a[i].astype(np.float32)
#              ^~~~~~~~~~~~~~~~~~~~~~~
# fail_times.py:23:29: error: argument 2 of `np.maximum` must be `timedelta64[s]`, not `datetime64[D]` [ArgumentType]
#       t[i] = np.maximum(t[i], a[i])
#                               ^~~~
# fail_times.py:24:11: error: argument 1 of `print` must be numbers, such as `t.astype(np.int64)`, not `datetime64[D]` [ArgumentType]
#       print(a[i])
#             ^~~~
