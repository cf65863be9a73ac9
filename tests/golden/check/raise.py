# golden: --emit=ir --passes=-inline-functions
# golden: --emit=ir --debug --passes=-inline-functions
from numba import cuda


class Wrong(Exception):
    pass


@cuda.jit(device=True)
def half(n):
    if n % 2:
        raise ValueError("odd", 3)
    return n // 2


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    assert n > 0, "too small"
    assert x.size > n
    if n == 5:
        raise Wrong
    elif n == 6:
        raise TypeError(f"n is {n}")
    x[half(n)] = 1

# === --emit=ir --passes=-inline-functions
# function half__device(n: i64) -> i64
#   if bool(n % 2)
#     raise ValueError("")
#   return n // 2
#
# kernel k(x: f32[::1], n: i64)
#   if not n > 0
#     raise AssertionError("")
#   if not x.size > n
#     raise AssertionError("")
#   if n == 5
#     raise Wrong("")
#   else
#     if n == 6
#       raise TypeError("")
#   x[guard wrap(half__device(n))] = f32(1.0)

# === --emit=ir --debug --passes=-inline-functions
# function half__device(n: i64) -> i64
#   if bool(n % 2)
#     raise ValueError("odd, 3") reported
#   return n // 2
#
# kernel k(x: f32[::1], n: i64)
#   if not n > 0
#     raise AssertionError("too small") reported
#   if not x.size > n
#     raise AssertionError("") reported
#   if n == 5
#     raise Wrong("") reported
#   else
#     if n == 6
#       raise TypeError("n is {n}") reported
#   x[raise wrap(half__device(n))] = f32(1.0)
