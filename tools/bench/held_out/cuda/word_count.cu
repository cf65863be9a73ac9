// params: text.ptr words.ptr text.shape0:i32
__device__ bool is_space(unsigned char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

extern "C" __global__ void word_count(const unsigned char* __restrict__ text, int* __restrict__ words,
                                      int n) {
    int stride = blockDim.x * gridDim.x, count = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        if (!is_space(text[i]) && (i == 0 || is_space(text[i - 1]))) count++;
    atomicAdd(words, count);
}
