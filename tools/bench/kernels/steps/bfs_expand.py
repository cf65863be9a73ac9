from numba import cuda


@cuda.jit("void(int32[:], int32[:], int32[:], int32, int32[:], int32[:], int32[:])")
def bfs_expand(row_ptr, col_idx, frontier, depth, level, next_frontier, next_size):
    """One step of breadth-first search, from the top down."""
    i = cuda.grid(1)
    if i < frontier.shape[0]:
        node = frontier[i]
        for edge in range(row_ptr[node], row_ptr[node + 1]):
            neighbor = col_idx[edge]
            if level[neighbor] == -1:
                if cuda.atomic.cas(level, neighbor, -1, depth + 1) == -1:
                    slot = cuda.atomic.add(next_size, 0, 1)
                    next_frontier[slot] = neighbor
