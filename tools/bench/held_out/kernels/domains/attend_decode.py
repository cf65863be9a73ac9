import math

from numba import cuda, float32

D = 64
PAGE = 16
WARPS = 4
FULL = 0xFFFFFFFF


@cuda.jit("void(float32[:, :, ::1], float32[:, :, :, ::1], float32[:, :, :, ::1], int32[:, ::1], int32[::1], "
          "float32[:, :, ::1])")
def attend_decode(query, keys, values, table, length, out):
    """Attention of one new token to a paged cache: a block a head; its warps share the past, and join at the end."""
    head = cuda.blockIdx.x
    request = cuda.blockIdx.y
    lane = cuda.threadIdx.x % 32
    warp = cuda.threadIdx.x // 32
    most = cuda.shared.array(WARPS, float32)
    sums = cuda.shared.array(WARPS, float32)
    parts = cuda.shared.array((WARPS, D), float32)
    scale = float32(1.0 / math.sqrt(D))
    q0 = query[request, head, lane] * scale
    q1 = query[request, head, lane + 32] * scale
    m = float32(-math.inf)
    total = float32(0.0)
    acc0 = float32(0.0)
    acc1 = float32(0.0)
    for t in range(warp, length[request], WARPS):
        page = table[request, t // PAGE]
        slot = t % PAGE
        s = q0 * keys[page, head, slot, lane] + q1 * keys[page, head, slot, lane + 32]
        for offset in (16, 8, 4, 2, 1):
            s += cuda.shfl_xor_sync(FULL, s, offset)
        larger = max(m, s)
        fade = math.exp(m - larger)
        p = math.exp(s - larger)
        total = total * fade + p
        acc0 = acc0 * fade + p * values[page, head, slot, lane]
        acc1 = acc1 * fade + p * values[page, head, slot, lane + 32]
        m = larger
    if lane == 0:
        most[warp] = m
        sums[warp] = total
    parts[warp, lane] = acc0
    parts[warp, lane + 32] = acc1
    cuda.syncthreads()
    d = cuda.threadIdx.x
    if d < D:
        largest = max(max(most[0], most[1]), max(most[2], most[3]))
        above = float32(0.0)
        below = float32(0.0)
        for w in range(WARPS):
            fade = math.exp(most[w] - largest)
            above += fade * parts[w, d]
            below += fade * sums[w]
        out[request, head, d] = above / below
