# golden: --emit=ir --passes=-inline-functions
# The signature that needs the fewest and safest conversions is called.
from numba import cuda


@cuda.jit(["float32(float32)", "float64(float64)", "int32(none)"], device=True)
def f(x):
    return 1 if x is None else x + x


@cuda.jit("void(float32[::1], int64)")
def k(a, i):
    a[0] = f(i)
    a[1] = f(a[2])
    a[2] = f(None)
    a[3] = f(2.5)

# === --emit=ir --passes=-inline-functions
# function f__device(x: f64) -> f64
#   return x + x
#
# function f__device_1(x: f32) -> f32
#   return x + x
#
# function f__device_2(x: none) -> i32
#   return i32(1)
#
# kernel k(a: f32[::1], i: i64)
#   a[guard 0] = f32(f__device(f64(i)))
#   a[guard 1] = f__device_1(a[guard 2])
#   a[guard 2] = f32(f__device_2(False))
#   a[guard 3] = f32(f__device(2.5))
