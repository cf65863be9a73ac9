// params: a.ptr b.ptr out.ptr out.shape0:i32
extern "C" __global__ void clifford_product(const float* __restrict__ a, const float* __restrict__ b,
                                            float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x[8], y[8];
    for (int k = 0; k < 8; k++) {
        x[k] = a[i * 8 + k];
        y[k] = b[i * 8 + k];
    }
    float* z = out + i * 8;
    z[0] = x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3]
           - x[4] * y[4] - x[5] * y[5] - x[6] * y[6] - x[7] * y[7];
    z[1] = x[0] * y[1] + x[1] * y[0] - x[2] * y[4] - x[3] * y[5]
           + x[4] * y[2] + x[5] * y[3] - x[6] * y[7] - x[7] * y[6];
    z[2] = x[0] * y[2] + x[1] * y[4] + x[2] * y[0] - x[3] * y[6]
           - x[4] * y[1] + x[5] * y[7] + x[6] * y[3] + x[7] * y[5];
    z[3] = x[0] * y[3] + x[1] * y[5] + x[2] * y[6] + x[3] * y[0]
           - x[4] * y[7] - x[5] * y[1] - x[6] * y[2] - x[7] * y[4];
    z[4] = x[0] * y[4] + x[1] * y[2] - x[2] * y[1] + x[3] * y[7]
           + x[4] * y[0] - x[5] * y[6] + x[6] * y[5] + x[7] * y[3];
    z[5] = x[0] * y[5] + x[1] * y[3] - x[2] * y[7] - x[3] * y[1]
           + x[4] * y[6] + x[5] * y[0] - x[6] * y[4] - x[7] * y[2];
    z[6] = x[0] * y[6] + x[1] * y[7] + x[2] * y[3] - x[3] * y[2]
           - x[4] * y[5] + x[5] * y[4] + x[6] * y[0] + x[7] * y[1];
    z[7] = x[0] * y[7] + x[1] * y[6] - x[2] * y[5] + x[3] * y[4]
           + x[4] * y[3] - x[5] * y[2] + x[6] * y[1] + x[7] * y[0];
}
