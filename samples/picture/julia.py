from numba import cuda


@cuda.jit("void(uint8[:, :, ::1], float64, float64, int32)")
def julia(picture, re, im, limit):
    """How long z*z + c stays small, from the point of each pixel, as a colour."""
    col, row = cuda.grid(2)
    if row < picture.shape[0] and col < picture.shape[1]:
        height = picture.shape[0]
        x = (col - picture.shape[1] // 2) * 3.0 / height
        y = (row - height // 2) * 3.0 / height
        steps = 0
        while steps < limit and x * x + y * y < 4.0:
            x, y = x * x - y * y + re, 2.0 * x * y + im
            steps += 1
        shade = steps * 255 // limit
        picture[row, col, 0] = 255 - shade
        picture[row, col, 1] = 255 - shade * shade // 255
        picture[row, col, 2] = 255 - shade // 2
