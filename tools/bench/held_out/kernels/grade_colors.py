from numba import cuda, float32, uint8


@cuda.jit("void(uint8[:, :, ::1], float32[:, :, :, ::1], uint8[:, :, ::1])")
def grade_colors(image, table, out):
    """A cube of colours applied to an image, trilinear between its entries."""
    x, y = cuda.grid(2)
    if y >= image.shape[0] or x >= image.shape[1]:
        return
    last = table.shape[0] - 1
    scale = float32(last) / float32(255)
    red = image[y, x, 0] * scale
    green = image[y, x, 1] * scale
    blue = image[y, x, 2] * scale
    r = min(int(red), last - 1)
    g = min(int(green), last - 1)
    b = min(int(blue), last - 1)
    fr = red - float32(r)
    fg = green - float32(g)
    fb = blue - float32(b)
    one = float32(1.0)
    for c in range(3):
        low = (table[r, g, b, c] * (one - fb) + table[r, g, b + 1, c] * fb) * (one - fg) \
            + (table[r, g + 1, b, c] * (one - fb) + table[r, g + 1, b + 1, c] * fb) * fg
        high = (table[r + 1, g, b, c] * (one - fb) + table[r + 1, g, b + 1, c] * fb) * (one - fg) \
            + (table[r + 1, g + 1, b, c] * (one - fb) + table[r + 1, g + 1, b + 1, c] * fb) * fg
        value = low * (one - fr) + high * fr
        out[y, x, c] = uint8(min(max(value, float32(0.0)), one) * float32(255) + float32(0.5))
