// params: image.ptr out.ptr image.shape0:i32 image.shape1:i32 out.shape0:i32 out.shape1:i32 angle
__device__ float sample(const float* image, int rows, int cols, float x, float y) {
    int x0 = (int)floorf(x), y0 = (int)floorf(y);
    if (x0 < 0 || y0 < 0 || x0 + 1 >= cols || y0 + 1 >= rows) return 0.0f;
    float fx = x - x0, fy = y - y0;
    const float* upper = image + y0 * cols + x0;
    const float* lower = upper + cols;
    return (1 - fy) * ((1 - fx) * upper[0] + fx * upper[1]) + fy * ((1 - fx) * lower[0] + fx * lower[1]);
}

extern "C" __global__ void rotate_image(const float* __restrict__ image, float* __restrict__ out, int rows,
                                        int cols, int height, int width, float angle) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        float from_middle_x = x - width / 2, from_middle_y = y - height / 2;
        float sx = from_middle_x * cosf(angle) + from_middle_y * sinf(angle) + width / 2;
        float sy = from_middle_y * cosf(angle) - from_middle_x * sinf(angle) + height / 2;
        out[y * width + x] = sample(image, rows, cols, sx, sy);
    }
}
