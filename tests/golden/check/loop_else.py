# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def search(x, key):
    for i in range(x.size):
        if x[i] == key:
            where = i
            break
    else:
        where = -1
    x[0] = where

# === --emit=ir
# kernel search(x: i64[::1], key: i64)
#   for i: i64 in range(0, x.size, 1)
#     if x[i] == key
#       where: i64 = i
#       break
#   else
#     where = -1
#   x[guard 0] = where
