// params: x.ptr y.ptr
#include <cub/block/block_scan.cuh>

constexpr int THREADS = 256, ITEMS = 8;

extern "C" __global__ __launch_bounds__(THREADS) void coop_scan(const int* __restrict__ x,
                                                                int* __restrict__ y) {
    using Scan = cub::BlockScan<int, THREADS, cub::BLOCK_SCAN_WARP_SCANS>;
    __shared__ typename Scan::TempStorage storage;
    int items[ITEMS], sums[ITEMS];
    int start = blockIdx.x * THREADS * ITEMS + threadIdx.x;
    for (int i = 0; i < ITEMS; i++) items[i] = x[start + i * THREADS];
    for (int round = 0; round < 16; round++) {
        Scan(storage).ExclusiveSum(items, sums);
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) items[i] ^= sums[i];
    }
    for (int i = 0; i < ITEMS; i++) y[start + i * THREADS] = items[i];
}
