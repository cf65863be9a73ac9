# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def two(x, i):
    t = (1, 2)
    x[0] = t[i, 0]

# === --emit=ir
# fail_index_of_tuple.py:8:12: error: this index of a tuple is not supported in kernels [UnsupportedExpression]
#       x[0] = t[i, 0]
#              ^~~~~~~
