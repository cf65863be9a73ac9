from numba import cuda, uint8


@cuda.jit("void(uint8[:, :, ::1], int32[:, ::1], int32, uint8[:, :, ::1])")
def ordered_dither(image, screen, levels, out):
    """An image of a few levels a channel, by a screen of thresholds that is repeated over it."""
    x, y = cuda.grid(2)
    if y >= image.shape[0] or x >= image.shape[1]:
        return
    rows, cols = screen.shape
    threshold = screen[y % rows, x % cols]
    step = 255 // (levels - 1)
    for c in range(3):
        value = image[y, x, c]
        level = value // step
        rest = value % step
        if rest * rows * cols > threshold * step:
            level += 1
        out[y, x, c] = uint8(min(level * step, 255))
