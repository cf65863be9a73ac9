from numba import cuda, float64

MOST_LEVELS = 64


@cuda.jit("void(float64[:, :, :], float64[:, :, :], float64[:], int32[:, :], float64, float64[:, :, :])")
def lake_mixing(warmth, mixing, thickness, bottom, dt, after):
    """How warmth is mixed down a lake's columns in a step: a tridiagonal system each, as deep as the lake is there."""
    x, y = cuda.grid(2)
    levels, rows, cols = warmth.shape
    if x >= cols or y >= rows:
        return
    depth = bottom[y, x]
    for k in range(depth, levels):
        after[k, y, x] = warmth[k, y, x]
    if depth == 0:
        return
    share = cuda.local.array(MOST_LEVELS, float64)
    above = 0.0
    for k in range(depth):
        below = 0.0
        if k + 1 < depth:
            below = dt * mixing[k + 1, y, x] / (0.5 * (thickness[k] + thickness[k + 1]))
        a = -above / thickness[k]
        c = -below / thickness[k]
        b = 1 - a - c
        if k == 0:
            share[k] = c / b
            after[k, y, x] = warmth[k, y, x] / b
        else:
            pivot = b - a * share[k - 1]
            share[k] = c / pivot
            after[k, y, x] = (warmth[k, y, x] - a * after[k - 1, y, x]) / pivot
        above = below
    for k in range(depth - 2, -1, -1):
        after[k, y, x] -= share[k] * after[k + 1, y, x]
