from numba import cuda, float32

GROUP = 128
WARPS = 4


@cuda.jit("void(uint32[:, ::1], float16[:, ::1], uint8[:, ::1], float16[::1], float32[::1])")
def gemv_int4(packed, scales, zeros, x, y):
    """y = W x of weights of four bits, eight in a word; groups of 128 share a scale and a zero. A warp has a row."""
    lane = cuda.threadIdx.x % 32
    row = cuda.blockIdx.x * WARPS + cuda.threadIdx.x // 32
    if row >= packed.shape[0]:
        return
    acc = float32(0)
    for w in range(lane, packed.shape[1], 32):
        word = packed[row, w]
        group = w * 8 // GROUP
        zero = float32(zeros[row, group])
        part = float32(0)
        for k in range(8):
            q = float32((word >> (4 * k)) & 0xF)
            part += (q - zero) * float32(x[w * 8 + k])
        acc += part * float32(scales[row, group])
    offset = 16
    while offset > 0:
        acc += cuda.shfl_down_sync(0xFFFFFFFF, acc, offset)
        offset //= 2
    if lane == 0:
        y[row] = acc
