from numba import cuda


@cuda.jit(device=True)
def clamp(value, low, high):
    return max(low, min(value, high))


@cuda.jit("void(uint8[:, ::1], uint8[:, ::1])")
def edges(image, out):
    x, y = cuda.grid(2)
    height, width = image.shape
    if x < width and y < height:
        left = clamp(x - 1, 0, width - 1)
        right = clamp(x + 1, 0, width - 1)
        above = clamp(y - 1, 0, height - 1)
        below = clamp(y + 1, 0, height - 1)
        a = int(image[above, left])
        b = int(image[above, x])
        c = int(image[above, right])
        d = int(image[y, left])
        e = int(image[y, right])
        f = int(image[below, left])
        g = int(image[below, x])
        h = int(image[below, right])
        across = abs(c + 2 * e + h - a - 2 * d - f)
        down = abs(f + 2 * g + h - a - 2 * b - c)
        out[y, x] = clamp(across + down, 0, 255)
