import math

import numpy as np
from numba import cuda, float32

# Threads of a block along each axis, and the side of the tiles in shared memory.
TILE = 16


@cuda.jit
def matmul(A, B, C):
    """C = A @ B, one thread an element."""
    col, row = cuda.grid(2)
    if row < C.shape[0] and col < C.shape[1]:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[row, k] * B[k, col]
        C[row, col] = total


@cuda.jit
def matmul_tiled(A, B, C):
    """C = A @ B; the threads of a block share each tile that they read."""
    tile_a = cuda.shared.array((TILE, TILE), dtype=float32)
    tile_b = cuda.shared.array((TILE, TILE), dtype=float32)
    col, row = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    depth = A.shape[1]
    total = float32(0)
    for base in range(0, depth, TILE):
        # Outside of the matrices the tiles are zero. No thread leaves early:
        # all of them have to reach the barriers.
        tile_a[ty, tx] = 0
        tile_b[ty, tx] = 0
        if row < A.shape[0] and base + tx < depth:
            tile_a[ty, tx] = A[row, base + tx]
        if base + ty < depth and col < B.shape[1]:
            tile_b[ty, tx] = B[base + ty, col]
        cuda.syncthreads()
        for k in range(TILE):
            total += tile_a[ty, k] * tile_b[k, tx]
        cuda.syncthreads()
    if row < C.shape[0] and col < C.shape[1]:
        C[row, col] = total


if __name__ == "__main__":
    a = np.random.rand(67, 129).astype(np.float32)
    b = np.random.rand(129, 35).astype(np.float32)
    blocks = (math.ceil(b.shape[1] / TILE), math.ceil(a.shape[0] / TILE))
    for kernel in matmul, matmul_tiled:
        c = np.zeros((67, 35), np.float32)
        kernel[blocks, (TILE, TILE)](a, b, c)
        print(kernel.__name__, np.allclose(c, a @ b))
