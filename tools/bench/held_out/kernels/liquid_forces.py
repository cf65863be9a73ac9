from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], int32[:, :, ::1], int32[:, :, ::1], int32[::1], float32, float32, "
          "float32[:, ::1], float32[::1])")
def liquid_forces(position, first, count, members, box, cutoff, force, energy):
    """Lennard-Jones forces in a periodic box, each particle's from the members of the 27 cells around it."""
    i = cuda.grid(1)
    if i >= position.shape[0]:
        return
    cells = first.shape[0]
    x = position[i, 0]
    y = position[i, 1]
    z = position[i, 2]
    cx = min(int(x / box * cells), cells - 1)
    cy = min(int(y / box * cells), cells - 1)
    cz = min(int(z / box * cells), cells - 1)
    half = float32(0.5) * box
    fx = float32(0.0)
    fy = float32(0.0)
    fz = float32(0.0)
    total = float32(0.0)
    for dz in range(-1, 2):
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                kz = (cz + dz) % cells
                ky = (cy + dy) % cells
                kx = (cx + dx) % cells
                for m in range(count[kz, ky, kx]):
                    j = members[first[kz, ky, kx] + m]
                    if j == i:
                        continue
                    rx = x - position[j, 0]
                    ry = y - position[j, 1]
                    rz = z - position[j, 2]
                    # The nearest of the other's images.
                    if rx > half:
                        rx -= box
                    elif rx < -half:
                        rx += box
                    if ry > half:
                        ry -= box
                    elif ry < -half:
                        ry += box
                    if rz > half:
                        rz -= box
                    elif rz < -half:
                        rz += box
                    r2 = rx * rx + ry * ry + rz * rz
                    if r2 < cutoff * cutoff:
                        s2 = 1 / r2
                        s6 = s2 * s2 * s2
                        push = 24 * s2 * s6 * (2 * s6 - 1)
                        fx += push * rx
                        fy += push * ry
                        fz += push * rz
                        total += 2 * s6 * (s6 - 1)
    force[i, 0] = fx
    force[i, 1] = fy
    force[i, 2] = fz
    energy[i] = total
