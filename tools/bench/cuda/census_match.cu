// params: left.ptr right.ptr max_disp radius disparity.ptr left.shape0:i32 left.shape1:i32
extern "C" __global__ void census_match(const unsigned long long* __restrict__ left,
                                        const unsigned long long* __restrict__ right, int max_disp, int radius,
                                        unsigned char* __restrict__ disparity, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    if (x < radius + max_disp - 1 || x >= width - radius || y < radius || y >= height - radius) {
        disparity[y * width + x] = 255;
        return;
    }
    int best = 1 << 30, second = 1 << 30, best_d = 0;
    for (int d = 0; d < max_disp; d++) {
        int cost = 0;
        for (int dy = -radius; dy <= radius; dy++)
            for (int dx = -radius; dx <= radius; dx++) {
                int at = (y + dy) * width + x + dx;
                cost += __popcll(left[at] ^ right[at - d]);
            }
        if (cost < best) {
            second = best;
            best = cost;
            best_d = d;
        } else if (cost < second) {
            second = cost;
        }
    }
    disparity[y * width + x] = best * 100 > second * 95 ? 255 : best_d;
}
