// params: image.ptr out.ptr image.shape0:i32 image.shape1:i32
extern "C" __global__ void median3x3(const unsigned char* __restrict__ image,
                                     unsigned char* __restrict__ out, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    unsigned char window[9];
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) window[n++] = image[(y + dy) * width + x + dx];
    for (int a = 0; a < 5; a++)
        for (int b = a + 1; b < 9; b++)
            if (window[b] < window[a]) {
                unsigned char t = window[a];
                window[a] = window[b];
                window[b] = t;
            }
    out[y * width + x] = window[4];
}
