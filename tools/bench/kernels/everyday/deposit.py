import math

from numba import cuda, float32


@cuda.jit("void(float32[::1], float32[::1], float32[::1], float32[:, ::1])")
def deposit(px, py, charge, density):
    """Each particle's charge on the four points around it."""
    i = cuda.grid(1)
    if i < px.size:
        x = px[i]
        y = py[i]
        ix = int(math.floor(x))
        iy = int(math.floor(y))
        fx = x - float32(ix)
        fy = y - float32(iy)
        q = charge[i]
        cuda.atomic.add(density, (iy, ix), q * (1 - fx) * (1 - fy))
        cuda.atomic.add(density, (iy, ix + 1), q * fx * (1 - fy))
        cuda.atomic.add(density, (iy + 1, ix), q * (1 - fx) * fy)
        cuda.atomic.add(density, (iy + 1, ix + 1), q * fx * fy)
