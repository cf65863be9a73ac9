# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def twice(f, i):
    return f(i) + f(i + 1)


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    def get(i):
        return x[i]

    def both(i):
        return get(i) + get(n)

    x[0] = both(1)
    x[1] = twice(both, 2)

# === --emit=ir --passes=-inline-functions
# function get__device(i: i64, x: f32[::1]) -> f32
#   return x[guard wrap(i)]
#
# function both__device(i: i64, get: none, n: i64, x@k: f32[::1]) -> f32
#   return get__device(i, x@k) + get__device(n, x@k)
#
# function twice__device(f: none, i: i64, get@k: none, n@k: i64, x@k: f32[::1]) -> f32
#   return both__device(i, False, n@k, x@k) + both__device(i + 1, False, n@k, x@k)
#
# kernel k(x: f32[::1], n: i64)
#   x[guard 0] = both__device(1, False, n, x)
#   x[guard 1] = twice__device(False, 2, False, n, x)
