# golden: --emit=ir
import numba
import numba.cuda
import numba.cuda as nc
from numba import cuda as gpu
from numba.cuda import grid, jit, syncthreads, threadIdx
from numba_cuda_mlir import cuda as mlir
from pyk2ptx import cuda

@numba.cuda.jit("void(int32[::1])")
def a(x):
    x[numba.cuda.threadIdx.x] = 1

@nc.jit("void(int32[::1])")
def b(x):
    x[gpu.grid(1)] = mlir.blockIdx.x

@jit("void(int32[::1])")
def c(x):
    x[threadIdx.x] = grid(1)
    syncthreads()

@cuda.jit("void(int32[::1])")
def d(x):
    x[0] = 1

# === --emit=ir
# kernel a(x: i32[::1])
#   x[guard i64(cuda.threadIdx.x)] = i32(1)
#
# kernel b(x: i32[::1])
#   x[guard i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)] = cuda.blockIdx.x
#
# kernel c(x: i32[::1])
#   x[guard i64(cuda.threadIdx.x)] = i32(i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x))
#   cuda.syncthreads()
#
# kernel d(x: i32[::1])
#   x[guard 0] = i32(1)
