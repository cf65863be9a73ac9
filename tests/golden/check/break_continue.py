# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1])")
def odd(x):
    for i in range(10):
        if i % 2 == 0:
            continue
        if x[i] < 0:
            break
        x[i] = i

# === --emit=ir
# kernel odd(x: i64[::1])
#   for i: i64 in range(0, 10, 1)
#     if i % 2 == 0
#       continue
#     if x[guard i] < 0
#       break
#     x[guard i] = i
