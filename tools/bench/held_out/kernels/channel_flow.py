from numba import cuda, float32

# Nine velocities: none, along the axes, and between them.
CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
OPPOSITE = (0, 3, 4, 1, 2, 7, 8, 5, 6)
WEIGHT = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)


@cuda.jit("void(float32[:, :, ::1], boolean[:, ::1], float32, float32, float32[:, :, ::1])")
def channel_flow(f, solid, omega, push, f_next):
    """A step of the lattice Boltzmann method: what flows in, walls that send it back, collisions."""
    i = cuda.grid(1)
    ny = f.shape[1]
    nx = f.shape[2]
    if i >= ny * nx:
        return
    x = i % nx
    y = i // nx
    here = cuda.local.array(9, float32)
    for k in range(9):
        here[k] = f[k, (y - CY[k]) % ny, (x - CX[k]) % nx]
    if solid[y, x]:
        for k in range(9):
            f_next[k, y, x] = here[OPPOSITE[k]]
        return
    rho = float32(0.0)
    ux = float32(0.0)
    uy = float32(0.0)
    for k in range(9):
        rho += here[k]
        ux += here[k] * CX[k]
        uy += here[k] * CY[k]
    ux = ux / rho + push
    uy = uy / rho
    speed = ux * ux + uy * uy
    for k in range(9):
        along = float32(3.0) * (CX[k] * ux + CY[k] * uy)
        even = float32(WEIGHT[k]) * rho * (1 + along + float32(0.5) * along * along - float32(1.5) * speed)
        f_next[k, y, x] = here[k] + omega * (even - here[k])
