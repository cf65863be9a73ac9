# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def bounds(a, b):
    if a < b:
        return a, b
    return b, a

@cuda.jit("void(float32[::1], int32)")
def order(x, n):
    low, high = bounds(x[0], n)
    x[0] = low
    x[1] = bounds(1, 2)[1] + high

# === --emit=ir --passes=-inline-functions
# function bounds__device(a: f32, b: i32) -> (f32, f32)
#   if a < f32(b)
#     return (f32, f32)((a, b))
#   return (f32, f32)((b, a))
#
# function bounds__device_1(a: i64, b: i64) -> (i64, i64)
#   if a < b
#     return (a, b)
#   return (b, a)
#
# kernel order(x: f32[::1], n: i32)
#   %2: (f32, f32) = bounds__device(x[guard 0], n)
#   low: f32 = %2.0
#   high: f32 = %2.1
#   x[guard 0] = low
#   x[guard 1] = f32((let %5: (i64, i64) = bounds__device_1(1, 2) in %5.1)) + high
