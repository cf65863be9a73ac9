from numba import cuda, int32, int8

QUERY = 128
LETTERS = 24


@cuda.jit("void(uint8[::1], uint8[:, ::1], int32[::1], int8[:, ::1], int32, int32, int32[::1])")
def sw_affine(query, database, lengths, blosum, gap_open, gap_extend, scores):
    """Smith-Waterman with affine gaps: a block has a sequence, a thread a letter of the query; by antidiagonals."""
    subst = cuda.shared.array((LETTERS, LETTERS), int8)
    h_row = cuda.shared.array((2, QUERY + 1), int32)
    f_row = cuda.shared.array((2, QUERY + 1), int32)
    best_score = cuda.shared.array(1, int32)
    i = cuda.threadIdx.x
    seq = cuda.blockIdx.x
    for e in range(i, LETTERS * LETTERS, QUERY):
        subst[e // LETTERS, e % LETTERS] = blosum[e // LETTERS, e % LETTERS]
    for side in range(2):
        h_row[side, i + 1] = 0
        f_row[side, i + 1] = -10000
        if i == 0:
            h_row[side, 0] = 0
            f_row[side, 0] = -10000
    if i == 0:
        best_score[0] = 0
    letter = query[i]
    length = lengths[seq]
    diag_h = int32(0)
    e_gap = int32(-10000)
    h = int32(0)
    best = int32(0)
    cuda.syncthreads()
    for step in range(length + QUERY - 1):
        now = step % 2
        before = 1 - now
        j = step - i
        if j >= 0 and j < length:
            up = h_row[before, i]
            f_gap = max(up - gap_open, f_row[before, i] - gap_extend)
            e_gap = max(h - gap_open, e_gap - gap_extend)
            h = max(0, diag_h + subst[letter, database[seq, j]], e_gap, f_gap)
            diag_h = up
            best = max(best, h)
            h_row[now, i + 1] = h
            f_row[now, i + 1] = f_gap
        cuda.syncthreads()
    cuda.atomic.max(best_score, 0, best)
    cuda.syncthreads()
    if i == 0:
        scores[seq] = best_score[0]
