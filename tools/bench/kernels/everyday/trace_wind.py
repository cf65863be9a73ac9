import math

from numba import cuda, float32


@cuda.jit(device=True)
def between(field, x, y):
    """Of four points of a grid."""
    x0 = int(math.floor(x))
    y0 = int(math.floor(y))
    fx = x - x0
    fy = y - y0
    top = field[y0, x0] * (1 - fx) + field[y0, x0 + 1] * fx
    bottom = field[y0 + 1, x0] * (1 - fx) + field[y0 + 1, x0 + 1] * fx
    return top * (1 - fy) + bottom * fy


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[::1], float32[::1], float32[::1], float32[::1],"
          " float32, int64)")
def trace_wind(u, v, xs, ys, end_x, end_y, dt, steps):
    """Places that the wind carries, until they leave the map."""
    i = cuda.grid(1)
    if i >= xs.size:
        return
    x = xs[i]
    y = ys[i]
    for step in range(steps):
        if x < 0 or y < 0 or x >= u.shape[1] - 1 or y >= u.shape[0] - 1:
            break
        middle_x = x + float32(0.5) * dt * between(u, x, y)
        middle_y = y + float32(0.5) * dt * between(v, x, y)
        if middle_x < 0 or middle_y < 0 or middle_x >= u.shape[1] - 1 or middle_y >= u.shape[0] - 1:
            break
        x += dt * between(u, middle_x, middle_y)
        y += dt * between(v, middle_x, middle_y)
    end_x[i] = x
    end_y[i] = y
