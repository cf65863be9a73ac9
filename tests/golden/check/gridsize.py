# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def stride(x):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        x[i] = cuda.gridsize(2)[1]

# === --emit=ir
# kernel stride(x: f32[::1])
#   for i: i64 in range(i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x), x.size, i64(cuda.gridDim.x) * i64(cuda.blockDim.x))
#     x[i] = f32(i64(cuda.gridDim.y) * i64(cuda.blockDim.y))
