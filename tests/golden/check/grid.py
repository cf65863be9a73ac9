# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1])")
def positions(out):
    i = cuda.grid(1)
    x, y = cuda.grid(2)
    p = cuda.grid(3)
    out[0] = i + x + y + p[2]

# === --emit=ir
# kernel positions(out: i64[::1])
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %2: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %3: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   x: i64 = %2
#   y: i64 = %3
#   p: (i64, i64, i64) = (i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x), i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y), i64(cuda.blockIdx.z) * i64(cuda.blockDim.z) + i64(cuda.threadIdx.z))
#   out[guard 0] = i + x + y + p.2
