// params: text.ptr pattern.ptr found.ptr text.size:i32 pattern.size:i32
extern "C" __global__ void find_pattern(const unsigned char* __restrict__ text,
                                        const unsigned char* __restrict__ pattern,
                                        unsigned char* __restrict__ found, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        bool match = i + m <= n;
        if (match)
            for (int j = 0; j < m; j++)
                if (text[i + j] != pattern[j]) {
                    match = false;
                    break;
                }
        found[i] = match ? 1 : 0;
    }
}
