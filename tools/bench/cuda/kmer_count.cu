// params: sequence.ptr k counts.ptr sequence.size:i32
__device__ int encode(unsigned char base) {
    switch (base) {
    case 'A': case 'a': return 0;
    case 'C': case 'c': return 1;
    case 'G': case 'g': return 2;
    case 'T': case 't': return 3;
    default: return -1;
    }
}

extern "C" __global__ void kmer_count(const unsigned char* __restrict__ sequence, int k, int* counts, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + k > length) return;
    int forward = 0, reverse = 0;
    for (int j = 0; j < k; j++) {
        int base = encode(sequence[i + j]);
        if (base < 0) return;
        forward = (forward << 2) | base;
        reverse |= (3 - base) << (2 * j);
    }
    atomicAdd(&counts[min(forward, reverse)], 1);
}
