# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], UniTuple(int64, 2), int64)")
def k(a, t, n):
    t[0] = 1
    n[0] = 2
    a[0] = 1
    a[:, 1] = 2
    a.shape = 3
    a.size += 1

# === --emit=ir
# fail_cannot_assign.py:7:5: error: cannot assign to an element of `UniTuple(int64, 2)` [CannotAssign]
#       t[0] = 1
#       ^
# fail_cannot_assign.py:7:5: note: tuples and lists never change here: use `cuda.local.array`
#       t[0] = 1
#       ^
# fail_cannot_assign.py:8:5: error: cannot assign to an element of `int64` [CannotAssign]
#       n[0] = 2
#       ^
# fail_cannot_assign.py:11:5: error: cannot assign to an attribute [CannotAssign]
#       a.shape = 3
#       ^~~~~~~
# fail_cannot_assign.py:12:5: error: cannot assign to `a.size` [CannotAssign]
#       a.size += 1
#       ^~~~~~
