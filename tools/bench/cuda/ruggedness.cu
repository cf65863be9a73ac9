// params: height.ptr radius out.ptr height.shape0:i32 height.shape1:i32
extern "C" __global__ void ruggedness(const float* __restrict__ height, int radius,
                                      float* __restrict__ out, int rows, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    float here = height[y * cols + x];
    float total = 0.0f;
    for (int dy = -radius; dy <= radius; dy++) {
        const float* row = height + min(max(y + dy, 0), rows - 1) * cols;
        for (int dx = -radius; dx <= radius; dx++) {
            int xx = x + dx;
            if (xx < 0)
                xx += cols;
            else if (xx >= cols)
                xx -= cols;
            float diff = row[xx] - here;
            total += diff * diff;
        }
    }
    out[y * cols + x] = sqrtf(total);
}
