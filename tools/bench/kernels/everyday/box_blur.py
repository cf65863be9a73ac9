from numba import cuda


@cuda.jit("void(uint8[:, ::1], uint8[:, ::1], int64)")
def box_blur(image, out, radius):
    """Places beyond the edges are moved to them by ifs."""
    x, y = cuda.grid(2)
    height, width = image.shape
    if x >= width or y >= height:
        return
    total = 0
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            row = y + dy
            if row < 0:
                row = 0
            elif row >= height:
                row = height - 1
            col = x + dx
            if col < 0:
                col = 0
            if col >= width:
                col = width - 1
            total += image[row, col]
    out[y, x] = total // ((2 * radius + 1) * (2 * radius + 1))
