// params: seed samples hits.ptr hits.size:i32
__device__ unsigned xorshift32(unsigned state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

extern "C" __global__ void pi_xorshift(unsigned seed, int samples, int* __restrict__ hits, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned state = xorshift32((seed + i * 2654435761u) | 1u);
        constexpr float scale = 1.0f / 4294967296.0f;
        int inside = 0;
        for (int k = 0; k < samples; k++) {
            state = xorshift32(state);
            float x = (float)state * scale;
            state = xorshift32(state);
            float y = (float)state * scale;
            if (x * x + y * y < 1.0f) inside++;
        }
        hits[i] = inside;
    }
}
