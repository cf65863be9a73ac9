# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    a = 0
    for i in range(n):
        for j in range(i):
            a = a * x[j] + unknown
            b = a.real
    x[0] = a

# === --emit=ir
# fail_error_in_loop_once.py:10:28: error: name `unknown` is not defined [UnknownName]
#               a = a * x[j] + unknown
#                              ^~~~~~~
