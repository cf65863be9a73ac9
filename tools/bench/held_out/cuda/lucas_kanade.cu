// params: prev.ptr curr.ptr radius threshold flow.ptr prev.shape0:i32 prev.shape1:i32
extern "C" __global__ void lucas_kanade(const float* __restrict__ prev, const float* __restrict__ curr, int radius,
                                        float threshold, float* __restrict__ flow, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sxx = 0, sxy = 0, syy = 0, sxt = 0, syt = 0;
    int top = max(y - radius, 1), bottom = min(y + radius + 1, height - 1);
    int left = max(x - radius, 1), right = min(x + radius + 1, width - 1);
    for (int j = top; j < bottom; j++)
        for (int i = left; i < right; i++) {
            int at = j * width + i;
            float ix = (prev[at + 1] - prev[at - 1]) * 0.5f;
            float iy = (prev[at + width] - prev[at - width]) * 0.5f;
            float it = curr[at] - prev[at];
            sxx += ix * ix;
            sxy += ix * iy;
            syy += iy * iy;
            sxt += ix * it;
            syt += iy * it;
        }
    float half = (sxx + syy) * 0.5f;
    float det = sxx * syy - sxy * sxy;
    float lesser = half - sqrtf(fmaxf(half * half - det, 0.0f));
    float u = 0, v = 0;
    if (lesser > threshold) {
        u = (sxy * syt - syy * sxt) / det;
        v = (sxy * sxt - sxx * syt) / det;
    }
    flow[(y * width + x) * 2] = u;
    flow[(y * width + x) * 2 + 1] = v;
}
