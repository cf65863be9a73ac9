from numba import cuda


@cuda.jit("void(float64[:, ::1], float64[:, ::1], float64[:, ::1], float64)")
def wave2d(before, now, after, c2):
    """A step of the wave equation, of fourth order in space."""
    j, i = cuda.grid(2)
    ny, nx = now.shape
    if i < 2 or i >= ny - 2 or j < 2 or j >= nx - 2:
        return
    across = -now[i, j - 2] + 16 * now[i, j - 1] - 30 * now[i, j] + 16 * now[i, j + 1] - now[i, j + 2]
    down = -now[i - 2, j] + 16 * now[i - 1, j] - 30 * now[i, j] + 16 * now[i + 1, j] - now[i + 2, j]
    after[i, j] = 2 * now[i, j] - before[i, j] + c2 * (across + down) / 12
