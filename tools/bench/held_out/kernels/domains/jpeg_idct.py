import math

import numpy as np
from numba import cuda, float32

BASIS = np.array([[(math.sqrt(1 / 8) if u == 0 else 0.5) * math.cos((2 * k + 1) * u * math.pi / 16)
                   for k in range(8)] for u in range(8)], dtype=np.float32)


@cuda.jit("void(int16[:, :, ::1], uint16[:, :, ::1], uint8[:, :, ::1])")
def jpeg_idct(coeff, quant, out):
    """Dequantise and inverse transform the 8x8 blocks of each channel."""
    basis = cuda.const.array_like(BASIS)
    tile = cuda.shared.array((8, 8), float32)
    rows = cuda.shared.array((8, 8), float32)
    x, y, c = cuda.grid(3)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y

    tile[ty, tx] = coeff[c, y, x] * quant[c, ty, tx]
    cuda.syncthreads()

    total = float32(0.0)
    for u in range(8):
        total += basis[u, tx] * tile[ty, u]
    rows[ty, tx] = total
    cuda.syncthreads()

    total = float32(0.0)
    for v in range(8):
        total += basis[v, ty] * rows[v, tx]
    pixel = int(math.floor(total + float32(128.5)))
    out[c, y, x] = min(max(pixel, 0), 255)
