# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    if n > unknown:
        x[0] = missing
    else:
        x[1] = absent

# === --emit=ir
# fail_dead_branch_of_unknown.py:7:12: error: name `unknown` is not defined [UnknownName]
#       if n > unknown:
#              ^~~~~~~
# fail_dead_branch_of_unknown.py:8:16: error: name `missing` is not defined [UnknownName]
#           x[0] = missing
#                  ^~~~~~~
# fail_dead_branch_of_unknown.py:10:16: error: name `absent` is not defined [UnknownName]
#           x[1] = absent
#                  ^~~~~~
