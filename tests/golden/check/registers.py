# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1])")
def registers(out):
    out[0] = cuda.threadIdx.x + cuda.threadIdx.y + cuda.threadIdx.z
    out[1] = cuda.blockIdx.x + cuda.blockIdx.y + cuda.blockIdx.z
    out[2] = cuda.blockDim.x + cuda.blockDim.y + cuda.blockDim.z
    out[3] = cuda.gridDim.x + cuda.gridDim.y + cuda.gridDim.z
    out[4] = cuda.laneid + cuda.warpsize
    thread = cuda.threadIdx
    out[thread.x] = -thread.y

# === --emit=ir
# kernel registers(out: i32[::1])
#   out[guard 0] = i32(i64(cuda.threadIdx.x) + i64(cuda.threadIdx.y) + i64(cuda.threadIdx.z))
#   out[guard 1] = i32(i64(cuda.blockIdx.x) + i64(cuda.blockIdx.y) + i64(cuda.blockIdx.z))
#   out[guard 2] = i32(i64(cuda.blockDim.x) + i64(cuda.blockDim.y) + i64(cuda.blockDim.z))
#   out[guard 3] = i32(i64(cuda.gridDim.x) + i64(cuda.gridDim.y) + i64(cuda.gridDim.z))
#   out[guard 4] = i32(i64(cuda.laneid) + i64(cuda.warpsize))
#   out[guard i64(cuda.threadIdx.x)] = i32(-i64(cuda.threadIdx.y))
