import math

from numba import cuda, float32


@cuda.jit(device=True)
def sample(image, x, y):
    """Between four pixels; nothing outside."""
    x0 = int(math.floor(x))
    y0 = int(math.floor(y))
    if x0 < 0 or y0 < 0 or x0 + 1 >= image.shape[1] or y0 + 1 >= image.shape[0]:
        return float32(0)
    fx = x - x0
    fy = y - y0
    return ((1 - fy) * ((1 - fx) * image[y0, x0] + fx * image[y0, x0 + 1])
            + fy * ((1 - fx) * image[y0 + 1, x0] + fx * image[y0 + 1, x0 + 1]))


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32)")
def rotate_image(image, out, angle):
    x, y = cuda.grid(2)
    height, width = out.shape
    if x < width and y < height:
        from_middle_x = float32(x - width // 2)
        from_middle_y = float32(y - height // 2)
        sx = from_middle_x * math.cos(angle) + from_middle_y * math.sin(angle) + float32(width // 2)
        sy = from_middle_y * math.cos(angle) - from_middle_x * math.sin(angle) + float32(height // 2)
        out[y, x] = sample(image, sx, sy)
