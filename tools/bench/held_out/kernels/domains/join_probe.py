from numba import cuda, uint32

EMPTY = uint32(0xFFFFFFFF)


@cuda.jit(device=True)
def mix(h):
    h = uint32(h ^ (h >> 16))
    h = uint32(h * 0x85EBCA6B)
    h = uint32(h ^ (h >> 13))
    h = uint32(h * 0xC2B2AE35)
    return uint32(h ^ (h >> 16))


@cuda.jit("void(uint32[::1], int32[::1], uint32[::1], int32[::1])")
def join_probe(keys, rows, wanted, found):
    """The row of each wanted key in a table of open addressing, of a power of two slots; -1 where there is none."""
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    mask = uint32(keys.shape[0] - 1)
    for i in range(start, wanted.shape[0], stride):
        key = wanted[i]
        slot = mix(key) & mask
        row = -1
        while keys[slot] != EMPTY:
            if keys[slot] == key:
                row = rows[slot]
                break
            slot = (slot + uint32(1)) & mask
        found[i] = row
