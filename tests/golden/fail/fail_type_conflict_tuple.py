# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    t = (1, 2)
    if n:
        t = (1, 2, 3)
    x[0] = t[0]

# === --emit=ir
# fail_type_conflict_tuple.py:10:12: error: `t` is `UniTuple(int64, 3)` on one path and `UniTuple(int64, 2)` on another [TypeConflict]
#       x[0] = t[0]
#              ^
