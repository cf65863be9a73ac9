# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def taken(x, i):
    return cuda.atomic.add(x, i, 1)


@cuda.jit(device=True)
def first(t):
    return any(x > 1 for x in t)


@cuda.jit("void(int64[::1], int64, float32)")
def k(x, n, y):
    t = (n, y, 2)
    x[0] = any(taken(x, i) == 1 for i in range(3))
    x[1] = all(e > i for i, e in enumerate(t) if i != 1 if e != n)
    x[2] = any(x[i] == n for i in range(n) if i > 2)
    x[3] = all(a < b for a in (1, n) for b in x)
    x[4] = any(i == n for i in range(100))
    x[5] = first((1, 2, y)) + any([taken(x, i) for i in range(2)])
    if any((last := e) > 3 for e in (n, 2)):
        x[6] = last

# === --emit=ir --passes=-inline-functions
# function taken__device(x: i64[::1], i: i64) -> i64
#   return atomic.add(x[guard wrap(i)], 1)
#
# function any__device(n: i64, x: i64[::1]) -> bool
#   for i: i64 in range(0, n, 1)
#     if i > 2
#       if x[guard i] == n
#         return True
#   return False
#
# function all__device(a: none, x: i64[::1]) -> bool
#   %2: i64[::1] = x
#   %3: i64 = %2.shape[0]
#   for %4: i64 in range(0, %3, 1)
#     b: i64 = %2[%4]
#     if not 1 < b
#       return False
#   return True
#
# function all__device_1(a: i64, x: i64[::1]) -> bool
#   %2: i64[::1] = x
#   %3: i64 = %2.shape[0]
#   for %4: i64 in range(0, %3, 1)
#     b: i64 = %2[%4]
#     if not a < b
#       return False
#   return True
#
# function any__device_1(n: i64) -> bool
#   for i: i64 in range(0, 100, 1)
#     if i == n
#       return True
#   return False
#
# function first__device(t: (i64, i64, f32)) -> bool
#   return let %1: (i64, i64, f32) = t in let %2: i64 = %1.0 in let %3: i64 = %1.1 in let %4: f32 = %1.2 in (let %5: i64 = %2 in %5 > 1) or (let %6: i64 = %3 in %6 > 1) or (let %7: f32 = %4 in %7 > f32(1.0))
#
# kernel k(x: i64[::1], n: i64, y: f32)
#   t: (i64, f32, i64) = (n, y, 2)
#   x[guard 0] = i64(taken__device(x, 0) == 1 or taken__device(x, 1) == 1 or taken__device(x, 2) == 1)
#   x[guard 1] = i64((let %4: (i64, f32, i64) = t in let %5: i64 = %4.0 in let %6: f32 = %4.1 in let %7: i64 = %4.2 in (let %8: i64 = %5 in not %8 != n or %8 > 0) and (let %10: i64 = %7 in not %10 != n or %10 > 2)))
#   x[guard 2] = i64(any__device(n, x))
#   x[guard 3] = i64((let %13: i64 = n in all__device(False, x) and (let %16: i64 = %13 in all__device_1(%16, x))))
#   x[guard 4] = i64(any__device_1(n))
#   x[guard 5] = i64(first__device((1, 2, y))) + i64((let %21: list(i64, i64) = (let %19: i64 = taken__device(x, 0) in let %20: i64 = taken__device(x, 1) in (%19, %20)) in let %22: i64 = %21.0 in let %23: i64 = %21.1 in bool(%22) or bool(%23)))
#   %24: i64 = n
#   %25: i64 = %24
#   last: i64 = %25
#   %27: bool = last > 3
#   if not %27
#     last = 2
#   if %27 or last > 3
#     x[guard 6] = last
