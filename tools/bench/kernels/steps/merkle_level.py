import numpy as np
from numba import cuda, uint64

ROUND = np.array([
    0x0000000000000001, 0x0000000000008082, 0x800000000000808A, 0x8000000080008000, 0x000000000000808B,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008A, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000A, 0x000000008000808B, 0x800000000000008B, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800A, 0x800000008000000A,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008], dtype=np.uint64)
ROTATE = (1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44)
LANE = (10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1)


@cuda.jit(device=True)
def rotl(x, n):
    return (x << uint64(n)) | (x >> uint64(64 - n))


@cuda.jit(device=True)
def keccak_f(a):
    c = cuda.local.array(5, uint64)
    for r in range(24):
        for i in range(5):
            c[i] = a[i] ^ a[i + 5] ^ a[i + 10] ^ a[i + 15] ^ a[i + 20]
        for i in range(5):
            d = c[(i + 4) % 5] ^ rotl(c[(i + 1) % 5], 1)
            for j in range(0, 25, 5):
                a[i + j] ^= d
        t = a[1]
        for i in range(24):
            held = a[LANE[i]]
            a[LANE[i]] = rotl(t, ROTATE[i])
            t = held
        for j in range(0, 25, 5):
            for i in range(5):
                c[i] = a[j + i]
            for i in range(5):
                a[j + i] ^= ~c[(i + 1) % 5] & c[(i + 2) % 5]
        a[0] ^= ROUND[r]


@cuda.jit("void(uint64[:, ::1], uint64[:, ::1])")
def merkle_level(nodes, parents):
    """The next level of a Merkle tree: SHA3-256 of each two neighbouring hashes."""
    i = cuda.grid(1)
    if i >= parents.shape[0]:
        return
    state = cuda.local.array(25, uint64)
    for k in range(25):
        state[k] = 0
    for k in range(4):
        state[k] = nodes[2 * i, k]
        state[4 + k] = nodes[2 * i + 1, k]
    state[8] = 0x06
    state[16] = 0x8000000000000000
    keccak_f(state)
    for k in range(4):
        parents[i, k] = state[k]
