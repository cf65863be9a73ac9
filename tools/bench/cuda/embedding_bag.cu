// params: table.ptr indices.ptr offsets.ptr weights.ptr padding_idx out.ptr out.shape0:i32 out.shape1:i32
extern "C" __global__ void embedding_bag(const float* __restrict__ table, const long long* __restrict__ indices,
                                         const long long* __restrict__ offsets, const float* __restrict__ weights,
                                         long long padding_idx, float* __restrict__ out, int bags, int dim) {
    int d = blockIdx.x * blockDim.x + threadIdx.x;
    int bag = blockIdx.y * blockDim.y + threadIdx.y;
    if (bag >= bags || d >= dim) return;
    float total = 0, weight = 0;
    long long end = offsets[bag + 1];
    for (long long j = offsets[bag]; j < end; j++) {
        long long index = indices[j];
        if (index == padding_idx) continue;
        float w = weights[j];
        total += w * table[index * dim + d];
        weight += w;
    }
    if (weight > 0) total /= weight;
    out[bag * dim + d] = total;
}
