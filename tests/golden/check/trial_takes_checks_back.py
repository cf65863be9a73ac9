# golden: --emit=ir --bounds=raise
# What a constant leaves out is checked on trial alone; the check that it made
# is made anew where the same place is compiled after all.
from numba import cuda


@cuda.jit(device=True)
def found(x):
    if x > 0:
        return x


@cuda.jit(device=True)
def other(x):
    return x * 3


@cuda.jit("void(int64[::1])")
def k(x):
    for flag in (False, 1):
        x[1] += found(x[0]) + 1 if flag else other(x[2])

# === --emit=ir --bounds=raise
# function other__device(x: i64) -> i64
#   return x * 3
#
# function found__device(x: i64) -> (bool, i64)
#   if x > 0
#     return (True, x)
#   return (False, 0)
#
# function __pyk2ptx_check(value: bool) -> bool
#   if not value
#     raise TypeError("None where a value is needed") reported
#   return value
#
# kernel k(x: i64[::1])
#   flag: bool = False
#   x[raise 1] = x[raise 1] + other__device(x[raise 2])
#   flag.1: i64 = 1
#   x[raise 1] = x[raise 1] + ((let %3: (bool, i64) = found__device(x[raise 0]) in let %4: bool = __pyk2ptx_check(%3.0) in %3.1) + 1)
