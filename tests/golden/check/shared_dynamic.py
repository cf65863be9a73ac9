# golden: --emit=ir
from numba import cuda
from numba import int32

@cuda.jit("void(int32[::1])")
def dynamic(x):
    buffer = cuda.shared.array(0, int32)
    buffer[cuda.threadIdx.x] = buffer.size
    cuda.syncthreads()
    x[0] = buffer[1]

# === --emit=ir
# kernel dynamic(x: i32[::1])
#   shared @buffer: i32[0] dynamic
#   buffer: shared i32[::1] = @buffer
#   buffer[guard i64(cuda.threadIdx.x)] = i32(buffer.size)
#   cuda.syncthreads()
#   x[guard 0] = buffer[guard 1]
