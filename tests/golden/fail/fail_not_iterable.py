# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    for v in x:
        n += 1
    for i in n:
        n += 1
    for j in (1, 2):
        n += 1

# === --emit=ir
# fail_not_iterable.py:9:14: error: cannot iterate over `int64`; use `range` [NotIterable]
#       for i in n:
#                ^
