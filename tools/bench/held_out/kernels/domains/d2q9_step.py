from numba import cuda, float32

# at rest, east, north, west, south, north-east, north-west, south-west, south-east
CX = (0, 1, 0, -1, 0, 1, -1, -1, 1)
CY = (0, 0, 1, 0, -1, 1, 1, -1, -1)
OPPOSITE = (0, 3, 4, 1, 2, 7, 8, 5, 6)
WEIGHT = (4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36)


@cuda.jit("void(float32[:, :, ::1], uint8[:, ::1], float32, float32[:, :, ::1])")
def d2q9_step(f, solid, omega, out):
    """A step of the lattice Boltzmann method: stream, bounce back at what is solid, else relax."""
    x, y = cuda.grid(2)
    _, height, width = f.shape
    if x >= width or y >= height:
        return
    here = cuda.local.array(9, float32)
    rho = float32(0.0)
    ux = float32(0.0)
    uy = float32(0.0)
    for q in range(9):
        xs = (x - CX[q] + width) % width
        ys = (y - CY[q] + height) % height
        here[q] = f[q, ys, xs]
        rho += here[q]
        ux += CX[q] * here[q]
        uy += CY[q] * here[q]
    if solid[y, x]:
        for q in range(9):
            out[q, y, x] = here[OPPOSITE[q]]
        return
    ux /= rho
    uy /= rho
    square = float32(1.5) * (ux * ux + uy * uy)
    for q in range(9):
        cu = float32(3.0) * (CX[q] * ux + CY[q] * uy)
        rest = float32(WEIGHT[q]) * rho * (float32(1.0) + cu + float32(0.5) * cu * cu - square)
        out[q, y, x] = here[q] + omega * (rest - here[q])
