# golden: --emit=ir
from numba import cuda


# What fails for want of a type of `a` has that reason alone.
@cuda.jit("void(int64[::1])")
def k(x):
    while not x[0]:
        a += 0
    else:
        b, b = a, (d := 0)

# === --emit=ir
# fail_unset_in_loop.py:9:9: error: `a` is read before it is assigned [UseBeforeAssignment]
#           a += 0
#           ^
# fail_unset_in_loop.py:11:16: error: `a` is read before it is assigned [UseBeforeAssignment]
#           b, b = a, (d := 0)
#                  ^
