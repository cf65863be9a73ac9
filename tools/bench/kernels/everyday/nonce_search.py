import numpy as np
from numba import cuda, uint32

K = np.array([0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
              0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
              0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
              0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
              0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
              0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
              0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
              0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2],
             np.uint32)
START = np.array([0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
                 np.uint32)


@cuda.jit(device=True)
def rotr(x, n):
    return uint32((x >> n) | (x << (32 - n)))


@cuda.jit(device=True)
def compress(state, w):
    """SHA-256's function of a block of sixteen words; the other words are made of these."""
    for t in range(16, 64):
        s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ (w[t - 15] >> 3)
        s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ (w[t - 2] >> 10)
        w[t] = uint32(w[t - 16] + s0 + w[t - 7] + s1)
    a, b, c, d = state[0], state[1], state[2], state[3]
    e, f, g, h = state[4], state[5], state[6], state[7]
    for t in range(64):
        s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)
        choice = (e & f) ^ (~e & g)
        t1 = uint32(h + s1 + choice + K[t] + w[t])
        s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)
        majority = (a & b) ^ (a & c) ^ (b & c)
        t2 = uint32(s0 + majority)
        h = g
        g = f
        f = e
        e = uint32(d + t1)
        d = c
        c = b
        b = a
        a = uint32(t1 + t2)
    state[0] += a
    state[1] += b
    state[2] += c
    state[3] += d
    state[4] += e
    state[5] += f
    state[6] += g
    state[7] += h


@cuda.jit("void(uint32[::1], uint32[::1], uint32, uint8[::1])")
def nonce_search(midstate, tail, first, zeros):
    """With how many zeros the hash of a header's hash begins, for each nonce that ends the header."""
    i = cuda.grid(1)
    if i >= zeros.size:
        return
    state = cuda.local.array(8, uint32)
    w = cuda.local.array(64, uint32)
    for t in range(16):
        w[t] = 0
    for t in range(3):
        w[t] = tail[t]
    w[3] = uint32(first + i)
    w[4] = 0x80000000
    w[15] = 640
    for k in range(8):
        state[k] = midstate[k]
    compress(state, w)
    for t in range(8):
        w[t] = state[t]
        state[t] = START[t]
    for t in range(8, 16):
        w[t] = 0
    w[8] = 0x80000000
    w[15] = 256
    compress(state, w)
    count = 0
    for k in range(8):
        if state[k] != 0:
            count += cuda.clz(state[k])
            break
        count += 32
    zeros[i] = count
