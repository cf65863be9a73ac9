// params: q.ptr k.ptr v.ptr scale out.ptr q.shape1:i32
constexpr int D = 64, TILE = 32, THREADS = 128;

extern "C" __global__ void attention_online(const float* __restrict__ q, const float* __restrict__ k,
                                            const float* __restrict__ v, float scale, float* __restrict__ out, int n) {
    __shared__ float ks[TILE][D], vs[TILE][D];
    float query[D], acc[D];
    int tid = threadIdx.x;
    int row = blockIdx.x * blockDim.x + tid;
    size_t head = (size_t)blockIdx.y * n * D;
    q += head;
    k += head;
    v += head;
    out += head;
    for (int d = 0; d < D; d++) {
        query[d] = row < n ? q[row * D + d] * scale : 0.0f;
        acc[d] = 0;
    }
    float m = -1e30f, l = 0;
    int last = min(n, (blockIdx.x + 1) * blockDim.x);
    for (int start = 0; start < last; start += TILE) {
        for (int e = tid; e < TILE * D; e += THREADS) {
            int r = e / D, c = e % D;
            bool inside = start + r < n;
            ks[r][c] = inside ? k[(start + r) * D + c] : 0.0f;
            vs[r][c] = inside ? v[(start + r) * D + c] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            if (start + j > row) break;
            float s = 0;
            for (int d = 0; d < D; d++) s += query[d] * ks[j][d];
            if (s > m) {
                float correction = expf(m - s);
                l *= correction;
                for (int d = 0; d < D; d++) acc[d] *= correction;
                m = s;
            }
            float p = expf(s - m);
            l += p;
            for (int d = 0; d < D; d++) acc[d] += p * vs[j][d];
        }
        __syncthreads();
    }
    if (row < n)
        for (int d = 0; d < D; d++) out[row * D + d] = acc[d] / l;
}
