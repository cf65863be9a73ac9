# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit(device=True)
def clear(x, i):
    if i >= x.size:
        return
    x[i] = 0

@cuda.jit("void(float32[::1])")
def apply(x):
    clear(x, cuda.grid(1))

# === --emit=ir --passes=-inline-functions
# function clear__device(x: f32[::1], i: i64)
#   if i >= x.size
#     return
#   x[guard wrap(i)] = f32(0.0)
#
# kernel apply(x: f32[::1])
#   clear__device(x, i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x))
