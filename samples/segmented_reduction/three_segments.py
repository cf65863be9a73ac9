import numpy as np
from numba import cuda, float32

# Every segment has ThreadsPerBlock * ItemsPerThread numbers.
ThreadsPerBlock = 2
ItemsPerThread = 2
SegmentSize = ThreadsPerBlock * ItemsPerThread


@cuda.jit
def segmented_reduction_kernel(in_arr, out_arr):
    """out_arr[s] is the sum of segment s of in_arr: one block a segment."""
    shared = cuda.shared.array(ThreadsPerBlock, dtype=float32)
    tid = cuda.threadIdx.x
    offset = cuda.blockIdx.x * SegmentSize

    partial_aggregate = 0.0
    for i in range(ItemsPerThread):
        if tid * ItemsPerThread + i < SegmentSize:
            partial_aggregate += in_arr[offset + tid * ItemsPerThread + i]
    shared[tid] = partial_aggregate
    cuda.syncthreads()

    stride = ThreadsPerBlock // 2
    while stride > 0:
        if tid < stride:
            shared[tid] += shared[tid + stride]
        cuda.syncthreads()
        stride >>= 1

    if tid == 0:
        out_arr[cuda.blockIdx.x] = shared[0]


if __name__ == "__main__":
    # Three segments: 1 to 4, 5 to 8, 9 to 12.
    n_segments = 3
    in_arr = np.arange(1, n_segments * SegmentSize + 1, dtype=np.float32)
    out_arr = np.zeros(n_segments, np.float32)
    segmented_reduction_kernel[n_segments, ThreadsPerBlock](in_arr, out_arr)
    print(out_arr)
