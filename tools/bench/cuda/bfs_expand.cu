// params: row_ptr.ptr col_idx.ptr frontier.ptr depth level.ptr next_frontier.ptr next_size.ptr frontier.size:i32
extern "C" __global__ void bfs_expand(const int* __restrict__ row_ptr, const int* __restrict__ col_idx,
                                      const int* __restrict__ frontier, int depth, int* level, int* next_frontier,
                                      int* next_size, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        int node = frontier[i];
        int end = row_ptr[node + 1];
        for (int edge = row_ptr[node]; edge < end; edge++) {
            int neighbor = col_idx[edge];
            if (level[neighbor] == -1 && atomicCAS(&level[neighbor], -1, depth + 1) == -1)
                next_frontier[atomicAdd(next_size, 1)] = neighbor;
        }
    }
}
