from numba import cuda, float32


@cuda.jit(device=True)
def wind(field, x, y, z):
    """Between the eight points around; x goes around the world."""
    k = min(max(int(z), 0), field.shape[0] - 2)
    j = min(max(int(y), 0), field.shape[1] - 2)
    west = min(int(x), field.shape[2] - 1)
    east = west + 1
    if east == field.shape[2]:
        east = 0
    fx = x - float32(west)
    fy = y - float32(j)
    fz = z - float32(k)
    low_south = field[k, j, west] * (1 - fx) + field[k, j, east] * fx
    low_north = field[k, j + 1, west] * (1 - fx) + field[k, j + 1, east] * fx
    high_south = field[k + 1, j, west] * (1 - fx) + field[k + 1, j, east] * fx
    high_north = field[k + 1, j + 1, west] * (1 - fx) + field[k + 1, j + 1, east] * fx
    low = low_south * (1 - fy) + low_north * fy
    high = high_south * (1 - fy) + high_north * fy
    return low * (1 - fz) + high * fz


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1], float32[:, :, ::1], float32[:, ::1], float32[::1],"
          " float32, int32, float32[:, ::1], int8[::1])")
def ash_fall(u, v, w, release, settling, dt, steps, place, fate):
    """Where ash of a volcano is after some time: in the air, on the ground (1) or out of the map (2)."""
    i = cuda.grid(1)
    if i >= release.shape[0]:
        return
    top = float32(u.shape[0] - 1)
    north = float32(u.shape[1] - 1)
    around = float32(u.shape[2])
    x = release[i, 0]
    y = release[i, 1]
    z = release[i, 2]
    state = 0
    for step in range(steps):
        dx = wind(u, x, y, z) * dt
        dy = wind(v, x, y, z) * dt
        dz = (wind(w, x, y, z) - settling[i]) * dt
        x += dx
        y += dy
        z += dz
        if x < 0:
            x += around
        elif x >= around:
            x -= around
        if y < 0 or y > north:
            state = 2
            break
        if z > top:
            z = top
        if z <= 0:
            z = float32(0)
            state = 1
            break
    place[i, 0] = x
    place[i, 1] = y
    place[i, 2] = z
    fate[i] = state
