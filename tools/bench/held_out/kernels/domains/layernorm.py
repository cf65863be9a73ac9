import math

from numba import cuda, float32

THREADS = 256
WARPS = THREADS // 32


@cuda.jit(device=True)
def block_sum(value, scratch):
    tid = cuda.threadIdx.x
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, offset)
        offset //= 2
    if tid % 32 == 0:
        scratch[tid // 32] = value
    cuda.syncthreads()
    total = float32(0)
    for w in range(WARPS):
        total += scratch[w]
    cuda.syncthreads()
    return total


@cuda.jit("void(float32[:, ::1], float32[::1], float32[::1], float32, float32[:, ::1])")
def layernorm(x, gamma, beta, eps, out):
    """Mean and variance of each row by a block, in two passes."""
    scratch = cuda.shared.array(WARPS, float32)
    row = cuda.blockIdx.x
    tid = cuda.threadIdx.x
    cols = x.shape[1]
    s = float32(0)
    for i in range(tid, cols, cuda.blockDim.x):
        s += x[row, i]
    mean = block_sum(s, scratch) / cols
    s = float32(0)
    for i in range(tid, cols, cuda.blockDim.x):
        d = x[row, i] - mean
        s += d * d
    rstd = float32(1) / math.sqrt(block_sum(s, scratch) / cols + eps)
    for i in range(tid, cols, cuda.blockDim.x):
        out[row, i] = (x[row, i] - mean) * rstd * gamma[i] + beta[i]
