# golden: --emit=ir --passes=-inline-functions
# A device function that needs a constant gets it from its caller.
from numba import cuda, float32


@cuda.jit(device=True)
def fill(n, dtype, value):
    tile = cuda.shared.array(n, dtype)
    tile[cuda.threadIdx.x] = value
    cuda.syncthreads()
    return tile[0]


@cuda.jit(device=True)
def outer(n):
    return fill(n, float32, 1)


@cuda.jit(device=True)
def grid_of(rank):
    return cuda.grid(rank)


@cuda.jit("void(float32[::1])")
def kernel(x):
    x[0] = fill(32, float32, 2) + fill(16, float32, x[1])
    x[1] = outer(64)
    x[grid_of(1)] = 0

# === --emit=ir --passes=-inline-functions
# function fill__device_1(n: none, dtype: none, value: none) -> f32
#   shared @tile: f32[32]
#   tile: shared f32[::1] = @tile
#   tile[guard i64(cuda.threadIdx.x)] = f32(2.0)
#   cuda.syncthreads()
#   return tile[0]
#
# function fill__device_3(n: none, dtype: none, value: f32) -> f32
#   shared @tile: f32[16]
#   tile: shared f32[::1] = @tile
#   tile[guard i64(cuda.threadIdx.x)] = value
#   cuda.syncthreads()
#   return tile[0]
#
# function fill__device_5(n: none, dtype: none, value: none) -> f32
#   shared @tile: f32[64]
#   tile: shared f32[::1] = @tile
#   tile[guard i64(cuda.threadIdx.x)] = f32(1.0)
#   cuda.syncthreads()
#   return tile[0]
#
# function outer__device_1(n: none) -> f32
#   return fill__device_5(False, False, False)
#
# function grid_of__device_1(rank: none) -> i64
#   return i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#
# kernel kernel(x: f32[::1])
#   x[guard 0] = fill__device_1(False, False, False) + fill__device_3(False, False, x[guard 1])
#   x[guard 1] = outer__device_1(False)
#   x[guard grid_of__device_1(False)] = f32(0.0)
