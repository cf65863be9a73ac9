import math

from numba import cuda, float32

D = 64
TILE = 32
THREADS = 128


@cuda.jit("void(float32[:, :, ::1], float32[:, :, ::1], float32[:, :, ::1], float32, float32[:, :, ::1])")
def attention_online(q, k, v, scale, out):
    """Causal attention: a thread has a query, keys and values come in tiles, the softmax is kept as it goes."""
    ks = cuda.shared.array((TILE, D), float32)
    vs = cuda.shared.array((TILE, D), float32)
    query = cuda.local.array(D, float32)
    acc = cuda.local.array(D, float32)
    head = cuda.blockIdx.y
    tid = cuda.threadIdx.x
    row = cuda.blockIdx.x * cuda.blockDim.x + tid
    n = q.shape[1]
    for d in range(D):
        query[d] = q[head, row, d] * scale if row < n else float32(0)
        acc[d] = 0
    m = float32(-1e30)
    l = float32(0)
    last = min(n, (cuda.blockIdx.x + 1) * cuda.blockDim.x)
    for start in range(0, last, TILE):
        for e in range(tid, TILE * D, THREADS):
            r = e // D
            c = e % D
            if start + r < n:
                ks[r, c] = k[head, start + r, c]
                vs[r, c] = v[head, start + r, c]
            else:
                ks[r, c] = 0
                vs[r, c] = 0
        cuda.syncthreads()
        for j in range(TILE):
            if start + j > row:
                break
            s = float32(0)
            for d in range(D):
                s += query[d] * ks[j, d]
            if s > m:
                correction = math.exp(m - s)
                l *= correction
                for d in range(D):
                    acc[d] *= correction
                m = s
            p = math.exp(s - m)
            l += p
            for d in range(D):
                acc[d] += p * vs[j, d]
        cuda.syncthreads()
    if row < n:
        for d in range(D):
            out[head, row, d] = acc[d] / l
