// params: image.ptr out.ptr image.shape0:i32 image.shape1:i32
extern "C" __global__ void rgb_to_hsv(const float* __restrict__ image, float* __restrict__ out, int height,
                                      int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height || x >= width) return;
    const float* pixel = image + (y * width + x) * 3;
    float r = pixel[0], g = pixel[1], b = pixel[2];
    float high = fmaxf(r, fmaxf(g, b));
    float spread = high - fminf(r, fminf(g, b));
    float hue = 0.0f;
    if (spread > 0) {
        if (high == r)
            hue = (g - b) / spread;
        else if (high == g)
            hue = (b - r) / spread + 2.0f;
        else
            hue = (r - g) / spread + 4.0f;
        if (hue < 0) hue += 6.0f;
    }
    float* result = out + (y * width + x) * 3;
    result[0] = hue * 60.0f;
    result[1] = high > 0 ? spread / high : 0.0f;
    result[2] = high;
}
