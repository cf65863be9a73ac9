from numba import cuda, float64


@cuda.jit(device=True)
def matmul(a, b, out):
    for i in range(4):
        for j in range(4):
            s = 0.0
            for k in range(4):
                s += a[i, k] * b[k, j]
            out[i, j] = s


@cuda.jit("void(float64[:, :], float64[:, :, :], float64[:, :], float64[:, :], float64[:, :], float64)")
def kalman_step(x, P, z, F, Q, r):
    """Predict and update of a filter for each track: state x, y, vx, vy; x and y are measured (nan: missed)."""
    n = cuda.grid(1)
    if n >= x.shape[0]:
        return
    FP = cuda.local.array((4, 4), float64)
    FT = cuda.local.array((4, 4), float64)
    Pp = cuda.local.array((4, 4), float64)
    xp = cuda.local.array(4, float64)
    K = cuda.local.array((4, 2), float64)
    for i in range(4):
        xp[i] = 0
        for j in range(4):
            xp[i] += F[i, j] * x[n, j]
            FT[j, i] = F[i, j]
    matmul(F, P[n], FP)
    matmul(FP, FT, Pp)
    for i in range(4):
        for j in range(4):
            Pp[i, j] += Q[i, j]
    if z[n, 0] != z[n, 0]:
        for i in range(4):
            x[n, i] = xp[i]
            for j in range(4):
                P[n, i, j] = Pp[i, j]
        return
    s00 = Pp[0, 0] + r
    s01 = Pp[0, 1]
    s10 = Pp[1, 0]
    s11 = Pp[1, 1] + r
    det = s00 * s11 - s01 * s10
    for i in range(4):
        K[i, 0] = (Pp[i, 0] * s11 - Pp[i, 1] * s10) / det
        K[i, 1] = (Pp[i, 1] * s00 - Pp[i, 0] * s01) / det
    dx = z[n, 0] - xp[0]
    dy = z[n, 1] - xp[1]
    for i in range(4):
        x[n, i] = xp[i] + K[i, 0] * dx + K[i, 1] * dy
        for j in range(4):
            P[n, i, j] = Pp[i, j] - K[i, 0] * Pp[0, j] - K[i, 1] * Pp[1, j]
