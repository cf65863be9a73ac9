// params: row_ptr.ptr col_idx.ptr weights.ptr dist.ptr new_dist.ptr dist.size:i32
constexpr int INF = 1 << 30;

extern "C" __global__ void sssp_relax(const int* __restrict__ row_ptr, const int* __restrict__ col_idx,
                                      const int* __restrict__ weights, const int* __restrict__ dist, int* new_dist,
                                      int nodes) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid < nodes) {
        int d = dist[tid];
        if (d < INF)
            for (int edge = row_ptr[tid]; edge < row_ptr[tid + 1]; edge++)
                atomicMin(&new_dist[col_idx[edge]], d + weights[edge]);
    }
}
