import math

from numba import cuda


@cuda.jit("void(uint8[:, ::1], float32[::1], float32[::1], int32[:, ::1])")
def hough_lines(edges, cosines, sines, votes):
    """Each edge pixel votes for the lines through it."""
    x, y = cuda.grid(2)
    if x >= edges.shape[1] or y >= edges.shape[0]:
        return
    if edges[y, x] == 0:
        return
    middle = votes.shape[0] // 2
    for t in range(cosines.shape[0]):
        rho = int(math.floor(x * cosines[t] + y * sines[t] + 0.5)) + middle
        cuda.atomic.add(votes, (rho, t), 1)
