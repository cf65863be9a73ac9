// params: first.ptr sources.ptr degree.ptr rank.ptr new_rank.ptr damping rank.shape0:i32
extern "C" __global__ void pagerank_step(const int* __restrict__ first, const int* __restrict__ sources,
                                         const int* __restrict__ degree, const float* __restrict__ rank,
                                         float* __restrict__ new_rank, float damping, int n) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= n) return;
    float total = 0.0f;
    int end = first[node + 1];
    for (int e = first[node]; e < end; e++) {
        int source = sources[e];
        total += rank[source] / (float)degree[source];
    }
    new_rank[node] = (1.0f - damping) / (float)n + damping * total;
}
