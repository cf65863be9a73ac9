from numba import cuda


@cuda.jit(device=True)
def inside(ring, begin, end, x, y):
    """Whether a ray to the east crosses the ring an odd number of times."""
    odd = False
    j = end - 1
    for i in range(begin, end):
        xi, yi = ring[i, 0], ring[i, 1]
        xj, yj = ring[j, 0], ring[j, 1]
        if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
            odd = not odd
        j = i
    return odd


@cuda.jit("void(float64[::1], float64[::1], float64[:, ::1], int32[::1], float64[:, ::1], int16[::1])")
def pickup_zones(lon, lat, ring, first, bounds, zone):
    """In which zone of a city each trip begins, from 1 on; 0 where in none."""
    i = cuda.grid(1)
    if i >= lon.size:
        return
    x = lon[i]
    y = lat[i]
    found = 0
    for k in range(bounds.shape[0]):
        if x < bounds[k, 0] or y < bounds[k, 1] or x > bounds[k, 2] or y > bounds[k, 3]:
            continue
        if inside(ring, first[k], first[k + 1], x, y):
            found = k + 1
            break
    zone[i] = found
