// params: a.ptr b.ptr c.ptr n:i32
extern "C" __global__ void matmul_flat(const float* __restrict__ a, const float* __restrict__ b,
                                       float* __restrict__ c, int n) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n) {
        float acc = 0.0f;
        for (int k = 0; k < n; k++) acc += a[row * n + k] * b[k * n + col];
        c[row * n + col] = acc;
    }
}
