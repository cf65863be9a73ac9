import math

from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[::1], float32[::1], float32, float32, float32, float32, float32[:, ::1])")
def fan_beam(filtered, cosine, sine, distance, bin_width, pixel, radius, image):
    """A slice from a scanner's filtered projections; its source goes around, its flat detector through the middle."""
    column, row = cuda.grid(2)
    rows, columns = image.shape
    if column >= columns or row >= rows:
        return
    x = (column - float32(0.5) * (columns - 1)) * pixel
    y = (float32(0.5) * (rows - 1) - row) * pixel
    if x * x + y * y > radius * radius:
        image[row, column] = 0
        return
    views, bins = filtered.shape
    middle = float32(0.5) * (bins - 1)
    total = float32(0.0)
    for view in range(views):
        along = x * cosine[view] + y * sine[view]
        across = y * cosine[view] - x * sine[view]
        ratio = distance / (distance - along)
        u = ratio * across / bin_width + middle
        if u < 0 or u >= bins - 1:
            continue  # beside the detector
        k = int(u)
        part = u - k
        value = (1 - part) * filtered[view, k] + part * filtered[view, k + 1]
        total += ratio * ratio * value
    image[row, column] = total * float32(math.pi) / views
