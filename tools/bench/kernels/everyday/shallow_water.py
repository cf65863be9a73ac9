from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1], float32[:, ::1], float32[:, ::1], float32[:, ::1],"
          " float32, float32)")
def shallow_water(h, u, v, next_h, next_u, next_v, dt, dx):
    """Elements are named wherever the formula has them."""
    x, y = cuda.grid(2)
    if 0 < x < h.shape[1] - 1 and 0 < y < h.shape[0] - 1:
        g = float32(9.81)
        next_h[y, x] = h[y, x] - dt / (float32(2) * dx) * (
            u[y, x] * (h[y, x + 1] - h[y, x - 1]) + v[y, x] * (h[y + 1, x] - h[y - 1, x])
            + h[y, x] * (u[y, x + 1] - u[y, x - 1] + v[y + 1, x] - v[y - 1, x]))
        next_u[y, x] = u[y, x] - dt / (float32(2) * dx) * (
            u[y, x] * (u[y, x + 1] - u[y, x - 1]) + v[y, x] * (u[y + 1, x] - u[y - 1, x])
            + g * (h[y, x + 1] - h[y, x - 1]))
        next_v[y, x] = v[y, x] - dt / (float32(2) * dx) * (
            u[y, x] * (v[y, x + 1] - v[y, x - 1]) + v[y, x] * (v[y + 1, x] - v[y - 1, x])
            + g * (h[y + 1, x] - h[y - 1, x]))
