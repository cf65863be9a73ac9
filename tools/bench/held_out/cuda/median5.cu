// params: image.ptr out.ptr image.shape0:i32 image.shape1:i32
extern "C" __global__ void median5(const unsigned short* __restrict__ image, unsigned short* __restrict__ out,
                                   int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    unsigned short window[25];
    int n = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int yy = min(max(y + dy, 0), height - 1);
            int xx = min(max(x + dx, 0), width - 1);
            window[n++] = image[yy * width + xx];
        }
    for (int a = 0; a < 13; a++) {
        int smallest = a;
        for (int b = a + 1; b < 25; b++)
            if (window[b] < window[smallest]) smallest = b;
        unsigned short tmp = window[a];
        window[a] = window[smallest];
        window[smallest] = tmp;
    }
    out[y * width + x] = window[12];
}
