// params: image.ptr out.ptr image.shape0:i32 image.shape1:i32
__device__ int clamp(int value, int low, int high) { return max(low, min(value, high)); }

extern "C" __global__ void edges(const unsigned char* __restrict__ image,
                                 unsigned char* __restrict__ out, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        int left = clamp(x - 1, 0, width - 1), right = clamp(x + 1, 0, width - 1);
        const unsigned char* above = image + clamp(y - 1, 0, height - 1) * width;
        const unsigned char* here = image + y * width;
        const unsigned char* below = image + clamp(y + 1, 0, height - 1) * width;
        int a = above[left], b = above[x], c = above[right], d = here[left], e = here[right];
        int f = below[left], g = below[x], h = below[right];
        int across = abs(c + 2 * e + h - a - 2 * d - f);
        int down = abs(f + 2 * g + h - a - 2 * b - c);
        out[y * width + x] = clamp(across + down, 0, 255);
    }
}
