// params: image.ptr out.ptr image.shape0:i32 image.shape1:i32 out.shape0:i32 out.shape1:i32 out.shape2:i32
extern "C" __global__ void resize_rgb(const unsigned char* __restrict__ image,
                                      unsigned char* __restrict__ out, int rows, int cols, int height,
                                      int width, int channels) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sx = (x + 0.5f) * cols / width - 0.5f;
    float sy = (y + 0.5f) * rows / height - 0.5f;
    sx = fminf(fmaxf(sx, 0.0f), (float)(cols - 1));
    sy = fminf(fmaxf(sy, 0.0f), (float)(rows - 1));
    int x0 = (int)floorf(sx), y0 = (int)floorf(sy);
    int x1 = min(x0 + 1, cols - 1), y1 = min(y0 + 1, rows - 1);
    float fx = sx - x0, fy = sy - y0;
    const unsigned char* upper = image + y0 * cols * channels;
    const unsigned char* lower = image + y1 * cols * channels;
    for (int c = 0; c < channels; c++) {
        float top = upper[x0 * channels + c] * (1.0f - fx) + upper[x1 * channels + c] * fx;
        float bottom = lower[x0 * channels + c] * (1.0f - fx) + lower[x1 * channels + c] * fx;
        out[(y * width + x) * channels + c] =
            (unsigned char)(top * (1.0f - fy) + bottom * fy + 0.5f);
    }
}
