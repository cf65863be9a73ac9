# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def half(x):
    if x % 2 == 0:
        return x // 2


@cuda.jit(device=True)
def pair(x):
    if x < 0:
        return None, x
    return x, 1.5


@cuda.jit("void(int64[:], int64)")
def k(a, n):
    h = half(n)
    if h is not None:
        a[h] = 1
    a[0] = half(n)
    best = None
    for i in range(n):
        if best is None or a[i] > best:
            best = a[i]
    a[1] = best or 7
    p, q = pair(n)
    a[2] = 3 if p == 5 else q
    other = n if n > 3 else None
    print(other)

# === --emit=ir --passes=-inline-functions
# function half__device(x: i64) -> (bool, i64)
#   if x % 2 == 0
#     return (True, x // 2)
#   return (False, 0)
#
# function pair__device(x: i64) -> ((bool, i64), f64)
#   if x < 0
#     return ((False, 0), f64(x))
#   return ((True, x), 1.5)
#
# kernel k(a: i64[:], n: i64)
#   h: (bool, i64) = half__device(n)
#   if h.0
#     a[guard wrap(h.1)] = 1
#   a[guard 0] = half__device(n).1
#   best.1: (bool, i64) = (False, 0)
#   for i: i64 in range(0, n, 1)
#     if not best.1.0 or a[guard i] > best.1.1
#       best: i64 = a[guard i]
#       best.1 = (True, best)
#   a[guard 1] = best.1.1 if best.1.0 and bool(best.1.1) else 7
#   %6: ((bool, i64), f64) = pair__device(n)
#   p: (bool, i64) = %6.0
#   q: f64 = %6.1
#   a[guard 2] = i64(3.0 if p.0 and p.1 == 5 else q)
#   other: (bool, i64) = (True, n) if n > 3 else (False, 0)
#   %10: (bool, i64) = other
#   if %10.0
#     %11: i64 = %10.1
#     print %11, "\n"
#   else
#     print "None\n"
