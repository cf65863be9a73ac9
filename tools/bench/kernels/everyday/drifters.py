import math

from numba import cuda, float32


@cuda.jit(device=True)
def cell(position, points):
    """The point before a position, of which there is one behind it, too."""
    index = int(math.floor(position))
    if index < 0:
        return 0
    if index > points - 2:
        return points - 2
    return index


@cuda.jit(device=True)
def sample(field, x, y):
    i = cell(y, field.shape[0])
    j = cell(x, field.shape[1])
    fx = x - float32(j)
    fy = y - float32(i)
    above = field[i, j] * (1 - fx) + field[i, j + 1] * fx
    below = field[i + 1, j] * (1 - fx) + field[i + 1, j + 1] * fx
    return above * (1 - fy) + below * fy


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1], float32, int32, float32[:, ::1])")
def drifters(u, v, start, dt, steps, end):
    """Where currents carry what drifts, until it leaves the map."""
    p = cuda.grid(1)
    if p >= start.shape[0]:
        return
    x = start[p, 0]
    y = start[p, 1]
    for step in range(steps):
        if x < 0 or y < 0 or x > u.shape[1] - 1 or y > u.shape[0] - 1:
            break
        half_x = x + float32(0.5) * dt * sample(u, x, y)
        half_y = y + float32(0.5) * dt * sample(v, x, y)
        x += dt * sample(u, half_x, half_y)
        y += dt * sample(v, half_x, half_y)
    end[p, 0] = x
    end[p, 1] = y
