from numba import cuda, float32


@cuda.jit("void(int32[::1], int32[::1], int32[::1], float32[::1], float32[::1], float32)")
def pagerank_step(first, sources, degree, rank, new_rank, damping):
    node = cuda.grid(1)
    n = rank.shape[0]
    if node >= n:
        return
    total = float32(0.0)
    for e in range(first[node], first[node + 1]):
        source = sources[e]
        total += rank[source] / float32(degree[source])
    new_rank[node] = (float32(1.0) - damping) / float32(n) + damping * total
