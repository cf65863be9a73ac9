// params: x.ptr threshold warp_start.ptr kept.ptr x.size:i32
extern "C" __global__ void compact_ballot(const float* __restrict__ x, float threshold,
                                          const int* __restrict__ warp_start, float* __restrict__ kept,
                                          int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    bool keep = i < n && x[i] > threshold;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    if (keep) {
        int before = __popc(votes & ((1u << lane) - 1));
        kept[warp_start[i / 32] + before] = x[i];
    }
}
