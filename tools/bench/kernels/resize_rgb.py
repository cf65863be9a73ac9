import math

from numba import cuda, float32, uint8


@cuda.jit("void(uint8[:, :, ::1], uint8[:, :, ::1])")
def resize_rgb(image, out):
    """Bilinear."""
    x, y = cuda.grid(2)
    height, width, channels = out.shape
    if x >= width or y >= height:
        return
    rows, cols = image.shape[0], image.shape[1]
    sx = (float32(x) + float32(0.5)) * float32(cols) / float32(width) - float32(0.5)
    sy = (float32(y) + float32(0.5)) * float32(rows) / float32(height) - float32(0.5)
    sx = min(max(sx, float32(0.0)), float32(cols - 1))
    sy = min(max(sy, float32(0.0)), float32(rows - 1))
    x0 = int(math.floor(sx))
    y0 = int(math.floor(sy))
    x1 = min(x0 + 1, cols - 1)
    y1 = min(y0 + 1, rows - 1)
    fx = sx - float32(x0)
    fy = sy - float32(y0)
    for c in range(channels):
        top = image[y0, x0, c] * (float32(1.0) - fx) + image[y0, x1, c] * fx
        bottom = image[y1, x0, c] * (float32(1.0) - fx) + image[y1, x1, c] * fx
        out[y, x, c] = uint8(top * (float32(1.0) - fy) + bottom * fy + float32(0.5))
