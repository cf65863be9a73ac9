from numba import cuda, float32


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1])")
def rgb_to_hsv(image, out):
    """Hue in degrees."""
    x, y = cuda.grid(2)
    if y >= image.shape[0] or x >= image.shape[1]:
        return
    r, g, b = image[y, x, 0], image[y, x, 1], image[y, x, 2]
    high = max(r, g, b)
    spread = high - min(r, g, b)
    hue = float32(0.0)
    if spread > 0:
        if high == r:
            hue = (g - b) / spread
        elif high == g:
            hue = (b - r) / spread + float32(2.0)
        else:
            hue = (r - g) / spread + float32(4.0)
        if hue < 0:
            hue += float32(6.0)
    out[y, x, 0] = hue * float32(60.0)
    out[y, x, 1] = spread / high if high > 0 else float32(0.0)
    out[y, x, 2] = high
