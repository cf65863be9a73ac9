import math

from numba import cuda, complex64, float32


@cuda.jit("void(complex64[:, ::1], float32[:, ::1], float32, float32, float32, float32, complex64[:, ::1])")
def sar_backproject(profiles, platform, spacing, near, step, wavenumber, image):
    """Each pixel sums, over pulses, what came back from its range, with the phase of that range undone."""
    x, y = cuda.grid(2)
    rows, cols = image.shape
    if x >= cols or y >= rows:
        return
    px = (x - cols // 2) * spacing
    py = (y - rows // 2) * spacing
    total = complex64(0)
    for p in range(profiles.shape[0]):
        dx = px - platform[p, 0]
        dy = py - platform[p, 1]
        dz = platform[p, 2]
        distance = math.sqrt(dx * dx + dy * dy + dz * dz)
        place = (distance - near) / step
        k = int(place)
        if k >= 0 and k + 1 < profiles.shape[1]:
            share = place - k
            sample = profiles[p, k] * (float32(1) - share) + profiles[p, k + 1] * share
            phase = wavenumber * (distance - near)
            total += sample * complex(math.cos(phase), math.sin(phase))
    image[y, x] = total
