// params: perm.ptr scale time octaves height_map.ptr height_map.shape0:i32 height_map.shape1:i32
__device__ float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }

__device__ float lerp(float t, float a, float b) { return a + t * (b - a); }

__device__ float grad(int hash, float x, float y, float z) {
    int h = hash & 15;
    float u = h < 8 ? x : y;
    float v = h < 4 ? y : h == 12 || h == 14 ? x : z;
    return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}

__device__ float noise(const int* __restrict__ p, float x, float y, float z) {
    float xf = floorf(x), yf = floorf(y), zf = floorf(z);
    int X = (int)xf & 255, Y = (int)yf & 255, Z = (int)zf & 255;
    x -= xf;
    y -= yf;
    z -= zf;
    float u = fade(x), v = fade(y), w = fade(z);
    int A = p[X] + Y, AA = p[A] + Z, AB = p[A + 1] + Z;
    int B = p[X + 1] + Y, BA = p[B] + Z, BB = p[B + 1] + Z;
    return lerp(w,
                lerp(v, lerp(u, grad(p[AA], x, y, z), grad(p[BA], x - 1, y, z)),
                     lerp(u, grad(p[AB], x, y - 1, z), grad(p[BB], x - 1, y - 1, z))),
                lerp(v, lerp(u, grad(p[AA + 1], x, y, z - 1), grad(p[BA + 1], x - 1, y, z - 1)),
                     lerp(u, grad(p[AB + 1], x, y - 1, z - 1), grad(p[BB + 1], x - 1, y - 1, z - 1))));
}

extern "C" __global__ void perlin_fbm(const int* __restrict__ perm, float scale, float time, int octaves,
                                      float* __restrict__ height_map, int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < rows && j < cols) {
        float x = j * scale, y = i * scale, z = time;
        float amplitude = 0.5f, value = 0.0f;
        for (int octave = 0; octave < octaves; octave++) {
            value += amplitude * noise(perm, x, y, z);
            amplitude *= 0.5f;
            x *= 2.0f;
            y *= 2.0f;
            z *= 2.0f;
        }
        height_map[i * cols + j] = value;
    }
}
