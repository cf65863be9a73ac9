from numba import cuda, float32


@cuda.jit(device=True)
def nearest_image(d, box):
    if d > box * float32(0.5):
        d -= box
    elif d < -box * float32(0.5):
        d += box
    return d


@cuda.jit("void(float32[:, ::1], int32[::1], int32, float32, float32, float32[:, ::1], float32[::1])")
def lj_cells(pos, cell_start, cells, box, cutoff, force, energy):
    """Lennard-Jones forces in a periodic box; atoms are in the order of their cells."""
    i = cuda.grid(1)
    if i >= pos.shape[0]:
        return
    xi = pos[i, 0]
    yi = pos[i, 1]
    zi = pos[i, 2]
    cx = min(int(xi / box * cells), cells - 1)
    cy = min(int(yi / box * cells), cells - 1)
    cz = min(int(zi / box * cells), cells - 1)
    fx = float32(0)
    fy = float32(0)
    fz = float32(0)
    e = float32(0)
    for dz in range(-1, 2):
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                cell = (((cz + dz + cells) % cells) * cells + (cy + dy + cells) % cells) * cells \
                    + (cx + dx + cells) % cells
                for j in range(cell_start[cell], cell_start[cell + 1]):
                    if i == j:
                        continue
                    rx = nearest_image(xi - pos[j, 0], box)
                    ry = nearest_image(yi - pos[j, 1], box)
                    rz = nearest_image(zi - pos[j, 2], box)
                    r2 = rx * rx + ry * ry + rz * rz
                    if r2 < cutoff * cutoff:
                        inv2 = float32(1) / r2
                        inv6 = inv2 * inv2 * inv2
                        f = float32(24) * inv6 * (float32(2) * inv6 - float32(1)) * inv2
                        fx += f * rx
                        fy += f * ry
                        fz += f * rz
                        e += float32(2) * inv6 * (inv6 - float32(1))
    force[i, 0] = fx
    force[i, 1] = fy
    force[i, 2] = fz
    energy[i] = e
