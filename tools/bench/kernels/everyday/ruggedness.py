import math

from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], int32, float32[:, ::1])")
def ruggedness(height, radius, out):
    """How rough a globe's terrain is: longitudes go round, latitudes end at the poles."""
    x, y = cuda.grid(2)
    rows, cols = height.shape
    if x >= cols or y >= rows:
        return
    here = height[y, x]
    total = float32(0.0)
    for dy in range(-radius, radius + 1):
        yy = y + dy
        if yy < 0:
            yy = 0
        elif yy >= rows:
            yy = rows - 1
        for dx in range(-radius, radius + 1):
            xx = x + dx
            if xx < 0:
                xx = xx + cols
            elif xx >= cols:
                xx = xx - cols
            diff = height[yy, xx] - here
            total += diff * diff
    out[y, x] = math.sqrt(total)
