# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def first(out, n):
    i = 0
    while True:
        if out[i] > n:
            break
        i += 1
    out[0] = i

# === --emit=ir
# kernel first(out: i64[::1], n: i64)
#   i: i64 = 0
#   while True
#     if out[guard wrap(i)] > n
#       break
#     i = i + 1
#   out[guard 0] = i
