from numba import cuda, float64

STATES = 4
CATEGORIES = 4
SMALL = 2.0**-128
LARGE = 2.0**128


@cuda.jit("void(float64[:, :, ::1], float64[:, :, ::1], float64[:, :, ::1], float64[:, :, ::1], int32[::1], "
          "float64[:, :, ::1])")
def prune_sites(left, right, p_left, p_right, scalings, parent):
    """Felsenstein's pruning at a node of a tree of species: a thread has a site, for all categories of rates."""
    pl = cuda.shared.array((CATEGORIES, STATES, STATES), float64)
    pr = cuda.shared.array((CATEGORIES, STATES, STATES), float64)
    tid = cuda.threadIdx.x
    if tid < CATEGORIES * STATES * STATES:
        c, s, t = tid // 16, tid // 4 % 4, tid % 4
        pl[c, s, t] = p_left[c, s, t]
        pr[c, s, t] = p_right[c, s, t]
    cuda.syncthreads()
    site = cuda.grid(1)
    if site >= left.shape[1]:
        return
    result = cuda.local.array((CATEGORIES, STATES), float64)
    largest = 0.0
    for c in range(CATEGORIES):
        for s in range(STATES):
            from_left = 0.0
            from_right = 0.0
            for t in range(STATES):
                from_left += pl[c, s, t] * left[c, site, t]
                from_right += pr[c, s, t] * right[c, site, t]
            result[c, s] = from_left * from_right
            largest = max(largest, result[c, s])
    factor = 1.0
    if largest < SMALL:
        factor = LARGE
        scalings[site] += 1
    for c in range(CATEGORIES):
        for s in range(STATES):
            parent[c, site, s] = result[c, s] * factor
