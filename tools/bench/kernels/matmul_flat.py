from numba import cuda, float32


@cuda.jit("void(float32[::1], float32[::1], float32[::1], int64)")
def matmul_flat(a, b, c, n):
    """The rows of the matrices are as long as a number says."""
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if row < n and col < n:
        acc = float32(0.0)
        for k in range(n):
            acc += a[row * n + k] * b[k * n + col]
        c[row * n + col] = acc
