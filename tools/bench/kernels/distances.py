from numba import cuda, float32


@cuda.jit(device=True)
def squared_distance(p, q, i, j):
    total = float32(0.0)
    for k in range(p.shape[1]):
        away = p[i, k] - q[j, k]
        total += away * away
    return total


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def distances(p, q, out):
    """Of all points of one set from all of another, by a function of its own."""
    j, i = cuda.grid(2)
    if i < p.shape[0] and j < q.shape[0]:
        out[i, j] = squared_distance(p, q, i, j)
