from numba import cuda


@cuda.jit("void(int32[::1], int32[::1], boolean[::1], boolean[::1], boolean[::1], int32[::1], int32)")
def bfs_level(first, neighbours, frontier, visited, following, distance, level):
    node = cuda.grid(1)
    if node < frontier.size and frontier[node]:
        for e in range(first[node], first[node + 1]):
            other = neighbours[e]
            if not visited[other]:
                distance[other] = level + 1
                following[other] = True
