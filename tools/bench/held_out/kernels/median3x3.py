from numba import cuda, uint8


@cuda.jit("void(uint8[:, ::1], uint8[:, ::1])")
def median3x3(image, out):
    x, y = cuda.grid(2)
    height, width = image.shape
    if x < 1 or y < 1 or x >= width - 1 or y >= height - 1:
        return
    window = cuda.local.array(9, uint8)
    n = 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            window[n] = image[y + dy, x + dx]
            n += 1
    for a in range(5):
        for b in range(a + 1, 9):
            if window[b] < window[a]:
                window[a], window[b] = window[b], window[a]
    out[y, x] = window[4]
