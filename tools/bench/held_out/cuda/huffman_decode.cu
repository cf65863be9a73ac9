// params: stream.ptr chunk_bits.ptr table.ptr out.ptr out.shape0:i32 out.shape1:i32
#include <cstdint>

constexpr int LOOKUP_BITS = 12;

extern "C" __global__ void huffman_decode(const uint32_t* __restrict__ stream,
                                          const long long* __restrict__ chunk_bits,
                                          const uint16_t* __restrict__ table, uint8_t* __restrict__ out, int chunks,
                                          int symbols) {
    __shared__ uint16_t lut[1 << LOOKUP_BITS];
    for (int i = threadIdx.x; i < 1 << LOOKUP_BITS; i += blockDim.x) lut[i] = table[i];
    __syncthreads();
    int chunk = blockIdx.x * blockDim.x + threadIdx.x;
    if (chunk >= chunks) return;
    long long position = chunk_bits[chunk];
    long long word = position / 32;
    int offset = position % 32;
    uint64_t window = ((uint64_t)stream[word] << 32 | stream[word + 1]) << offset;
    int left = 64 - offset;
    word += 2;
    for (int s = 0; s < symbols; s++) {
        int entry = lut[window >> (64 - LOOKUP_BITS)];
        int length = entry >> 8;
        out[(size_t)chunk * symbols + s] = entry & 0xff;
        window <<= length;
        left -= length;
        if (left <= 32) {
            window |= (uint64_t)stream[word] << (32 - left);
            left += 32;
            word++;
        }
    }
}
