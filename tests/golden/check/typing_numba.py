# golden: --emit=ir --typing=numba --passes=-inline-functions
# Literals are float64, float32 meets int64 in float64, minima keep their width.
from numba import cuda


@cuda.jit(device=True)
def scaled(x):
    return x * 0.5


@cuda.jit("void(float32[::1], int32, uint8)")
def k(x, n, u):
    x[0] = x[1] * n + 1
    y = min(n, u)
    for i in range(n):
        x[i] = scaled(x[i]) ** 2
    z = abs(n) if n > u else u
    x[1] = ~(n > 3)
    x[2] = n ** -1


@cuda.jit("void(float32[::1])", typing="python")
def stated(x):
    x[0] = scaled(x[1])

# === --emit=ir --typing=numba --passes=-inline-functions
# function scaled__device(x: f32) -> f64
#   return f64(x) * 0.5
#
# kernel k(x: f32[::1], n: i32, u: u8)
#   x[guard 0] = f32(fma(f64(x[guard 1]), f64(n), 1.0))
#   y: i32 = i32(min(i64(n), i64(u)))
#   for %4: i64 in range(0, i64(n), 1)
#     i: i32 = i32(%4)
#     x[guard i64(i)] = f32(scaled__device(x[guard i64(i)]) ** 2.0)
#   z: i32 = i32(abs(i64(n))) if i64(n) > u64(u) else i32(u)
#   x[guard 1] = f32(not i64(n) > 3)
#   x[guard 2] = f32(i64(n) ** (-1))
#
# function scaled__device_1(x: f32) -> f32
#   return x * f32(0.5)
#
# kernel stated(x: f32[::1])
#   x[guard 0] = scaled__device_1(x[guard 1])
