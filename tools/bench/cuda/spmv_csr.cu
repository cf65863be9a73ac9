// params: row_start.ptr columns.ptr values.ptr x.ptr y.ptr y.size:i32
extern "C" __global__ void spmv_csr(const int* __restrict__ row_start, const int* __restrict__ columns,
                                    const float* __restrict__ values, const float* __restrict__ x,
                                    float* __restrict__ y, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows) return;
    float total = 0.0f;
    int end = row_start[row + 1];
    for (int k = row_start[row] + lane; k < end; k += 32) total += values[k] * x[columns[k]];
    for (int offset = 16; offset > 0; offset /= 2)
        total += __shfl_down_sync(0xffffffff, total, offset);
    if (lane == 0) y[row] = total;
}
