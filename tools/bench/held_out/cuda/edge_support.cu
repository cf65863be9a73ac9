// params: indptr.ptr indices.ptr source.ptr support.ptr indices.size:i32
extern "C" __global__ void edge_support(const int* __restrict__ indptr, const int* __restrict__ indices,
                                        const int* __restrict__ source, int* __restrict__ support, int edges) {
    for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += gridDim.x * blockDim.x) {
        int u = source[e], v = indices[e];
        int i = indptr[u], end_i = indptr[u + 1];
        int j = indptr[v], end_j = indptr[v + 1];
        int common = 0;
        while (i < end_i && j < end_j) {
            int a = indices[i], b = indices[j];
            if (a == b) {
                common++;
                i++;
                j++;
            } else if (a < b) {
                i++;
            } else {
                j++;
            }
        }
        support[e] = common;
    }
}
