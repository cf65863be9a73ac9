from numba import cuda, uint32

EMPTY = 0xFFFFFFFF


@cuda.jit(device=True)
def mix(h):
    h = uint32(h ^ (h >> 16))
    h = uint32(h * uint32(0x85EBCA6B))
    h = uint32(h ^ (h >> 13))
    h = uint32(h * uint32(0xC2B2AE35))
    return uint32(h ^ (h >> 16))


@cuda.jit("void(uint32[::1], int32[::1], uint32[::1], int32[::1])")
def hash_probe(keys, values, queries, out):
    """Looks up in a table with open addressing."""
    i = cuda.grid(1)
    if i < queries.size:
        key = queries[i]
        mask = keys.size - 1
        slot = mix(key) & mask
        result = -1
        while keys[slot] != EMPTY:
            if keys[slot] == key:
                result = values[slot]
                break
            slot = (slot + 1) & mask
        out[i] = result
