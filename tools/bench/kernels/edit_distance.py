from numba import cuda, int32, uint8

LENGTH = 256  # of both texts, and of the block
COLUMNS = LENGTH + 1


@cuda.jit("void(uint8[:, ::1], uint8[:, ::1], int32[::1])")
def edit_distance(first, second, distance):
    """A pair of texts a block, by antidiagonals: thread t has column t + 1."""
    table = cuda.shared.array((3, COLUMNS), int32)
    text = cuda.shared.array(LENGTH, uint8)
    pair = cuda.blockIdx.x
    t = cuda.threadIdx.x
    column = t + 1
    text[t] = first[pair, t]
    letter = second[pair, t]
    if t == 0:
        table[0, 0] = 0
    cuda.syncthreads()
    for k in range(1, 2 * LENGTH + 1):
        row = k - column
        if t == 0:
            table[k % 3, 0] = k
        if row == 0:
            table[k % 3, column] = column
        elif 0 < row <= LENGTH:
            cost = 0 if text[row - 1] == letter else 1
            changed = table[(k - 2) % 3, column - 1] + cost
            left = table[(k - 1) % 3, column - 1] + 1
            above = table[(k - 1) % 3, column] + 1
            table[k % 3, column] = min(changed, left, above)
        cuda.syncthreads()
    if t == LENGTH - 1:
        distance[pair] = table[(2 * LENGTH) % 3, LENGTH]
