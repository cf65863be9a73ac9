import math

from numba import cuda, float32, int32

BLOCK = 256


@cuda.jit("void(float32[:, ::1], float32[::1], float32[::1], int32[::1])")
def row_extremes(x, low, high, where):
    """The least and the greatest of each row, and the first place of the greatest."""
    lows = cuda.shared.array(BLOCK, float32)
    highs = cuda.shared.array(BLOCK, float32)
    places = cuda.shared.array(BLOCK, int32)
    row = cuda.blockIdx.x
    tid = cuda.threadIdx.x
    least = float32(math.inf)
    most = float32(-math.inf)
    place = 0
    for j in range(tid, x.shape[1], BLOCK):
        value = x[row, j]
        if value < least:
            least = value
        if value > most:
            most = value
            place = j
    lows[tid] = least
    highs[tid] = most
    places[tid] = place
    cuda.syncthreads()
    s = BLOCK // 2
    while s > 0:
        if tid < s:
            if lows[tid + s] < lows[tid]:
                lows[tid] = lows[tid + s]
            if highs[tid + s] > highs[tid] or (highs[tid + s] == highs[tid]
                                               and places[tid + s] < places[tid]):
                highs[tid] = highs[tid + s]
                places[tid] = places[tid + s]
        cuda.syncthreads()
        s >>= 1
    if tid == 0:
        low[row] = lows[0]
        high[row] = highs[0]
        where[row] = places[0]
