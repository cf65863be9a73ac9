# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def square(v):
    return v * v

@cuda.jit("void(float32[::1], int32[::1])")
def apply(x, n):
    x[0] = square(x[0]) + square(x[1])
    n[0] = square(n[0])
    x[2] = square(0.5)

# === --emit=ir --passes=-inline-functions
# function square__device(v: f32) -> f32
#   return v * v
#
# function square__device_1(v: i32) -> i64
#   return i64(v) * i64(v)
#
# function square__device_2(v: f64) -> f64
#   return v * v
#
# kernel apply(x: f32[::1], n: i32[::1])
#   x[guard 0] = square__device(x[guard 0]) + square__device(x[guard 1])
#   n[guard 0] = i32(square__device_1(n[guard 0]))
#   x[guard 2] = f32(square__device_2(0.5))
