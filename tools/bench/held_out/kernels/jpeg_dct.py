from numba import cuda, float32, int16

TILE = 8


@cuda.jit("void(uint8[:, ::1], float32[:, ::1], float32[:, ::1], int16[:, ::1])")
def jpeg_dct(image, basis, quant, out):
    """The cosine transform of each tile of an image, divided by a table and rounded."""
    tile = cuda.shared.array((TILE, TILE), float32)
    half = cuda.shared.array((TILE, TILE), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    bx, by = cuda.blockIdx.x, cuda.blockIdx.y
    x = bx * TILE + tx
    y = by * TILE + ty
    if x >= image.shape[1] or y >= image.shape[0]:
        return
    tile[ty, tx] = float32(image[y, x]) - float32(128)
    cuda.syncthreads()
    total = float32(0.0)
    for k in range(TILE):
        total += tile[ty, k] * basis[tx, k]
    half[ty, tx] = total
    cuda.syncthreads()
    total = float32(0.0)
    for k in range(TILE):
        total += basis[ty, k] * half[k, tx]
    out[y, x] = int16(round(total / quant[ty, tx]))
