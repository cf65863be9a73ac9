from numba import cuda, int32

D = 64
FULL = 0xFFFFFFFF
FAR = 1 << 20


@cuda.jit("void(uint8[:, :, ::1], uint8[:, ::1], int32, int32, uint16[:, :, ::1])")
def sgm_aggregate(cost, image, p1, p2, total):
    """Semi-global matching: costs summed along a row; a block has the row, a thread a disparity."""
    prev = cuda.shared.array(D + 2, int32)
    warp_low = cuda.shared.array(D // 32, int32)
    d = cuda.threadIdx.x
    row = cuda.blockIdx.x
    if d == 0:
        prev[0] = FAR
        prev[D + 1] = FAR
    value = int32(cost[row, 0, d])
    prev[d + 1] = value
    total[row, 0, d] = value
    for x in range(1, cost.shape[1]):
        low = value
        for offset in (16, 8, 4, 2, 1):
            low = min(low, cuda.shfl_xor_sync(FULL, low, offset))
        if d % 32 == 0:
            warp_low[d // 32] = low
        cuda.syncthreads()
        low = min(warp_low[0], warp_low[1])
        edge = abs(int32(image[row, x]) - int32(image[row, x - 1]))
        jump = max(p1, p2 // max(edge, 1))
        best = min(prev[d + 1], min(prev[d], prev[d + 2]) + p1, low + jump)
        value = int32(cost[row, x, d] + best - low)
        cuda.syncthreads()
        prev[d + 1] = value
        total[row, x, d] = value
