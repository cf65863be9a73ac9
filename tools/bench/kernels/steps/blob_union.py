from numba import cuda


@cuda.jit(device=True)
def find(labels, i):
    while labels[i] != i:
        i = labels[i]
    return i


@cuda.jit(device=True)
def union(labels, a, b):
    while True:
        a = find(labels, a)
        b = find(labels, b)
        if a == b:
            return
        if a < b:
            a, b = b, a
        old = cuda.atomic.min(labels, a, b)
        if old == a:
            return
        a = old


@cuda.jit("void(uint8[:, ::1], int32[::1])")
def blob_union(mask, labels):
    """Connected components: each pixel joins its tree with those of its left and upper neighbours."""
    x, y = cuda.grid(2)
    height, width = mask.shape
    if x >= width or y >= height or not mask[y, x]:
        return
    here = y * width + x
    if x > 0 and mask[y, x - 1]:
        union(labels, here, here - 1)
    if y > 0 and mask[y - 1, x]:
        union(labels, here, here - width)
