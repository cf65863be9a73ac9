// params: midstate.ptr tail.ptr first zeros.ptr zeros.size:i32
__constant__ unsigned K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
__constant__ unsigned START[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

__device__ unsigned rotr(unsigned x, int n) { return x >> n | x << (32 - n); }

__device__ void compress(unsigned* state, unsigned* w) {
    for (int t = 16; t < 64; t++) {
        unsigned s0 = rotr(w[t - 15], 7) ^ rotr(w[t - 15], 18) ^ w[t - 15] >> 3;
        unsigned s1 = rotr(w[t - 2], 17) ^ rotr(w[t - 2], 19) ^ w[t - 2] >> 10;
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    unsigned a = state[0], b = state[1], c = state[2], d = state[3];
    unsigned e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; t++) {
        unsigned s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
        unsigned choice = (e & f) ^ (~e & g);
        unsigned t1 = h + s1 + choice + K[t] + w[t];
        unsigned s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
        unsigned majority = (a & b) ^ (a & c) ^ (b & c);
        unsigned t2 = s0 + majority;
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

extern "C" __global__ void nonce_search(const unsigned* __restrict__ midstate, const unsigned* __restrict__ tail,
                                        unsigned first, unsigned char* __restrict__ zeros, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned state[8], w[64];
    for (int t = 0; t < 16; t++) w[t] = 0;
    for (int t = 0; t < 3; t++) w[t] = tail[t];
    w[3] = first + i;
    w[4] = 0x80000000u;
    w[15] = 640;
    for (int k = 0; k < 8; k++) state[k] = midstate[k];
    compress(state, w);
    for (int t = 0; t < 8; t++) {
        w[t] = state[t];
        state[t] = START[t];
    }
    for (int t = 8; t < 16; t++) w[t] = 0;
    w[8] = 0x80000000u;
    w[15] = 256;
    compress(state, w);
    int count = 0;
    for (int k = 0; k < 8; k++) {
        if (state[k] != 0) {
            count += __clz(state[k]);
            break;
        }
        count += 32;
    }
    zeros[i] = count;
}
