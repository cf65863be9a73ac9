from numba import cuda, float32

FULL_MASK = 0xFFFFFFFF


@cuda.jit("void(int32[::1], int32[::1], float32[::1], float32[::1], float32[::1])")
def spmv_csr(row_start, columns, values, x, y):
    row = cuda.grid(1) // 32
    lane = cuda.threadIdx.x % 32
    if row >= y.size:
        return
    total = float32(0.0)
    for k in range(row_start[row] + lane, row_start[row + 1], 32):
        total += values[k] * x[columns[k]]
    for offset in (16, 8, 4, 2, 1):
        total += cuda.shfl_down_sync(FULL_MASK, total, offset)
    if lane == 0:
        y[row] = total
