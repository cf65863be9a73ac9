# golden: --emit=ir --passes=-inline-functions
# golden: --emit=ir --fast-math --passes=-inline-functions
# golden: --emit=ir --fast-math --prec-div=true --ftz=false --passes=-inline-functions
from numba import cuda

@cuda.jit(device=True)
def shared(x):
    return x * 2

@cuda.jit("void(float32[::1])")
def unsaid(x):
    x[0] = shared(x[0])

@cuda.jit("void(float32[::1])", fastmath=False)
def never(x):
    x[0] = shared(x[0])

@cuda.jit("void(float32[::1])", fastmath={"nnan", "contract"})
def harmless(x):
    x[0] = shared(x[0])

@cuda.jit("void(float32[::1])", fastmath={"afn": True, "nsz": False})
def functions(x):
    x[0] = shared(x[0])

@cuda.jit("void(float32[::1])", fastmath="fast")
def name(x):
    x[0] = shared(x[0])

# === --emit=ir --passes=-inline-functions
# function shared__device(x: f32) -> f32
#   return x * f32(2.0)
#
# kernel unsaid(x: f32[::1])
#   x[guard 0] = shared__device(x[guard 0])
#
# kernel never(x: f32[::1])
#   x[guard 0] = shared__device(x[guard 0])
#
# kernel harmless(x: f32[::1])
#   x[guard 0] = shared__device(x[guard 0])
#
# function shared__device_1(x: f32) -> f32
#   float32 fast ftz approximate_division approximate_sqrt
#   return x * f32(2.0)
#
# kernel functions(x: f32[::1])
#   float32 fast ftz approximate_division approximate_sqrt
#   x[guard 0] = shared__device_1(x[guard 0])
#
# kernel name(x: f32[::1])
#   float32 fast ftz approximate_division approximate_sqrt
#   x[guard 0] = shared__device_1(x[guard 0])

# === --emit=ir --fast-math --passes=-inline-functions
# function shared__device(x: f32) -> f32
#   float32 fast ftz approximate_division approximate_sqrt
#   return x * f32(2.0)
#
# kernel unsaid(x: f32[::1])
#   float32 fast ftz approximate_division approximate_sqrt
#   x[guard 0] = shared__device(x[guard 0])
#
# function shared__device_1(x: f32) -> f32
#   return x * f32(2.0)
#
# kernel never(x: f32[::1])
#   x[guard 0] = shared__device_1(x[guard 0])
#
# kernel harmless(x: f32[::1])
#   x[guard 0] = shared__device_1(x[guard 0])
#
# kernel functions(x: f32[::1])
#   float32 fast ftz approximate_division approximate_sqrt
#   x[guard 0] = shared__device(x[guard 0])
#
# kernel name(x: f32[::1])
#   float32 fast ftz approximate_division approximate_sqrt
#   x[guard 0] = shared__device(x[guard 0])

# === --emit=ir --fast-math --prec-div=true --ftz=false --passes=-inline-functions
# function shared__device(x: f32) -> f32
#   float32 fast approximate_sqrt
#   return x * f32(2.0)
#
# kernel unsaid(x: f32[::1])
#   float32 fast approximate_sqrt
#   x[guard 0] = shared__device(x[guard 0])
#
# function shared__device_1(x: f32) -> f32
#   return x * f32(2.0)
#
# kernel never(x: f32[::1])
#   x[guard 0] = shared__device_1(x[guard 0])
#
# kernel harmless(x: f32[::1])
#   x[guard 0] = shared__device_1(x[guard 0])
#
# kernel functions(x: f32[::1])
#   float32 fast approximate_sqrt
#   x[guard 0] = shared__device(x[guard 0])
#
# kernel name(x: f32[::1])
#   float32 fast approximate_sqrt
#   x[guard 0] = shared__device(x[guard 0])
