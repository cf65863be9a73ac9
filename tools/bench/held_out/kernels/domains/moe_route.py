import math

from numba import cuda, float32, int32

EXPERTS = 64
WARPS = 4
FULL = 0xFFFFFFFF


@cuda.jit(device=True)
def warp_best(value, index):
    for offset in (16, 8, 4, 2, 1):
        other = cuda.shfl_xor_sync(FULL, value, offset)
        where = cuda.shfl_xor_sync(FULL, index, offset)
        if other > value or (other == value and where < index):
            value = other
            index = where
    return value, index


@cuda.jit("void(float32[:, ::1], int32[:, ::1], float32[:, ::1], int32[:, ::1], int32[::1])")
def moe_route(logits, chosen, weights, position, load):
    """The two best of 64 experts for each token, their weights, and the token's place in each one's queue."""
    lane = cuda.threadIdx.x % 32
    token = cuda.blockIdx.x * WARPS + cuda.threadIdx.x // 32
    if token >= logits.shape[0]:
        return
    a = logits[token, lane]
    b = logits[token, lane + 32]
    first, e1 = warp_best(max(a, b), int32(lane if a >= b else lane + 32))
    if lane == e1:
        a = float32(-math.inf)
    if lane + 32 == e1:
        b = float32(-math.inf)
    second, e2 = warp_best(max(a, b), int32(lane if a >= b else lane + 32))
    if lane < 2:
        expert = e1 if lane == 0 else e2
        share = float32(1) / (float32(1) + math.exp(second - first))
        chosen[token, lane] = expert
        weights[token, lane] = share if lane == 0 else float32(1) - share
        position[token, lane] = cuda.atomic.add(load, expert, 1)
