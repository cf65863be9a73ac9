# golden: --emit=ir --passes=-inline-functions
from numba import cuda, float32, float64


@cuda.jit("(float32, float32)", device=True)
def product(a, b):
    return a * b


@cuda.jit((float32, float32), device=True, inline=True)
def total(a, b):
    return a + b


@cuda.jit([(float32,), "(float64,)"], device=True)
def half(a):
    return a / 2


@cuda.jit("float32, float32", device=True)
def pair(a, b):
    return a, b


@cuda.jit((float64,), device=True, restype=float32)
def narrow(a):
    return a


@cuda.jit("float32[:], int64")
def bare(out, n):
    out[n] = narrow(product(out[1], out[2]) + half(total(out[3], 1)))


@cuda.jit(["float32[::1], int64", (float64[:], float64), "(float32[:, :], int32)"])
def several(out, n):
    out[0] = n


@cuda.jit("()")
def nothing():
    a, b = pair(1, 2)


@cuda.jit(())
def nothing_either():
    pass

# === --emit=ir --passes=-inline-functions
# function product__device(a: f32, b: f32) -> f32
#   return a * b
#
# function total__device(a: f32, b: f32) -> f32
#   return a + b
#
# function half__device(a: f32) -> f32
#   return a / f32(2.0)
#
# function narrow__device(a: f64) -> f32
#   return f32(a)
#
# kernel bare(out: f32[:], n: i64)
#   out[guard wrap(n)] = narrow__device(f64(product__device(out[guard 1], out[guard 2]) + half__device(total__device(out[guard 3], f32(1.0)))))
#
# kernel several(out: f32[::1], n: i64)
#   out[guard 0] = f32(n)
#
# kernel several__1(out: f64[:], n: f64)
#   out[guard 0] = n
#
# kernel several__2(out: f32[:, :], n: i32)
#   %2: i32 = n
#   %3: f32[:] = view out[guard 0, :]
#   %4: f32 = f32(%2)
#   %5: i64 = %3.shape[0]
#   for %6: i64 in range(0, %5, 1)
#     %3[%6] = %4
#
# function pair__device(a: f32, b: f32) -> (f32, f32)
#   return (a, b)
#
# kernel nothing()
#   %0: (f32, f32) = pair__device(f32(1.0), f32(2.0))
#   a: f32 = %0.0
#   b: f32 = %0.1
#
# kernel nothing_either()
#   pass
