# golden: --emit=ir
# What only the variable itself gives a value has none, however often the loop
# runs.
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def k(r, n):
    for i in range(n):
        if i > 0:
            m = m + 1
    for i in range(n):
        while n > 0:
            p = q
            q = p
    r[0] = m

# === --emit=ir
# fail_loop_variable_never_set.py:11:17: error: `m` is read before it is assigned [UseBeforeAssignment]
#               m = m + 1
#                   ^
# fail_loop_variable_never_set.py:14:17: error: `q` is read before it is assigned [UseBeforeAssignment]
#               p = q
#                   ^
# fail_loop_variable_never_set.py:16:12: error: `m` is read before it is assigned [UseBeforeAssignment]
#       r[0] = m
#              ^
