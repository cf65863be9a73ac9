import math

from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[:, ::1], int32, float32, float32[:, :, ::1])")
def lucas_kanade(prev, curr, radius, threshold, flow):
    """Flow of the window around each pixel; none where the lesser eigenvalue is small."""
    x, y = cuda.grid(2)
    height, width = prev.shape
    if x >= width or y >= height:
        return
    sxx = float32(0)
    sxy = float32(0)
    syy = float32(0)
    sxt = float32(0)
    syt = float32(0)
    for j in range(max(y - radius, 1), min(y + radius + 1, height - 1)):
        for i in range(max(x - radius, 1), min(x + radius + 1, width - 1)):
            ix = (prev[j, i + 1] - prev[j, i - 1]) * float32(0.5)
            iy = (prev[j + 1, i] - prev[j - 1, i]) * float32(0.5)
            it = curr[j, i] - prev[j, i]
            sxx += ix * ix
            sxy += ix * iy
            syy += iy * iy
            sxt += ix * it
            syt += iy * it
    half = (sxx + syy) * float32(0.5)
    det = sxx * syy - sxy * sxy
    lesser = half - math.sqrt(max(half * half - det, float32(0)))
    u = float32(0)
    v = float32(0)
    if lesser > threshold:
        u = (sxy * syt - syy * sxt) / det
        v = (sxy * sxt - sxx * syt) / det
    flow[y, x, 0] = u
    flow[y, x, 1] = v
