// params: nodes.ptr parents.ptr parents.shape0:i32
#include <cstdint>

__constant__ uint64_t ROUND[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000, 0x000000000000808B,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008A, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000A, 0x000000008000808B, 0x800000000000008B, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

__device__ uint64_t rotl(uint64_t x, int n) { return x << n | x >> (64 - n); }

__device__ void keccak_f(uint64_t* a) {
    const int ROTATE[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
    const int LANE[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};
    uint64_t c[5];
    for (int r = 0; r < 24; r++) {
#pragma unroll
        for (int i = 0; i < 5; i++) c[i] = a[i] ^ a[i + 5] ^ a[i + 10] ^ a[i + 15] ^ a[i + 20];
#pragma unroll
        for (int i = 0; i < 5; i++) {
            uint64_t d = c[(i + 4) % 5] ^ rotl(c[(i + 1) % 5], 1);
#pragma unroll
            for (int j = 0; j < 25; j += 5) a[i + j] ^= d;
        }
        uint64_t t = a[1];
#pragma unroll
        for (int i = 0; i < 24; i++) {
            uint64_t held = a[LANE[i]];
            a[LANE[i]] = rotl(t, ROTATE[i]);
            t = held;
        }
#pragma unroll
        for (int j = 0; j < 25; j += 5) {
#pragma unroll
            for (int i = 0; i < 5; i++) c[i] = a[j + i];
#pragma unroll
            for (int i = 0; i < 5; i++) a[j + i] ^= ~c[(i + 1) % 5] & c[(i + 2) % 5];
        }
        a[0] ^= ROUND[r];
    }
}

extern "C" __global__ void merkle_level(const uint64_t* __restrict__ nodes, uint64_t* __restrict__ parents,
                                        int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    uint64_t state[25] = {};
    for (int k = 0; k < 8; k++) state[k] = nodes[8 * (size_t)i + k];
    state[8] = 0x06;
    state[16] = 0x8000000000000000;
    keccak_f(state);
    for (int k = 0; k < 4; k++) parents[4 * (size_t)i + k] = state[k];
}
