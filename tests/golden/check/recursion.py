# golden: --emit=ir --passes=-inline-functions
# A recursive function returns what its other returns give, or what it declares.
from numba import cuda


@cuda.jit(device=True)
def factorial(n):
    if n > 1:
        return n * factorial(n - 1)
    return 1


@cuda.jit("boolean(int64)", device=True)
def is_even(n):
    return True if n == 0 else is_odd(n - 1)


@cuda.jit(device=True)
def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@cuda.jit("void(int64[::1], int32)")
def k(a, n):
    a[0] = factorial(n)
    a[1] = is_even(a[0])

# === --emit=ir --passes=-inline-functions
# function factorial__device_1(n: i64) -> i64
#   if n > 1
#     return n * factorial__device_1(n - 1)
#   return 1
#
# function factorial__device(n: i32) -> i64
#   if i64(n) > 1
#     return i64(n) * factorial__device_1(i64(n) - 1)
#   return 1
#
# function is_even__device(n: i64) -> bool
#   return True if n == 0 else is_odd__device(n - 1)
#
# function is_odd__device(n: i64) -> bool
#   return False if n == 0 else is_even__device(n - 1)
#
# kernel k(a: i64[::1], n: i32)
#   a[guard 0] = factorial__device(n)
#   a[guard 1] = i64(is_even__device(a[guard 0]))
