from numba import cuda


@cuda.jit(device=True)
def weno5(a, b, c, d, e):
    """What a, b, c, d, e are between c and d, from the left."""
    p0 = (2.0 * a - 7.0 * b + 11.0 * c) / 6.0
    p1 = (-b + 5.0 * c + 2.0 * d) / 6.0
    p2 = (2.0 * c + 5.0 * d - e) / 6.0
    b0 = 13.0 / 12.0 * (a - 2.0 * b + c) ** 2 + 0.25 * (a - 4.0 * b + 3.0 * c) ** 2
    b1 = 13.0 / 12.0 * (b - 2.0 * c + d) ** 2 + 0.25 * (b - d) ** 2
    b2 = 13.0 / 12.0 * (c - 2.0 * d + e) ** 2 + 0.25 * (3.0 * c - 4.0 * d + e) ** 2
    w0 = 0.1 / (1e-6 + b0) ** 2
    w1 = 0.6 / (1e-6 + b1) ** 2
    w2 = 0.3 / (1e-6 + b2) ** 2
    return (w0 * p0 + w1 * p1 + w2 * p2) / (w0 + w1 + w2)


@cuda.jit(device=True)
def flux(u):
    return 0.5 * u * u


@cuda.jit(device=True)
def face_flux(u, y, x, alpha):
    """The Lax-Friedrichs flux between cells x and x + 1 of a row that is a ring."""
    n = u.shape[1]
    v0 = u[y, (x - 2 + n) % n]
    v1 = u[y, (x - 1 + n) % n]
    v2 = u[y, x]
    v3 = u[y, (x + 1) % n]
    v4 = u[y, (x + 2) % n]
    v5 = u[y, (x + 3) % n]
    right = weno5(0.5 * (flux(v0) + alpha * v0), 0.5 * (flux(v1) + alpha * v1), 0.5 * (flux(v2) + alpha * v2),
                  0.5 * (flux(v3) + alpha * v3), 0.5 * (flux(v4) + alpha * v4))
    left = weno5(0.5 * (flux(v5) - alpha * v5), 0.5 * (flux(v4) - alpha * v4), 0.5 * (flux(v3) - alpha * v3),
                 0.5 * (flux(v2) - alpha * v2), 0.5 * (flux(v1) - alpha * v1))
    return right + left


@cuda.jit("void(float64[:, ::1], float64, float64, float64[:, ::1])")
def weno5_burgers(u, alpha, dx, rhs):
    """Right side of Burgers' equation in each row."""
    x, y = cuda.grid(2)
    n = u.shape[1]
    if x < n and y < u.shape[0]:
        rhs[y, x] = -(face_flux(u, y, x, alpha) - face_flux(u, y, (x - 1 + n) % n, alpha)) / dx
