// params: image.ptr keypoints.ptr histograms.ptr angles.ptr image.shape0:i32 image.shape1:i32
constexpr int BINS = 36, THREADS = 64;

extern "C" __global__ void orient_keypoints(const float* __restrict__ image, const float* __restrict__ keypoints,
                                            float* __restrict__ histograms, float* __restrict__ angles, int height,
                                            int width) {
    __shared__ float hist[BINS], smooth[BINS];
    int key = blockIdx.x, tid = threadIdx.x;
    if (tid < BINS) hist[tid] = 0;
    __syncthreads();
    int x0 = __float2int_rn(keypoints[3 * key]), y0 = __float2int_rn(keypoints[3 * key + 1]);
    float sigma = 1.5f * keypoints[3 * key + 2];
    int radius = __float2int_rn(3 * sigma), side = 2 * radius + 1;
    float falloff = -0.5f / (sigma * sigma);
    for (int k = tid; k < side * side; k += THREADS) {
        int dy = k / side - radius, dx = k % side - radius;
        int y = y0 + dy, x = x0 + dx;
        if (x <= 0 || y <= 0 || x >= width - 1 || y >= height - 1) continue;
        const float* at = image + y * width + x;
        float gx = at[1] - at[-1], gy = at[-width] - at[width];
        float magnitude = sqrtf(gx * gx + gy * gy);
        float weight = expf((dx * dx + dy * dy) * falloff);
        int slot = __float2int_rn(atan2f(gy, gx) * (BINS / 6.283185307f));
        slot = (slot + BINS) % BINS;
        atomicAdd(&hist[slot], weight * magnitude);
    }
    __syncthreads();
    if (tid < BINS) {
        smooth[tid] = (hist[(tid + BINS - 2) % BINS] + hist[(tid + 2) % BINS]) * (1.0f / 16) +
                      (hist[(tid + BINS - 1) % BINS] + hist[(tid + 1) % BINS]) * (4.0f / 16) + hist[tid] * (6.0f / 16);
        histograms[key * BINS + tid] = smooth[tid];
    }
    __syncthreads();
    if (tid == 0) {
        int best = 0;
        for (int k = 1; k < BINS; k++)
            if (smooth[k] > smooth[best]) best = k;
        float before = smooth[(best + BINS - 1) % BINS], after = smooth[(best + 1) % BINS];
        float bend = before - 2 * smooth[best] + after;
        float shift = bend != 0 ? 0.5f * (before - after) / bend : 0.0f;
        angles[key] = (best + shift) * (360.0f / BINS);
    }
}
