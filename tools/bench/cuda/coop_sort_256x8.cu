// params: x.ptr y.ptr
#include <cub/block/block_radix_sort.cuh>

constexpr int THREADS = 256, ITEMS = 8;

extern "C" __global__ __launch_bounds__(THREADS) void coop_sort_256x8(const unsigned* __restrict__ x,
                                                                   unsigned* __restrict__ y) {
    using Sort = cub::BlockRadixSort<unsigned, THREADS, ITEMS>;
    __shared__ typename Sort::TempStorage storage;
    unsigned keys[ITEMS];
    int start = blockIdx.x * THREADS * ITEMS + threadIdx.x;
    for (int i = 0; i < ITEMS; i++) keys[i] = x[start + i * THREADS];
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < ITEMS; i++) keys[i] = keys[i] * 1664525u + 1013904223u;
        Sort(storage).Sort(keys);
        __syncthreads();
    }
    for (int i = 0; i < ITEMS; i++) y[start + i * THREADS] = keys[i];
}
