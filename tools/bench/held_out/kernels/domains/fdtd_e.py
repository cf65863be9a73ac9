from numba import cuda


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1], float32[:, :, ::1], float32[:, :, ::1], float32[:, :, ::1],"
          " float32[:, :, ::1], float32[:, :, ::1], float32, float32)")
def fdtd_e(ex, ey, ez, hx, hy, hz, eps, dt, dx):
    """The electric half of a Yee step in 3D, axes in the order x, y, z."""
    k, j, i = cuda.grid(3)
    nx, ny, nz = ex.shape
    if i >= nx or j >= ny or k >= nz:
        return
    coef = dt / (eps[i, j, k] * dx)
    if j > 0 and k > 0:
        ex[i, j, k] += coef * ((hz[i, j, k] - hz[i, j - 1, k]) - (hy[i, j, k] - hy[i, j, k - 1]))
    if i > 0 and k > 0:
        ey[i, j, k] += coef * ((hx[i, j, k] - hx[i, j, k - 1]) - (hz[i, j, k] - hz[i - 1, j, k]))
    if i > 0 and j > 0:
        ez[i, j, k] += coef * ((hy[i, j, k] - hy[i - 1, j, k]) - (hx[i, j, k] - hx[i, j - 1, k]))
