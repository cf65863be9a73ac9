# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def apply(f, x):
    return f(x)


@cuda.jit(device=True)
def count(first, *rest):
    return first + len(rest)


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    size = 4

    def add(v, w=n):
        return v + w + n + size
    n = n * 2
    x[0] = add(1) + add(1, 2)
    twice = lambda v: v * 2
    x[1] = apply(twice, n) + apply(lambda v: v + 1, x[0])
    x[2] = count(n) + count(n, *(x[0], 2))

    def store(i):
        x[i] = n
    store(3)

# === --emit=ir --passes=-inline-functions
# function add__device(v: i64, w: i64, n: i64, size: none) -> i64
#   return v + w + n + 4
#
# function lambda__device(v: i64) -> i64
#   return v * 2
#
# function apply__device(f: none, x: i64) -> i64
#   return lambda__device(x)
#
# function lambda__device_1(v: f32) -> f32
#   return v + f32(1.0)
#
# function apply__device_1(f: none, x: f32) -> f32
#   return lambda__device_1(x)
#
# function count__device(first: i64, rest: none) -> i64
#   return first + 0
#
# function count__device_1(first: i64, rest: (f32, i64)) -> i64
#   return first + 2
#
# function store__device(i: i64, n: i64, x: f32[::1])
#   x[guard wrap(i)] = f32(n)
#
# kernel k(x: f32[::1], n: i64)
#   size: i64 = 4
#   %3: i64 = n
#   n = n * 2
#   x[guard 0] = f32(add__device(1, %3, n, False) + add__device(1, 2, n, False))
#   x[guard 1] = f32(apply__device(False, n)) + apply__device_1(False, x[guard 0])
#   x[guard 2] = f32(count__device(n, False) + count__device_1(n, (x[guard 0], 2)))
#   store__device(3, n, x)
