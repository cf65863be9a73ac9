# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def lerp(a, b, t):
    return a + (b - a) * t

@cuda.jit("void(float32[::1], float64[::1])")
def apply(x, y):
    x[0] = lerp(x[1], x[2], 0.25)
    y[0] = lerp(0.0, 1, 0.5)

# === --emit=ir --passes=-inline-functions
# function lerp__device(a: f32, b: f32, t: f64) -> f32
#   return fma(b - a, f32(t), a)
#
# function lerp__device_1(a: f64, b: i64, t: f64) -> f64
#   return fma(f64(b) - a, t, a)
#
# kernel apply(x: f32[::1], y: f64[::1])
#   x[guard 0] = lerp__device(x[guard 1], x[guard 2], 0.25)
#   y[guard 0] = lerp__device_1(0.0, 1, 0.5)
