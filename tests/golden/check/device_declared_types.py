# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit("float32(float32, int32)", device=True)
def scaled(x, n):
    return x * n

@cuda.jit(["int64(int64)", "float64(float64)"], device=True)
def twice(x):
    return x + x

@cuda.jit("void(float64[::1], uint8)")
def apply(x, n):
    x[0] = scaled(x[0], n)
    x[1] = twice(n) + twice(x[1])

# === --emit=ir --passes=-inline-functions
# function scaled__device(x: f32, n: i32) -> f32
#   return x * f32(n)
#
# function twice__device(x: i64) -> i64
#   return x + x
#
# function twice__device_1(x: f64) -> f64
#   return x + x
#
# kernel apply(x: f64[::1], n: u8)
#   x[guard 0] = f64(scaled__device(f32(x[guard 0]), i32(n)))
#   x[guard 1] = f64(twice__device(i64(n))) + twice__device_1(x[guard 1])
