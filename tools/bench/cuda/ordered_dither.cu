// params: image.ptr screen.ptr levels out.ptr image.shape0:i32 image.shape1:i32 screen.shape0:i32 screen.shape1:i32
extern "C" __global__ void ordered_dither(const unsigned char* __restrict__ image,
                                          const int* __restrict__ screen, int levels,
                                          unsigned char* __restrict__ out, int height, int width, int rows,
                                          int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height || x >= width) return;
    int threshold = screen[y % rows * cols + x % cols];
    int step = 255 / (levels - 1);
    int p = (y * width + x) * 3;
    for (int c = 0; c < 3; c++) {
        int value = image[p + c];
        int level = value / step, rest = value % step;
        if (rest * rows * cols > threshold * step) level++;
        out[p + c] = (unsigned char)min(level * step, 255);
    }
}
