# golden: --emit=ir --bounds=raise
from numba import cuda


@cuda.jit("void(int64[::1])")
def k(a):
    t = (1, 2, 3)
    for i in range(2):
        a[i] = t[a[i]]

# === --emit=ir --bounds=raise
# function __pyk2ptx_check(value: i64) -> i64
#   if value < -3 or value >= 3
#     raise IndexError("tuple index out of range") reported
#   return value
#
# kernel k(a: i64[::1])
#   t: (i64, i64, i64) = (1, 2, 3)
#   for i: i64 in range(0, 2, 1)
#     a[raise i] = let %5: i64 = __pyk2ptx_check(a[raise i]) in 1 if %5 == 0 or %5 == -3 else 2 if %5 == 1 or %5 == -2 else 3 if %5 == 2 or %5 == -1 else 0
