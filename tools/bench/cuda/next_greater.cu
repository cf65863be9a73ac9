// params: x.ptr ahead.ptr x.shape0:i32 most:i32
extern "C" __global__ void next_greater(const float* __restrict__ x, int* __restrict__ ahead, int n,
                                        int most) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    ahead[i] = 0;
    for (int k = 1; k <= most; ++k) {
        if (i + k >= n) return;
        if (x[i + k] > x[i]) {
            ahead[i] = k;
            return;
        }
    }
}
