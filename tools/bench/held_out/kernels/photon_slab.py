import math

from numba import cuda, float32, int32, void
from numba.cuda.random import xoroshiro128p_type, xoroshiro128p_uniform_float32


@cuda.jit(void(xoroshiro128p_type[::1], float32, float32, int32, int32[::1], int32[::1]))
def photon_slab(states, thickness, albedo, photons, passed, returned):
    """How many photons a slab that scatters lets through, and sends back; the others it absorbs."""
    i = cuda.grid(1)
    if i >= passed.size:
        return
    through = 0
    back = 0
    for _ in range(photons):
        depth = float32(0.0)
        cosine = float32(1.0)
        while True:
            u = xoroshiro128p_uniform_float32(states, i)
            depth -= cosine * math.log(float32(1.0) - u)
            if depth < float32(0.0):
                back += 1
                break
            if depth > thickness:
                through += 1
                break
            if xoroshiro128p_uniform_float32(states, i) > albedo:
                break
            cosine = float32(2.0) * xoroshiro128p_uniform_float32(states, i) - float32(1.0)
    passed[i] = through
    returned[i] = back
