import math

from numba import cuda, float32

CURVATURE = float32(6.8e-8)  # of the earth, less what the air bends


@cuda.jit(device=True)
def elevation(dem, x, y):
    c = int(x)
    r = int(y)
    c1 = min(c + 1, dem.shape[1] - 1)
    r1 = min(r + 1, dem.shape[0] - 1)
    fx = x - float32(c)
    fy = y - float32(r)
    top = dem[r, c] + (dem[r, c1] - dem[r, c]) * fx
    bottom = dem[r1, c] + (dem[r1, c1] - dem[r1, c]) * fx
    return top + (bottom - top) * fy


@cuda.jit("void(float32[:, ::1], int32, int32, float32, float32, uint8[:, ::1])")
def viewshed(dem, row0, col0, eye, cell, visible):
    """Which cells of an elevation model an observer sees, along a line to each."""
    col, row = cuda.grid(2)
    if row >= dem.shape[0] or col >= dem.shape[1]:
        return
    dy = float32(row - row0)
    dx = float32(col - col0)
    steps = max(abs(row - row0), abs(col - col0))
    if steps <= 1:
        visible[row, col] = 1
        return
    z0 = dem[row0, col0] + eye
    distance = math.sqrt(dx * dx + dy * dy) * cell
    target = (dem[row, col] - distance * distance * CURVATURE - z0) / distance
    seen = True
    for s in range(1, steps):
        f = float32(s) / float32(steps)
        z = elevation(dem, float32(col0) + f * dx, float32(row0) + f * dy)
        d = f * distance
        if (z - d * d * CURVATURE - z0) / d > target:
            seen = False
            break
    visible[row, col] = seen
