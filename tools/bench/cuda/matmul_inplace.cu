// params: a.ptr b.ptr c.ptr a.shape1:i32 c.shape0:i32 c.shape1:i32
extern "C" __global__ void matmul_inplace(const float* __restrict__ a, const float* __restrict__ b,
                                          float* __restrict__ c, int depth, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) {
        c[row * cols + col] = 0;
        for (int k = 0; k < depth; k++) c[row * cols + col] += a[row * depth + k] * b[k * cols + col];
    }
}
