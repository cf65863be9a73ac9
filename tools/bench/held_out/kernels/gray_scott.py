from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1], float32[:, ::1], "
          "float32, float32, float32, float32, float32)")
def gray_scott(u, v, u_next, v_next, du, dv, feed, kill, dt):
    """A step of two substances that react and diffuse."""
    i, j = cuda.grid(2)
    n, m = u.shape
    if 0 < i < n - 1 and 0 < j < m - 1:
        lap_u = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j]
        lap_v = v[i - 1, j] + v[i + 1, j] + v[i, j - 1] + v[i, j + 1] - 4 * v[i, j]
        reaction = u[i, j] * v[i, j] * v[i, j]
        u_next[i, j] = u[i, j] + dt * (du * lap_u - reaction + feed * (1 - u[i, j]))
        v_next[i, j] = v[i, j] + dt * (dv * lap_v + reaction - (feed + kill) * v[i, j])
