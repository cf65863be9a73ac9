import math

from numba import cuda, float32, uint8

ROWS = 4  # of the read, a lane
WARPS = 4
FULL = 0xFFFFFFFF
UNKNOWN = 4
START = float32(2.0**100)


@cuda.jit("void(uint8[:, ::1], uint8[:, ::1], int32[::1], uint8[:, ::1], int32[::1], float32, float32, float32[::1])")
def pair_hmm(reads, quals, read_len, haps, hap_len, gap_open, gap_extend, likelihood):
    """log10 of the probability of each read given its haplotype: the forward algorithm, a warp a pair."""
    lane = cuda.threadIdx.x % 32
    pair = cuda.blockIdx.x * WARPS + cuda.threadIdx.x // 32
    if pair >= reads.shape[0]:
        return
    base = cuda.local.array(ROWS, uint8)
    wrong = cuda.local.array(ROWS, float32)
    m = cuda.local.array(ROWS, float32)
    x = cuda.local.array(ROWS, float32)
    y = cuda.local.array(ROWS, float32)
    rows = read_len[pair]
    columns = hap_len[pair]
    for k in range(ROWS):
        base[k] = reads[pair, lane * ROWS + k]
        wrong[k] = float32(10) ** (float32(quals[pair, lane * ROWS + k]) * float32(-0.1))
        m[k] = 0
        x[k] = 0
        y[k] = 0
    stay = float32(1) - float32(2) * gap_open
    close = float32(1) - gap_extend
    first = START / float32(columns)
    diag_m, diag_x, diag_y = float32(0), float32(0), float32(0)
    if lane == 0:
        diag_y = first
    total = float32(0)
    for step in range(columns + 31):
        up_m = cuda.shfl_up_sync(FULL, m[ROWS - 1], 1)
        up_x = cuda.shfl_up_sync(FULL, x[ROWS - 1], 1)
        up_y = cuda.shfl_up_sync(FULL, y[ROWS - 1], 1)
        if lane == 0:
            up_m = float32(0)
            up_x = float32(0)
            up_y = first
        next_m, next_x, next_y = up_m, up_x, up_y
        column = step - lane
        if 0 <= column < columns:
            letter = haps[pair, column]
            for k in range(ROWS):
                if base[k] == letter or base[k] == UNKNOWN or letter == UNKNOWN:
                    prior = float32(1) - wrong[k]
                else:
                    prior = wrong[k] / float32(3)
                new_m = prior * (stay * diag_m + close * (diag_x + diag_y))
                new_x = gap_open * up_m + gap_extend * up_x
                new_y = gap_open * m[k] + gap_extend * y[k]
                diag_m, diag_x, diag_y = m[k], x[k], y[k]
                m[k], x[k], y[k] = new_m, new_x, new_y
                up_m, up_x, up_y = new_m, new_x, new_y
                if lane * ROWS + k == rows - 1:
                    total += new_m + new_x
        diag_m, diag_x, diag_y = next_m, next_x, next_y
    if lane == (rows - 1) // ROWS:
        likelihood[pair] = math.log10(total) - math.log10(START)
