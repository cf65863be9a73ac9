# golden: --emit=ir --passes=-inline-functions
from numba import cuda


SCALE = 3

@cuda.jit(device=True)
def affine(x, scale=SCALE, *, offset=0.5):
    return x * scale + offset

@cuda.jit("void(float32[::1])")
def apply(x):
    x[0] = affine(x[0])
    x[1] = affine(x[1], offset=1, scale=x[2])

# === --emit=ir --passes=-inline-functions
# function affine__device(x: f32, scale: i64, offset: f64) -> f32
#   return fma(x, f32(scale), f32(offset))
#
# function affine__device_1(x: f32, scale: f32, offset: i64) -> f32
#   return fma(x, scale, f32(offset))
#
# kernel apply(x: f32[::1])
#   x[guard 0] = affine__device(x[guard 0], 3, 0.5)
#   x[guard 1] = let %1: f32 = x[guard 1] in affine__device_1(%1, x[guard 2], 1)
