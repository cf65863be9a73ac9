# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def flip(x, n):
    state = 0
    for i in range(n):
        if state == 0:
            state = 1
        else:
            state = 0
        x[i] = state

# === --emit=ir
# kernel flip(x: i64[::1], n: i64)
#   state: i64 = 0
#   for i: i64 in range(0, n, 1)
#     if state == 0
#       state = 1
#     else
#       state = 0
#     x[guard i] = state
