// params: image.ptr table.ptr out.ptr image.shape0:i32 image.shape1:i32 table.shape0:i32
__device__ float mix(float a, float b, float f) { return a * (1.0f - f) + b * f; }

extern "C" __global__ void grade_colors(const unsigned char* __restrict__ image,
                                        const float* __restrict__ table,
                                        unsigned char* __restrict__ out, int height, int width,
                                        int side) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= height || x >= width) return;
    const unsigned char* pixel = image + (y * width + x) * 3;
    float scale = (float)(side - 1) / 255.0f;
    float red = pixel[0] * scale, green = pixel[1] * scale, blue = pixel[2] * scale;
    int r = min((int)red, side - 2), g = min((int)green, side - 2), b = min((int)blue, side - 2);
    float fr = red - r, fg = green - g, fb = blue - b;
    int across = side * side * 3, down = side * 3;
    const float* corner = table + r * across + g * down + b * 3;
    for (int c = 0; c < 3; c++, corner++) {
        float low = mix(mix(corner[0], corner[3], fb), mix(corner[down], corner[down + 3], fb), fg);
        const float* next = corner + across;
        float high = mix(mix(next[0], next[3], fb), mix(next[down], next[down + 3], fb), fg);
        float value = mix(low, high, fr);
        out[(y * width + x) * 3 + c] =
            (unsigned char)(fminf(fmaxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
    }
}
