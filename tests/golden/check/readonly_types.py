# golden: --emit=ir --passes=-inline-functions
import numpy as np
from numba import cuda, float32, types

W = np.array([[1, 2], [3, 4]], np.float32)


@cuda.jit(device=True)
def first(x):
    return x[0]


@cuda.jit(types.void(types.Array(float32, 1, "A", readonly=True), float32[::1]))
def k(r, x):
    v = r if x[0] else x
    x[1] = first(W[1]) + first(x) + first(r) + v[0]

# === --emit=ir --passes=-inline-functions
# function first__device(x: const f32[::1]) -> f32
#   return x[guard 0]
#
# function first__device_1(x: f32[::1]) -> f32
#   return x[guard 0]
#
# function first__device_2(x: const f32[:]) -> f32
#   return x[guard 0]
#
# kernel k(r: const f32[:], x: f32[::1])
#   constant @W: f32[2, 2]
#   v: const f32[:] = r if bool(x[guard 0]) else const f32[:](x)
#   x[guard 1] = first__device(view @W[1, :]) + first__device_1(x) + first__device_2(r) + v[guard 0]
