from numba import cuda


@cuda.jit("void(uint64[:, ::1], uint64[:, ::1], int32, int32, uint8[:, ::1])")
def census_match(left, right, max_disp, radius, disparity):
    """Disparity of the least Hamming distance of census words, summed in a window; 255 where it is not unique."""
    x, y = cuda.grid(2)
    height, width = left.shape
    if x < radius + max_disp - 1 or x >= width - radius or y < radius or y >= height - radius:
        if x < width and y < height:
            disparity[y, x] = 255
        return
    best = 1 << 30
    second = 1 << 30
    best_d = 0
    for d in range(max_disp):
        cost = 0
        for dy in range(-radius, radius + 1):
            for dx in range(-radius, radius + 1):
                cost += cuda.popc(left[y + dy, x + dx] ^ right[y + dy, x + dx - d])
        if cost < best:
            second = best
            best = cost
            best_d = d
        elif cost < second:
            second = cost
    if best * 100 > second * 95:
        best_d = 255
    disparity[y, x] = best_d
