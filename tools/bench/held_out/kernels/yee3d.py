from numba import cuda


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1], float32[:, :, ::1], "
          "float32[:, :, ::1], float32[:, :, ::1], float32[:, :, ::1], float32)")
def yee3d(ex, ey, ez, hx, hy, hz, c):
    """The electric field's half of a step on a staggered grid."""
    k, j, i = cuda.grid(3)
    nx, ny, nz = ex.shape
    if 0 < i < nx and 0 < j < ny and 0 < k < nz:
        ex[i, j, k] += c * ((hz[i, j, k] - hz[i, j - 1, k]) - (hy[i, j, k] - hy[i, j, k - 1]))
        ey[i, j, k] += c * ((hx[i, j, k] - hx[i, j, k - 1]) - (hz[i, j, k] - hz[i - 1, j, k]))
        ez[i, j, k] += c * ((hy[i, j, k] - hy[i - 1, j, k]) - (hx[i, j, k] - hx[i, j - 1, k]))
