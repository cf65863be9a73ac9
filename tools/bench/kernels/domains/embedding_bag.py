from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], int64[::1], int64[::1], float32[::1], int64, float32[:, ::1])")
def embedding_bag(table, indices, offsets, weights, padding_idx, out):
    """Weighted mean of the rows of each bag; x is the feature, y the bag."""
    d, bag = cuda.grid(2)
    if bag >= out.shape[0] or d >= out.shape[1]:
        return
    total = float32(0)
    weight = float32(0)
    for j in range(offsets[bag], offsets[bag + 1]):
        index = indices[j]
        if index == padding_idx:
            continue
        w = weights[j]
        total += w * table[index, d]
        weight += w
    if weight > 0:
        total /= weight
    out[bag, d] = total
