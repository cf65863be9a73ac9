from numba import cuda, float32

TILE = 32
WIDE = TILE + 1  # no two rows of a column in one bank
ROWS = 8


@cuda.jit("void(float32[:, ::1], float32[:, ::1])")
def transpose(a, out):
    tile = cuda.shared.array((TILE, WIDE), float32)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    col = cuda.blockIdx.x * TILE + tx
    row = cuda.blockIdx.y * TILE + ty
    height, width = a.shape
    for k in range(0, TILE, ROWS):
        if row + k < height and col < width:
            tile[ty + k, tx] = a[row + k, col]
    cuda.syncthreads()
    col = cuda.blockIdx.y * TILE + tx
    row = cuda.blockIdx.x * TILE + ty
    for k in range(0, TILE, ROWS):
        if row + k < width and col < height:
            out[row + k, col] = tile[tx, ty + k]
