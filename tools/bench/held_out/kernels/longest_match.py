from numba import cuda

LEAST, MOST = 3, 258


@cuda.jit("void(uint8[::1], int32[::1], int32, int32, int32[::1], int32[::1])")
def longest_match(text, previous, window, depth, length, distance):
    """How a compressor may name what follows each place: by the longest of the earlier texts in its chain."""
    i = cuda.grid(1)
    n = text.size
    if i >= n:
        return
    most = min(n - i, MOST)
    if most < LEAST:
        length[i] = 0
        distance[i] = 0
        return
    best = LEAST - 1
    back = 0
    at = previous[i]
    tries = 0
    while at >= 0 and i - at <= window and tries < depth:
        # It is no longer unless it goes on where the best one ends.
        if text[at + best] == text[i + best]:
            k = 0
            while k < most and text[at + k] == text[i + k]:
                k += 1
            if k > best:
                best = k
                back = i - at
                if best == most:
                    break
        at = previous[at]
        tries += 1
    if back > 0:
        length[i] = best
    else:
        length[i] = 0
    distance[i] = back
