# golden: --emit=ir --passes=-inline-functions
from numba import cuda
import numpy as np

START = np.datetime64("2020-02-28T12:30")
STEP = -np.timedelta64(90, "s") * 2


@cuda.jit("void(datetime64[D][::1], NPTimedelta('h')[:], timedelta64[h], boolean[::1])")
def k(a, t, by, late):
    i = cuda.grid(1)
    a[i] = a[0]
    t[i] = t[i] + by
    t[i] = -by
    late[i] = np.isnat(a[i]) or a[i] > START
    if t[i] == STEP:
        t[i] = np.timedelta64(i, "h")
    t[i] = min(t[i], abs(by))

# === --emit=ir --passes=-inline-functions
# function time_sum__device(a: i64, b: i64) -> i64
#   if a == -9223372036854775808 or b == -9223372036854775808
#     return -9223372036854775808
#   return a + b
#
# function time_finer__device(a: i64, factor: i64) -> i64
#   most: i64 = 9223372036854775807 // factor
#   if a > most or a < -most
#     return -9223372036854775808
#   return a * factor
#
# function time_min__device(a: i64, b: i64) -> i64
#   return b if b < a and b != -9223372036854775808 else a
#
# kernel k(a: datetime64[D][::1], t: timedelta64[h][:], by: timedelta64[h], late: bool[::1])
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   a[guard i] = a[guard 0]
#   t[guard i] = let %5: timedelta64[h] = t[guard i] in time_sum__device(%5, by)
#   t[guard i] = -by
#   late[guard i] = a[guard i] == -9223372036854775808 or (let %6: i64 = time_finer__device(a[guard i], 1440) in %6 > 26381550 and 26381550 != -9223372036854775808)
#   if let %7: i64 = time_finer__device(t[guard i], 3600) in %7 == -180 and %7 != -9223372036854775808
#     t[guard i] = i
#   t[guard i] = time_min__device(t[guard i], abs(by))
