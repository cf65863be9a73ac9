# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    if n > 0:
        a = x
    else:
        a = 1
    best = None
    for i in range(n):
        if best is None:
            best = x[i]
    x[0] = a[0] + best

# === --emit=ir
# fail_type_conflict.py:15:12: error: `a` is `float32[::1]` on one path and `int64` on another [TypeConflict]
#       x[0] = a[0] + best
#              ^
