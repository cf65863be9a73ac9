// params: p.ptr q.ptr out.ptr p.shape0:i32 q.shape0:i32 p.shape1:i32
__device__ float squared_distance(const float* p, const float* q, int i, int j, int depth) {
    float total = 0.0f;
    for (int k = 0; k < depth; k++) {
        float away = p[i * depth + k] - q[j * depth + k];
        total += away * away;
    }
    return total;
}

extern "C" __global__ void distances(const float* __restrict__ p, const float* __restrict__ q,
                                     float* __restrict__ out, int count, int others, int depth) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < count && j < others) out[i * others + j] = squared_distance(p, q, i, j, depth);
}
