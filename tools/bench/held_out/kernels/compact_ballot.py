from numba import cuda

FULL_MASK = 0xFFFFFFFF


@cuda.jit("void(float32[::1], float32, int32[::1], float32[::1])")
def compact_ballot(x, threshold, warp_start, kept):
    """Keeps what exceeds a threshold, in order; how many earlier warps keep is known."""
    i = cuda.grid(1)
    lane = cuda.threadIdx.x & 31
    keep = i < x.size and x[i] > threshold
    votes = cuda.ballot_sync(FULL_MASK, keep)
    if keep:
        before = cuda.popc(votes & ((1 << lane) - 1))
        kept[warp_start[i // 32] + before] = x[i]
