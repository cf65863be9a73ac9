// params: keys.ptr values.ptr queries.ptr out.ptr keys.size:i32 queries.size:i32
constexpr unsigned EMPTY = 0xffffffffu;

__device__ unsigned mix(unsigned h) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ (h >> 16);
}

extern "C" __global__ void hash_probe(const unsigned* __restrict__ keys, const int* __restrict__ values,
                                      const unsigned* __restrict__ queries, int* __restrict__ out,
                                      int slots, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned key = queries[i], mask = slots - 1, slot = mix(key) & mask;
        int result = -1;
        for (unsigned found; (found = keys[slot]) != EMPTY; slot = (slot + 1) & mask)
            if (found == key) {
                result = values[slot];
                break;
            }
        out[i] = result;
    }
}
