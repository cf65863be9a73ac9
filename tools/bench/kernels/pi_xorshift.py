from numba import cuda, float32, uint32


@cuda.jit(device=True)
def xorshift32(state):
    state = uint32(state ^ (state << 13))
    state = uint32(state ^ (state >> 17))
    state = uint32(state ^ (state << 5))
    return state


@cuda.jit("void(uint32, int32, int32[::1])")
def pi_xorshift(seed, samples, hits):
    i = cuda.grid(1)
    if i < hits.size:
        state = xorshift32(uint32(seed + i * 2654435761) | uint32(1))
        scale = float32(1.0 / 4294967296.0)
        inside = 0
        for _ in range(samples):
            state = xorshift32(state)
            x = float32(state) * scale
            state = xorshift32(state)
            y = float32(state) * scale
            if x * x + y * y < float32(1.0):
                inside += 1
        hits[i] = inside
