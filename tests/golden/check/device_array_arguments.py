# golden: --emit=ir --passes=-inline-functions
from numba import cuda
from numba import float32

@cuda.jit(device=True)
def first(a):
    a[0] += 1
    return a[1:]

@cuda.jit("void(float32[::1], float32[:, :])")
def spaces(x, a):
    tile = cuda.shared.array(4, float32)
    own = cuda.local.array(4, float32)
    x[0] = first(tile)[0] + first(own)[0] + first(x)[0] + first(a[0])[0]

# === --emit=ir --passes=-inline-functions
# function first__device(a: shared f32[::1]) -> shared f32[::1]
#   a[guard 0] = a[guard 0] + f32(1.0)
#   return view a[1:]
#
# function first__device_1(a: local f32[::1]) -> local f32[::1]
#   a[guard 0] = a[guard 0] + f32(1.0)
#   return view a[1:]
#
# function first__device_2(a: f32[::1]) -> f32[::1]
#   a[guard 0] = a[guard 0] + f32(1.0)
#   return view a[1:]
#
# function first__device_3(a: f32[:]) -> f32[:]
#   a[guard 0] = a[guard 0] + f32(1.0)
#   return view a[1:]
#
# kernel spaces(x: f32[::1], a: f32[:, :])
#   shared @tile: f32[4]
#   local @own.1: f32[4]
#   tile: shared f32[::1] = @tile
#   own: local f32[::1] = @own.1
#   x[guard 0] = first__device(tile)[guard 0] + first__device_1(own)[guard 0] + first__device_2(x)[guard 0] + first__device_3(view a[guard 0, :])[guard 0]
