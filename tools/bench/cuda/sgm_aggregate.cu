// params: cost.ptr image.ptr p1 p2 total.ptr cost.shape1:i32
constexpr int D = 64, FAR = 1 << 20;

extern "C" __global__ void sgm_aggregate(const unsigned char* __restrict__ cost,
                                         const unsigned char* __restrict__ image, int p1, int p2,
                                         unsigned short* __restrict__ total, int cols) {
    __shared__ int prev[D + 2], warp_low[D / 32];
    int d = threadIdx.x;
    cost += (size_t)blockIdx.x * cols * D;
    total += (size_t)blockIdx.x * cols * D;
    image += blockIdx.x * cols;
    if (d == 0) prev[0] = prev[D + 1] = FAR;
    int value = cost[d];
    prev[d + 1] = value;
    total[d] = value;
    for (int x = 1; x < cols; x++) {
        int low = value;
        for (int offset = 16; offset > 0; offset /= 2) low = min(low, __shfl_xor_sync(0xffffffffu, low, offset));
        if (d % 32 == 0) warp_low[d / 32] = low;
        __syncthreads();
        low = min(warp_low[0], warp_low[1]);
        int edge = abs(image[x] - image[x - 1]);
        int jump = max(p1, p2 / max(edge, 1));
        int best = min(min(prev[d + 1], low + jump), min(prev[d], prev[d + 2]) + p1);
        value = cost[x * D + d] + best - low;
        __syncthreads();
        prev[d + 1] = value;
        total[x * D + d] = value;
    }
}
