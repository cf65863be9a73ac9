from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32)")
def heat_shared(u, v, r):
    """A tile of a block's cells and those around them; indices come in pairs."""
    tile = cuda.shared.array((18, 18), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    bx, by = cuda.blockIdx.x, cuda.blockIdx.y
    x, y = bx * 16 + tx, by * 16 + ty
    rows, cols = u.shape
    if x < cols and y < rows:
        tile[ty + 1, tx + 1] = u[y, x]
        if tx == 0 and x > 0:
            tile[ty + 1, 0] = u[y, x - 1]
        if tx == 15 and x < cols - 1:
            tile[ty + 1, 17] = u[y, x + 1]
        if ty == 0 and y > 0:
            tile[0, tx + 1] = u[y - 1, x]
        if ty == 15 and y < rows - 1:
            tile[17, tx + 1] = u[y + 1, x]
    cuda.syncthreads()
    if 0 < x < cols - 1 and 0 < y < rows - 1:
        v[y, x] = tile[ty + 1, tx + 1] + r * (
            tile[ty, tx + 1] + tile[ty + 2, tx + 1] + tile[ty + 1, tx] + tile[ty + 1, tx + 2]
            - 4 * tile[ty + 1, tx + 1])
