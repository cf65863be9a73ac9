from numba import cuda

INFINITY = 1 << 30


@cuda.jit("void(int32[:], int32[:], int32[:], int32[:], int32[:])")
def sssp_relax(row_ptr, col_idx, weights, dist, new_dist):
    """One round of Bellman-Ford on a CSR graph."""
    tid = cuda.grid(1)
    if tid < dist.shape[0]:
        d = dist[tid]
        if d < INFINITY:
            for edge in range(row_ptr[tid], row_ptr[tid + 1]):
                cuda.atomic.min(new_dist, col_idx[edge], d + weights[edge])
