// params: x.ptr sums.ptr
#include <cub/block/block_reduce.cuh>

constexpr int THREADS = 256, ITEMS = 8;

extern "C" __global__ __launch_bounds__(THREADS) void coop_reduce(const float* __restrict__ x,
                                                                  float* __restrict__ sums) {
    using Reduce = cub::BlockReduce<float, THREADS, cub::BLOCK_REDUCE_WARP_REDUCTIONS>;
    __shared__ typename Reduce::TempStorage storage;
    float items[ITEMS], total = 0.0f;
    for (int i = 0; i < ITEMS; i++)
        items[i] = x[blockIdx.x * THREADS * ITEMS + i * THREADS + threadIdx.x];
    for (int round = 0; round < 16; round++) {
        total = Reduce(storage).Sum(items);
        __syncthreads();
        items[0] *= 0.5f;
        if (threadIdx.x == 0) items[0] += total;
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = total;
}
