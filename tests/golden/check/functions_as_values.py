# golden: --emit=ir --sig=map(float32[::1],scale) --sig=map(float32[::1],math.sqrt) --sig=map(float32[::1],Pair.first) --passes=-inline-functions
# Functions that are no definitions, what functools.partial binds, and functions as arguments of kernels.
import functools
import math

from numba import cuda

scale = lambda x: x * 2
half = cuda.jit(device=True)(lambda x: x / 2)


@cuda.jit(device=True)
def add(a, b, c=0):
    return a + b + c


plus3 = functools.partial(add, 3)
plus7 = functools.partial(plus3, c=4)


class Pair:
    @cuda.jit(device=True)
    def first(x):
        return x + 1


@cuda.jit(device=True)
def apply(function, x):
    return function(x)


@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = scale(half(a[0]))
    a[1] = apply(plus3, a[1]) + apply(plus7, a[1])
    a[2] = plus7(a[2], c=5)
    minus1 = functools.partial(add, b=-1)
    for f in (scale, half, minus1):
        a[3] = f(a[3])


@cuda.jit
def map(a, function):
    i = cuda.grid(1)
    if i < a.size:
        a[i] = function(a[i])

# === --emit=ir --sig=map(float32[::1],scale) --sig=map(float32[::1],math.sqrt) --sig=map(float32[::1],Pair.first) --passes=-inline-functions
# function lambda__device(x: f32) -> f32
#   return x / f32(2.0)
#
# function lambda__device_1(x: f32) -> f32
#   return x * f32(2.0)
#
# function add__device(a: i64, b: f32, c: i64) -> f32
#   return f32(a) + b + f32(c)
#
# function apply__device(function: none, x: f32) -> f32
#   return add__device(3, x, 0)
#
# function apply__device_1(function: none, x: f32) -> f32
#   return add__device(3, x, 4)
#
# function add__device_1(a: f32, b: i64, c: i64) -> f32
#   return a + f32(b) + f32(c)
#
# kernel k(a: f32[::1])
#   a[guard 0] = lambda__device_1(lambda__device(a[guard 0]))
#   a[guard 1] = apply__device(False, a[guard 1]) + apply__device_1(False, a[guard 1])
#   a[guard 2] = add__device(3, a[guard 2], 5)
#   a[guard 3] = lambda__device_1(a[guard 3])
#   a[guard 3] = lambda__device(a[guard 3])
#   a[guard 3] = add__device_1(a[guard 3], -1, 0)
#
# kernel map(a: f32[::1], function: none)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if i < a.size
#     a[i] = lambda__device_1(a[i])
#
# kernel map__1(a: f32[::1], function: none)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if i < a.size
#     a[i] = math.sqrt(a[i])
#
# function first__device(x: f32) -> f32
#   return x + f32(1.0)
#
# kernel map__2(a: f32[::1], function: none)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if i < a.size
#     a[i] = first__device(a[i])
