from numba import cuda


@cuda.jit(device=True)
def encode(base):
    if base == 65 or base == 97:  # A
        return 0
    elif base == 67 or base == 99:  # C
        return 1
    elif base == 71 or base == 103:  # G
        return 2
    elif base == 84 or base == 116:  # T
        return 3
    return -1


@cuda.jit("void(uint8[::1], int32, int32[::1])")
def kmer_count(sequence, k, counts):
    """Count canonical k-mers: the lesser of a word and its reverse complement. Words with an N do not count."""
    i = cuda.grid(1)
    if i + k > sequence.shape[0]:
        return
    forward = 0
    reverse = 0
    for j in range(k):
        base = encode(sequence[i + j])
        if base < 0:
            return
        forward = (forward << 2) | base
        reverse = reverse | ((3 - base) << (2 * j))
    cuda.atomic.add(counts, min(forward, reverse), 1)
