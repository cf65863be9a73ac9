// params: means.ptr conics.ptr colors.ptr order.ptr tile_start.ptr image.ptr image.shape0:i32 image.shape1:i32
constexpr int TILE = 16, BATCH = TILE * TILE;

extern "C" __global__ void splat_render(const float2* __restrict__ means, const float4* __restrict__ conics,
                                        const float* __restrict__ colors, const int* __restrict__ order,
                                        const int* __restrict__ tile_start, float* __restrict__ image, int height,
                                        int width) {
    __shared__ float2 xy[BATCH];
    __shared__ float4 conic[BATCH];
    __shared__ float rgb[BATCH][3];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    bool inside = x < width && y < height;
    int tid = threadIdx.y * TILE + threadIdx.x;
    int tile = blockIdx.y * gridDim.x + blockIdx.x;
    int first = tile_start[tile], last = tile_start[tile + 1];
    float px = x, py = y;
    bool done = !inside;
    float transmit = 1, r = 0, g = 0, b = 0;
    for (int base = first; base < last; base += BATCH) {
        if (__syncthreads_count(done) == BATCH) break;
        if (base + tid < last) {
            int s = order[base + tid];
            xy[tid] = means[s];
            conic[tid] = conics[s];
            for (int k = 0; k < 3; k++) rgb[tid][k] = colors[3 * s + k];
        }
        __syncthreads();
        int count = min(BATCH, last - base);
        for (int j = 0; !done && j < count; j++) {
            float dx = xy[j].x - px, dy = xy[j].y - py;
            float4 c = conic[j];
            float power = -0.5f * (c.x * dx * dx + c.z * dy * dy) - c.y * dx * dy;
            if (power > 0) continue;
            float alpha = fminf(0.99f, c.w * expf(power));
            if (alpha < 1.0f / 255) continue;
            float rest = transmit * (1 - alpha);
            if (rest < 1e-4f) {
                done = true;
                continue;
            }
            r += rgb[j][0] * alpha * transmit;
            g += rgb[j][1] * alpha * transmit;
            b += rgb[j][2] * alpha * transmit;
            transmit = rest;
        }
    }
    if (inside) {
        float* pixel = image + 3 * (y * width + x);
        pixel[0] = r;
        pixel[1] = g;
        pixel[2] = b;
    }
}
