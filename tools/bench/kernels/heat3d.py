from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], int32, int32, int32, float32)")
def heat3d(u, v, nx, ny, nz, r):
    i, j, k = cuda.grid(3)
    if i >= nx or j >= ny or k >= nz:
        return
    p = (k * ny + j) * nx + i
    if i == 0 or i == nx - 1 or j == 0 or j == ny - 1 or k == 0 or k == nz - 1:
        v[p] = u[p]
        return
    plane = nx * ny
    around = u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx] + u[p - plane] + u[p + plane]
    v[p] = u[p] + r * (around - 6 * u[p])
