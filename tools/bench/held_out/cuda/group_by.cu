// params: keys.ptr values.ptr slots.ptr sums.ptr counts.ptr largest.ptr keys.size:i32 slots.size:i64
typedef unsigned long long u64;
constexpr long long EMPTY = -1;

__device__ u64 hash64(u64 h) {
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdull;
    return h ^ h >> 33;
}

extern "C" __global__ void group_by(const long long* __restrict__ keys, const float* __restrict__ values,
                                    long long* slots, double* sums, int* counts, float* largest, int rows,
                                    long long size) {
    long long mask = size - 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x) {
        long long key = keys[i], slot = (long long)hash64(key) & mask;
        while (true) {
            long long held = slots[slot];
            if (held == EMPTY) held = atomicCAS((u64*)&slots[slot], (u64)EMPTY, (u64)key);
            if (held == EMPTY || held == key) break;
            slot = (slot + 1) & mask;
        }
        float value = values[i];
        atomicAdd(&sums[slot], (double)value);
        atomicAdd(&counts[slot], 1);
        atomicMax((int*)&largest[slot], __float_as_int(value));  // values are not negative
    }
}
