// params: keys.ptr rows.ptr wanted.ptr found.ptr keys.size:i32 wanted.size:i32
constexpr unsigned EMPTY = 0xffffffffu;

__device__ unsigned mix(unsigned h) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ h >> 16;
}

extern "C" __global__ void join_probe(const unsigned* __restrict__ keys, const int* __restrict__ rows,
                                      const unsigned* __restrict__ wanted, int* __restrict__ found, int slots,
                                      int count) {
    unsigned mask = slots - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        unsigned key = wanted[i], slot = mix(key) & mask;
        int row = -1;
        while (keys[slot] != EMPTY) {
            if (keys[slot] == key) {
                row = rows[slot];
                break;
            }
            slot = (slot + 1) & mask;
        }
        found[i] = row;
    }
}
