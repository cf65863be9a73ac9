import math

from numba import cuda, float32

WIDTH = 32
CELLS = WIDTH + 1


@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def dtw_local(series, template, distance):
    """How far each window of a series is from a template when time may be warped."""
    start = cuda.grid(1)
    if start >= distance.size:
        return
    row = cuda.local.array(CELLS, float32)
    for j in range(1, WIDTH + 1):
        row[j] = math.inf
    row[0] = 0.0
    for i in range(WIDTH):
        value = series[start + i]
        corner = row[0]
        row[0] = math.inf
        for j in range(1, WIDTH + 1):
            cost = abs(value - template[j - 1])
            best = min(corner, row[j], row[j - 1])
            corner = row[j]
            row[j] = cost + best
    distance[start] = row[WIDTH]
