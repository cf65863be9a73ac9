# golden: --emit=ir --typing=numba
from numba import cuda


@cuda.jit("void(int64[::1], int32, int32)")
def k(a, m, n):
    a[0] = min(m, n)
    a[1] = min(m, 7)

# === --emit=ir --typing=numba
# kernel k(a: i64[::1], m: i32, n: i32)
#   a[guard 0] = i64(i32(min(i64(m), i64(n))))
#   a[guard 1] = min(i64(m), 7)
