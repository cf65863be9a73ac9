# golden: --emit=ir --bounds=raise
from numba import cuda


@cuda.jit(device=True)
def half(x):
    if x % 2 == 0:
        return x // 2


@cuda.jit("void(int64[::1], int64)")
def k(a, n):
    a[0] = half(n)
    h = half(n)
    if h is None:
        a[1] = 5

# === --emit=ir --bounds=raise
# function half__device(x: i64) -> (bool, i64)
#   if x % 2 == 0
#     return (True, x // 2)
#   return (False, 0)
#
# function __pyk2ptx_check(value: bool) -> bool
#   if not value
#     raise TypeError("None where a value is needed") reported
#   return value
#
# kernel k(a: i64[::1], n: i64)
#   a[raise 0] = let %2: (bool, i64) = half__device(n) in let %3: bool = __pyk2ptx_check(%2.0) in %2.1
#   h: (bool, i64) = half__device(n)
#   if not h.0
#     a[raise 1] = 5
