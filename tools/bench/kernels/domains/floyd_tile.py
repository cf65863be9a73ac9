from numba import cuda, int32

TILE = 32


@cuda.jit("void(int32[:, :], int32)")
def floyd_tile(dist, stage):
    """Third phase of a stage of blocked Floyd-Warshall: tiles neither in the pivots' row nor in their column."""
    along = cuda.shared.array((TILE, TILE), int32)
    down = cuda.shared.array((TILE, TILE), int32)
    if cuda.blockIdx.x == stage or cuda.blockIdx.y == stage:
        return
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    x, y = cuda.grid(2)
    along[ty, tx] = dist[y, stage * TILE + tx]
    down[ty, tx] = dist[stage * TILE + ty, x]
    cuda.syncthreads()
    best = dist[y, x]
    for k in range(TILE):
        best = min(best, along[ty, k] + down[k, tx])
    dist[y, x] = best
