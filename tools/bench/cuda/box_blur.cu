// params: image.ptr out.ptr image.shape0:i32 image.shape1:i32 radius:i32
extern "C" __global__ void box_blur(const unsigned char* __restrict__ image,
                                    unsigned char* __restrict__ out, int height, int width, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int total = 0;
    for (int dy = -radius; dy <= radius; ++dy) {
        const unsigned char* row = image + min(max(y + dy, 0), height - 1) * width;
        for (int dx = -radius; dx <= radius; ++dx) total += row[min(max(x + dx, 0), width - 1)];
    }
    out[y * width + x] = total / ((2 * radius + 1) * (2 * radius + 1));
}
