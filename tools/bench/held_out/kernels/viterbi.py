from numba import cuda, float32

STATES = 64  # and the block


@cuda.jit("void(float32[:, ::1], float32[:, ::1], uint8[:, ::1], uint8[:, :, ::1], uint8[:, ::1], float32[::1])")
def viterbi(transition, emission, observed, came_from, path, likelihood):
    """The likeliest states behind a row of observations: a row a block, a state a thread."""
    score = cuda.shared.array((2, STATES), float32)
    step = cuda.shared.array((STATES, STATES), float32)
    row = cuda.blockIdx.x
    state = cuda.threadIdx.x
    length = observed.shape[1]
    for before in range(STATES):
        step[before, state] = transition[before, state]
    score[0, state] = emission[observed[row, 0], state]
    cuda.syncthreads()
    for k in range(1, length):
        old = (k - 1) % 2
        best = score[old, 0] + step[0, state]
        where = 0
        for before in range(1, STATES):
            candidate = score[old, before] + step[before, state]
            if candidate > best:
                best = candidate
                where = before
        came_from[row, k, state] = where
        score[k % 2, state] = best + emission[observed[row, k], state]
        cuda.syncthreads()
    if state == 0:
        last = (length - 1) % 2
        best = score[last, 0]
        where = 0
        for before in range(1, STATES):
            if score[last, before] > best:
                best = score[last, before]
                where = before
        likelihood[row] = best
        for k in range(length - 1, 0, -1):
            path[row, k] = where
            where = came_from[row, k, where]
        path[row, 0] = where
