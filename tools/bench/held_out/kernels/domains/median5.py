from numba import cuda, uint16


@cuda.jit("void(uint16[:, :], uint16[:, :])")
def median5(image, out):
    """5x5 median filter; edge pixels are repeated."""
    x, y = cuda.grid(2)
    height, width = image.shape
    if x >= width or y >= height:
        return
    window = cuda.local.array(25, uint16)
    n = 0
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            yy = min(max(y + dy, 0), height - 1)
            xx = min(max(x + dx, 0), width - 1)
            window[n] = image[yy, xx]
            n += 1
    for a in range(13):
        smallest = a
        for b in range(a + 1, 25):
            if window[b] < window[smallest]:
                smallest = b
        tmp = window[a]
        window[a] = window[smallest]
        window[smallest] = tmp
    out[y, x] = window[12]
