from numba import cuda, int64, uint64

EMPTY = -1


@cuda.jit(device=True)
def hash64(key):
    h = uint64(key)
    h ^= h >> uint64(33)
    h *= uint64(0xFF51AFD7ED558CCD)
    h ^= h >> uint64(33)
    return h


@cuda.jit("void(int64[::1], float32[::1], int64[::1], float64[::1], int32[::1], float32[::1])")
def group_by(keys, values, slots, sums, counts, largest):
    """SELECT SUM(v), COUNT(*), MAX(v) GROUP BY key, in a table of open addressing, of a power of two slots."""
    mask = slots.size - 1
    for i in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        key = keys[i]
        slot = int64(hash64(key)) & mask
        while True:
            held = slots[slot]
            if held == EMPTY:
                held = cuda.atomic.cas(slots, slot, EMPTY, key)
            if held == EMPTY or held == key:
                break
            slot = (slot + 1) & mask
        cuda.atomic.add(sums, slot, values[i])
        cuda.atomic.add(counts, slot, 1)
        cuda.atomic.max(largest, slot, values[i])
